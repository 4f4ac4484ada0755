"""The names scripts may rely on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import readq

ROOT = Path(__file__).parents[1]


def test_every_public_name_can_be_imported() -> None:
    for name in readq.__all__:
        assert getattr(readq, name).__name__ == name
    assert list(readq.__all__) == sorted(readq.__all__)
    assert dir(readq) == readq.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="open_libary"):
        _ = readq.open_libary  # type: ignore[attr-defined]


def test_importing_readq_loads_neither_the_interface_nor_the_store() -> None:
    code = "import readq, sys; print([m for m in sys.modules if m.split('.')[0] in ('textual', 'tinydb', 'click', 'rapidfuzz')])"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.strip() == "[]"


def test_the_library_loads_no_interface() -> None:
    code = "import readq, sys; readq.open_library; print('textual' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.strip() == "False"


def test_papers_are_added_jumped_to_and_decided_in_python(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text(
        "ICML 2026\n\nWe study looping and growing of networks in depth, and say why it helps.\n"
        "\nA second abstract about something else, which is also long enough to be one.\n"
    )
    with readq.open_library(tmp_path / "library") as library:
        assert library.add(source).added == 2
        hit = library.jump("looping growing")[0]
        change = library.mark(hit.paper_id, readq.Status.QUEUED)
        assert isinstance(change, readq.Change)
        assert [paper.id for paper in library.queue()] == [hit.paper_id]
        library.undo()
        assert library.queue() == []


@pytest.mark.parametrize("bundled", sorted((ROOT / "data" / "icml2026").glob("000*.txt")))
def test_the_example_of_the_readme_works_with_the_bundled_abstracts(
    bundled: Path, tmp_path: Path
) -> None:
    """Copied from the page into a file, with a list at hand that has the name it says."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "icml2026.txt").write_bytes(bundled.read_bytes())
    show = "\nprint(*(paper.title for paper in papers))\n"
    ran = subprocess.run(
        [sys.executable, "-c", code + show],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Looped and depth-grown models")
    with readq.open_library(tmp_path / "papers") as library:
        assert len(library.papers()) == 19


def test_numpy_waits_until_papers_are_ranked() -> None:
    code = "import sys, readq.ui.app, readq.cli; print('numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
