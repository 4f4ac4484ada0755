# ruff: noqa: RUF001
"""LaTeX commands and the Unicode characters that stand for them."""

from __future__ import annotations

from readq.text.model import Style


def _pairs(listing: str) -> dict[str, str]:
    words = listing.split()
    return dict(zip(words[::2], words[1::2], strict=True))


GREEK = _pairs("""
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε eps ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ
    lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ
    psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
""")

SYMBOLS = (
    GREEK
    | _pairs(r"""
    times × cdot · pm ± mp ∓ div ÷ ast * star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ wedge ∧ land ∧
    vee ∨ lor ∨ neg ¬ lnot ¬ cap ∩ cup ∪ sqcup ⊔ sqcap ⊓ uplus ⊎ setminus ∖ backslash \ ltimes ⋉ rtimes ⋊ wr ≀
    le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ ll ≪
    gg ≫ lesssim ≲ gtrsim ≳ prec ≺ succ ≻ preceq ⪯ succeq ⪰ asymp ≍ triangleq ≜ coloneqq ≔ doteq ≐ models ⊨
    vdash ⊢ perp ⊥ bot ⊥ top ⊤ parallel ∥ mid | in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ subsetneq ⊊ supset ⊃
    supseteq ⊇ emptyset ∅ varnothing ∅ infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ aleph ℵ hbar ℏ
    ell ℓ Re ℜ Im ℑ wp ℘ angle ∠ triangle △ square □ Box □ blacksquare ■ diamond ⋄ Diamond ◇ dagger † ddagger ‡
    to → rightarrow → longrightarrow ⟶ leftarrow ← longleftarrow ⟵ gets ← leftrightarrow ↔ Rightarrow ⇒
    Longrightarrow ⟹ implies ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓ updownarrow ↕
    hookrightarrow ↪ rightsquigarrow ⇝ leadsto ⇝ nearrow ↗ searrow ↘ rightharpoonup ⇀ rightleftharpoons ⇌
    sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ bigwedge ⋀
    ldots … dots … dotsc … cdots ⋯ dotsb ⋯ vdots ⋮ ddots ⋱ prime ′ colon : langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋
    lceil ⌈ rceil ⌉ lVert ‖ rVert ‖ Vert ‖ vert | lvert | rvert | lbrace { rbrace } lbrack [ rbrack ]
    copyright © textregistered ® texttrademark ™ textdegree ° degree ° textmu µ textendash – textemdash —
    textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textquotesingle ' texttimes ×
    textasciigrave ` textasciiacute ´ textquestiondown ¿ textexclamdown ¡ textcopyright © textsection §
    textparagraph ¶ guillemotleft « guillemotright » quotedblbase „ quotesinglbase ‚ textonehalf ½ textsterling £
    slash / dag † ddag ‡ textpm ± textgreater > textless < lt < gt > textbar | textbackslash \ textasciitilde ~ textasciicircum ^
    textunderscore _ textbullet • textellipsis … textdollar $ textpercent % percent %
    textbraceleft { textbraceright } textquotedbl "
    S § P ¶ pounds £ euro € texteuro € yen ¥ checkmark ✓ cmark ✓ xmark ✗ ss ß ae æ AE Æ oe œ OE Œ aa å AA Å
    o ø O Ø l ł L Ł dh ð DH Ð dj đ DJ Đ ng ŋ NG Ŋ th þ TH Þ i ı j ȷ LaTeX LaTeX TeX TeX BibTeX BibTeX item •
    ie i.e. eg e.g. wrt w.r.t. aka a.k.a. etc etc. lq ‘ rq ’
""")
    | {"etal": "et al."}
)

SPACING = {"quad", "qquad", "space", "thinspace", "enspace", "newline", "par", "hfill", "bigskip"}
"""Commands that stand for a space."""

IGNORED = {
    "xspace",
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "limits",
    "nolimits",
    "noindent",
    "centering",
    "protect",
    "ensuremath",
    "smash",
    "strut",
    "medskip",
    "smallskip",
    "nobreak",
    "allowbreak",
    "linebreak",
    "nonumber",
    "hline",
    "relax",
    "maketitle",
    "small",
    "large",
    "Large",
    "tiny",
    "normalsize",
    "footnotesize",
    "scriptsize",
    "normalfont",
    "mathstrut",
    "leavevmode",
    "selectfont",
}
"""Commands without a sign of their own."""

DELIMITER_SIZES = {
    "left",
    "right",
    "middle",
    "big",
    "Big",
    "bigl",
    "bigr",
    "bigg",
    "Bigg",
    "Bigl",
    "Bigr",
    "biggl",
    "biggr",
    "Biggl",
    "Biggr",
    "bigm",
}

SWITCHES: dict[str, Style | None] = {
    "bf": "bold",
    "bfseries": "bold",
    "it": "italic",
    "itshape": "italic",
    "em": "italic",
    "sl": "italic",
    "slshape": "italic",
    "tt": "code",
    "ttfamily": "code",
    "rm": None,
    "sc": None,
    "scshape": None,
    "sf": None,
    "sffamily": None,
    "cal": None,
    "mit": None,
    "upshape": None,
    "mdseries": None,
}
"""Old-style switches; they hold to the end of their group."""

