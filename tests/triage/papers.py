"""A small list with clear subjects."""

from __future__ import annotations

from readq.triage import PaperText

SUBJECTS = {
    "robot": "grasping manipulation robot arm tactile gripper contact planning",
    "protein": "protein folding sequence residue binding molecule structure docking",
    "fair": "fairness bias demographic audit discrimination policy welfare",
    "speech": "speech audio recognition phoneme speaker acoustic voice transcription",
}
_COMMON = "we study a method for the problem of learning and show results on data"


def paper(subject: str, number: int) -> PaperText:
    """Each paper takes some of its subject's words, so that none has them all."""
    words = SUBJECTS[subject].split()
    own = [words[(number + step) % len(words)] for step in (0, 1, 3, 4)]
    title = f"{own[0].capitalize()} and {own[1]} {number}"
    return PaperText(f"{subject}{number}", title, f"{_COMMON} {' '.join(own)} case {number}")


def library(each: int = 8) -> list[PaperText]:
    """Papers of all subjects in turn."""
    return [paper(subject, number) for number in range(each) for subject in SUBJECTS]
