"""Journals that astronomers write as LaTeX commands, which the styles of their publishers define."""

from __future__ import annotations

_NAMES = """
    aj Astronomical Journal
    araa Annual Review of Astronomy and Astrophysics
    apj Astrophysical Journal
    apjl Astrophysical Journal Letters
    apjs Astrophysical Journal Supplement Series
    apss Astrophysics and Space Science
    aap Astronomy and Astrophysics
    aapr Astronomy and Astrophysics Reviews
    aaps Astronomy and Astrophysics Supplement Series
    grl Geophysical Research Letters
    icarus Icarus
    jcap Journal of Cosmology and Astroparticle Physics
    jgr Journal of Geophysical Research
    mnras Monthly Notices of the Royal Astronomical Society
    nat Nature
    na New Astronomy
    pasa Publications of the Astronomical Society of Australia
    pasj Publications of the Astronomical Society of Japan
    pasp Publications of the Astronomical Society of the Pacific
    physrep Physics Reports
    planss Planetary and Space Science
    pra Physical Review A
    prb Physical Review B
    prc Physical Review C
    prd Physical Review D
    pre Physical Review E
    prl Physical Review Letters
    solphys Solar Physics
    ssr Space Science Reviews
"""
JOURNALS = {
    f"\\{command}": name
    for command, _, name in (line.strip().partition(" ") for line in _NAMES.strip().splitlines())
}
"""Names by command."""