STYLED: dict[str, Style | None] = {
    **dict.fromkeys(
        [
            "textbf",
            "mathbf",
            "boldsymbol",
            "bm",
            "pmb",
            "bold",
            "strong",
            "mathbfit",
            "symbf",
            "symbfit",
        ],
        "bold",
    ),
    **dict.fromkeys(["textit", "emph", "mathit", "textsl"], "italic"),
    **dict.fromkeys(["texttt", "mathtt", "verb", "code"], "code"),
    **dict.fromkeys(["underline", "uline", "ul", "textul"], "underline"),
    **dict.fromkeys(
        [
            "textsc",
            "textsf",
            "textrm",
            "text",
            "textnormal",
            "textmd",
            "textup",
            "mathrm",
            "mathsf",
            "mathnormal",
            "operatorname",
            "mbox",
            "hbox",
            "fbox",
            "lowercase",
            "uppercase",
            "mathop",
            "mathbin",
            "mathrel",
            "mathord",
            "ce",
            "num",
            "mathtext",
            "boxed",
            "phantomtext",
            "centerline",
        ]
    ),
}
"""Commands with one argument that only change how it looks."""

MATHS_ARGUMENT = {"boldsymbol", "bm", "pmb", "operatorname", "symbf", "boxed"}
"""Of `STYLED`, those whose argument is maths though their name does not begin with "math"."""

FUNCTIONS = {
    "log",
    "ln",
    "exp",
    "min",
    "max",
    "sup",
    "inf",
    "lim",
    "liminf",
    "limsup",
    "arg",
    "argmin",
    "argmax",
    "sin",
    "cos",
    "tan",
    "cot",
    "sec",
    "csc",
    "sinh",
    "cosh",
    "tanh",
    "arcsin",
    "arccos",
    "arctan",
    "det",
    "dim",
    "ker",
    "hom",
    "deg",
    "gcd",
    "Pr",
    "mod",
    "bmod",
    "rank",
    "tr",
    "Tr",
    "diag",
    "sign",
    "poly",
    "polylog",
    "opt",
    "OPT",
    "E",
}

FRACTIONS = {"frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"}

DROPPED_WITH_ARGUMENT = {
    "label",
    "vspace",
    "hspace",
    "color",
    "input",
    "vskip",
    "hskip",
    "pagestyle",
    "bibliography",
    "bibliographystyle",
    "includegraphics",
    "index",
    "begin",
    "end",
    "phantom",
    "hphantom",
    "vphantom",
    "definecolor",
    "fontfamily",
    "fontsize",
    "usepackage",
    "documentclass",
    "footnotemark",
}
"""Commands whose argument is no prose."""

ASIDES = {"footnote", "thanks", "footnotetext"}

TEXT_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331", "t": "\u0361",
}  # fmt: skip

MATHS_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "Tilde": "\u0303",
    "bar": "\u0304", "overline": "\u0304", "vec": "\u20d7", "overrightarrow": "\u20d7", "dot": "\u0307",
    "ddot": "\u0308", "acute": "\u0301", "grave": "\u0300", "check": "\u030c", "breve": "\u0306",
    "mathring": "\u030a",
}  # fmt: skip

SUPERSCRIPT = dict(
    zip(
        "0123456789+-−=()niabcdefghjklmoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ∗*′⊤⋆∘†",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ**′ᵀ*°†",
        strict=True,
    ),
    **{" ": ""},
)
SUBSCRIPT = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    ),
    **{" ": ""},
)

_UPPER, _LOWER, _DIGITS = (
    [chr(c) for c in range(a, b)] for a, b in ((65, 91), (97, 123), (48, 58))
)


def _alphabet(upper: int, lower: int, exceptions: str, digits: int = 0) -> dict[str, str]:
    letters = {c: chr(upper + i) for i, c in enumerate(_UPPER)} | {
        c: chr(lower + i) for i, c in enumerate(_LOWER)
    }
    if digits:
        letters |= {c: chr(digits + i) for i, c in enumerate(_DIGITS)}
    return letters | _pairs(exceptions)


_SCRIPT = _alphabet(0x1D49C, 0x1D4B6, "B ℬ E ℰ F ℱ H ℋ I ℐ L ℒ M ℳ R ℛ e ℯ g ℊ o ℴ")
_DOUBLE_STRUCK = _alphabet(0x1D538, 0x1D552, "C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ", 0x1D7D8)

ALPHABETS = {
    "mathbb": _DOUBLE_STRUCK,
    "mathds": _DOUBLE_STRUCK,
    "Bbb": _DOUBLE_STRUCK,
    "mathcal": _SCRIPT,
    "mathscr": _SCRIPT,
    "mathfrak": _alphabet(0x1D504, 0x1D51E, "C ℭ H ℌ I ℑ R ℜ Z ℨ"),
}

_TEXT_STYLES = [
    "textbf",
    "textit",
    "textsc",
    "texttt",
    "textsf",
    "textrm",
    "text",
    "emph",
    "underline",
]
_MATHS_STYLES = [
    "mathbf",
    "mathrm",
    "mathit",
    "mathsf",
    "mathtt",
    "boldsymbol",
    "operatorname",
    "sqrt",
]
_LOSERS = sorted([*_TEXT_STYLES, *_MATHS_STYLES, *ALPHABETS, *MATHS_ACCENTS], key=len, reverse=True)


def split_lost_braces(name: str) -> tuple[str, str] | None:
    """The command and the argument in a name such as `mathbbR`, left when a source drops braces."""
    for command in _LOSERS:
        rest = name.removeprefix(command)
        if rest and rest != name:
            if command in _TEXT_STYLES:
                return (command, rest) if command != "text" or rest[0].isupper() else None
            return (
                (command, rest)
                if len(rest) == 1 or (len(rest) <= 3 and rest[0].isupper())
                else None
            )
    return None
