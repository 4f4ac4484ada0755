# ruff: noqa: RUF001
"""One small test for each kind of rule that rendering follows."""

from __future__ import annotations

import pytest

from readq.text import Span, render, render_title


def plain(raw: str) -> str:
    """The text shown for `raw`."""
    return render(raw).plain


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (r"a gain of 20\% over 30% of runs", "a gain of 20% over 30% of runs"),
        (r"R\&D \#1 a\_b \{x\}", "R&D #1 a_b {x}"),
        ("work~[3] and ~30% of it", "work [3] and ~30% of it"),
        ("20--60% of cases --- all", "20–60% of cases — all"),
        ("run it with --fast please", "run it with --fast please"),
        ("``quoted'' words", "“quoted” words"),
        ("\"half quoted'' words", "“half quoted” words"),
        ("`single' words", "‘single’ words"),
        ("don't touch the dogs' tails", "don't touch the dogs' tails"),
        ("e\ufb03cient \ufb01ts", "efficient fits"),
        ("post\u2011training soft\xadware", "post-training software"),
        (r"in \cite{a,b} and \citep[see][p. 3]{c}", "in [a, b] and [see c, p. 3]"),
        (
            r"Erd\H{o}s, Fran\c{c}ois, na\"{\i}ve, \'Etude, S\o ren",
            "Erdős, François, naïve, Étude, Søren",
        ),
        (r"The \LaTeX{} way\footnote{or not}.", "The LaTeX way (or not)."),
        (r"\enquote{so} it is", "“so” it is"),
    ],
)
def test_latex_in_prose(raw: str, shown: str) -> None:
    assert plain(raw) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (r"$\mathcal{O}(n\log n)$", "𝒪(n log n)"),
        (r"$x_i^2 \in \mathbb{R}^n$", "xᵢ² ∈ ℝⁿ"),
        (r"$\frac{a+b}{2}$ and $\sqrt{n}$, $\sqrt[3]{x+1}$", "(a+b)/2 and √n, ∛(x+1)"),
        (r"$\hat{x}$ of $\tilde{O}(\sqrt{T})$", "x̂ of Õ(√T)"),
        (r"$10^{-4}$ and $a_{\text{max}}$", "10⁻⁴ and aₘₐₓ"),
        (r"$W_{qk}$ and $x^{Qz}$", "W_(qk) and x^(Qz)"),
        (r"$\left\| x \right\|_2 \leq 1$", "‖ x ‖₂ ≤ 1"),
        (r"$$ a > b $$ and \(c\) and \[ d \]", "a > b and c and d"),
        (r"$f'(x)$ at 90$^\circ$", "f′(x) at 90°"),
        (r"$\sim$4 times, $a \sim b$", "~4 times, a ∼ b"),
        (r"a $\mathbf{top-k of NP-hard}$", "a top−k of NP-hard"),
        (r"$a &lt; b \& c$", "a < b & c"),
        (r"CO$_2$ and H$_{2}$O, x^2, x^{10}, a_{ij}", "CO₂ and H₂O, x², x¹⁰, aᵢⱼ"),
    ],
)
def test_formulas(raw: str, shown: str) -> None:
    assert plain(raw) == shown


@pytest.mark.parametrize(
    "raw",
    [
        "It costs $5 today.",
        "Between $5 and $10 per run.",
        "From $100/$200 to $5M and $10M",
        "for less than $2,000 USD",
        "the $HOME variable",
        "A* search and 2*3*4 and **Kern scores",
        "snake_case_name and __init__.py",
        "[MASK] and [CLS] and F[T]",
        "a < b and c > d with <A, B> pairs where a<b and c>d hold",
        "AT&T & sons",
        "actions {left, right} and the ' sign",
        r"by \ourmethod and \foo{alpha beta}",
        "5~10 times, 100 % of {",
        "C:\\Users\\me",
    ],
)
def test_what_is_no_markup_stays_as_it_is(raw: str) -> None:
    assert plain(raw) == raw


def test_commands_it_does_not_know_stay_visible_with_their_words() -> None:
    shown = plain(r"We call \foobar{alpha \emph{beta}} on $\mystery{x}$.")
    assert shown == r"We call \foobar{alpha beta} on \mystery{x}."


@pytest.mark.parametrize(
    ("raw", "shown", "style"),
    [
        (r"\textbf{bold}", "bold", "bold"),
        ("**bold**", "bold", "bold"),
        ("<b>bold</b>", "bold", "bold"),
        (r"{\bf bold}", "bold", "bold"),
        (r"\emph{italic}", "italic", "italic"),
        ("*italic*", "italic", "italic"),
        ("_italic_", "italic", "italic"),
        (r"{\em italic}", "italic", "italic"),
        ("<jats:italic>italic</jats:italic>", "italic", "italic"),
        (r"\texttt{code}", "code", "code"),
        ("`code`", "code", "code"),
        (r"\underline{line}", "line", "underline"),
    ],
)
def test_styles(raw: str, shown: str, style: str) -> None:
    rendered = render(f"so {raw} it is")
    assert rendered.plain == f"so {shown} it is"
    assert [(s.start, s.end, s.style) for s in rendered.spans] == [(3, 3 + len(shown), style)]


def test_emphasis_inside_a_word() -> None:
    rendered = render("**Re**asoning-Pivot **Al**ignment")
    assert rendered.plain == "Reasoning-Pivot Alignment"
    assert rendered.spans == (Span(0, 2, "bold"), Span(16, 18, "bold"))


def test_emphasis_nests() -> None:
    rendered = render("**a *b* c** and ***both***")
    assert rendered.plain == "a b c and both"
    assert set(rendered.spans) == {
        Span(0, 5, "bold"),
        Span(2, 3, "italic"),
        Span(10, 14, "bold"),
        Span(10, 14, "italic"),
    }


def test_spans_follow_folded_white_space() -> None:
    rendered = render("  many   spaces\n and  \\textbf{a   bold}  end ")
    assert rendered.plain == "many spaces and a bold end"
    assert rendered.spans == (Span(16, 22, "bold"),)


def test_a_span_ends_with_the_text() -> None:
    rendered = render("the \\emph{end }")
    assert rendered.plain == "the end"
    assert rendered.spans == (Span(4, 7, "italic"),)


def test_paragraphs_stay_apart() -> None:
    assert plain("one\ntwo\n\n  three") == "one two\n\nthree"
    assert plain("<p>one</p><p>two</p>") == "one\n\ntwo"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("H<sub>2</sub>O and 10<sup>-3</sup>", "H₂O and 10⁻³"),
        ("a &lt; b &amp; c&nbsp;d", "a < b & c d"),
        ("a literal &lt;p&gt; tag <i>here</i>", "a literal <p> tag here"),
        ("<jats:title>Abstract</jats:title><jats:p>We show.</jats:p>", "We show."),
        ("line<br/>break", "line break"),
        ("&unknown; &copy; 2020", "&unknown; © 2020"),
    ],
)
def test_html_and_jats(raw: str, shown: str) -> None:
    assert plain(raw) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("8$\times$8 cells", "8×8 cells"),
        ("8$ imes$8 cells", "8×8 cells"),
        ("called \textit{Lens}", "called Lens"),
        (r"$\mathbbR^n$ and $\sqrtT$ and $\tildeO(n)$", "ℝⁿ and √T and Õ(n)"),
        ("to create emph{capsule} sets", "to create capsule sets"),
        (
            "two parts:LocalRegret and others,GlobalRegret andLocalRegret",
            "two parts: LocalRegret and others, GlobalRegret and LocalRegret",
        ),
        ("GRPO}, a method", "GRPO, a method"),
        ("the prob(cid:173) ability", "the probability"),
        ("a formula $x^2 < y cut off", "a formula $x² < y cut off"),
    ],
)
def test_damage_done_by_sources_is_repaired(raw: str, shown: str) -> None:
    assert plain(raw) == shown


@pytest.mark.parametrize(
    "verbatim",
    [
        "https://example.org/a_b--c*d*~e/%7Ef?x=1&y=$2^3_{",
        "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
        "10.1000/a_b--c*d*",
    ],
)
def test_urls_and_dois_are_never_touched(verbatim: str) -> None:
    raw = verbatim.rstrip("{*_")
    assert plain(f"see {raw} there") == f"see {raw} there"


def test_title_loses_bibtex_braces_and_line_ends() -> None:
    assert (
        render_title("{{BERT}, {GPT}} and\n  \\emph{Friends}: $k$-{NN}")
        == "BERT, GPT and Friends: k-NN"
    )


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (r"Reconstruct \&amp; Crush", "Reconstruct & Crush"),
        (
            "A &lt;i&gt;study&lt;/i&gt; of CO<sub>2</sub> &amp;amp; x &amp;lt; y",
            "A study of CO₂ & x < y",
        ),
        ("R&amp;D &#x27;q&#39; at p&lt;0.05 in AT&T", "R&D 'q' at p<0.05 in AT&T"),
        (r"E\${\textasciicircum}2\$-{RAG}", "E²-RAG"),
        (r"\${\textbackslash}mu\${KE}: M", "μKE: M"),
        (r"{\textbackslash}texttt\{posteriordb\}: Testing", "posteriordb: Testing"),
        (r"Schr{\textbackslash}''odinger Momentum", "Schrödinger Momentum"),
        (r"\textbackslash theta-MRF", "θ-MRF"),
        (
            r"than \textbackslash mathcal\lbrace O\rbrace (1/\textbackslash varepsilon)",
            "than 𝒪(1/ε)",
        ),
        ("Generalized{^2} Linear{^2} Models", "Generalized² Linear² Models"),
        (
            r"C:\textbackslash{}theta costs \$5 or \$x\textasciicircum{}2\$",
            r"C:\theta costs $5 or $x^2$",
        ),
        (r"\textquestiondown{}Qu\'e? \textasciigrave", "¿Qué? `"),
    ],
)
def test_titles_that_a_program_escaped_once_more(raw: str, shown: str) -> None:
    assert render_title(raw) == shown


def test_deep_nesting_is_shown_not_refused() -> None:
    assert "core" in plain("{" * 3000 + "core" + "}" * 3000)
    assert "core" in plain("$" + r"\frac{" * 500 + "core" + "}" * 500 + "$")


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"Nguy{\~{\^e}}n, Tr\`{\^a}n, Vi\d{\^e}t", "Nguyễn, Trần, Việt"),
        (r"{\'{\u{a}}} {\"{\i}} \v{\i}", "ắ ï ǐ"),
        (r"\DJ or\dj e \NG a", "Đorđe Ŋa"),
        (r"\t{ts}", "t͡s"),
        (r"\c{\foo} stays", r"\c{\foo} stays"),
        (r"\verb+a_b+ and \verb|x y|", "a_b and x y"),
    ],
)
def test_letters_with_two_accents_and_letters_of_other_tongues(source: str, shown: str) -> None:
    assert render(source).plain == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"rate O\left(1/T\right) of", "rate O(1/T) of"),
        (r"\bigl[a\bigr] and \left\{x\right\}", "[a] and {x}"),
        (r"turn \left at", r"turn \left at"),
        (r"by \citet[Theorem 1]{lee2020} and \cite{a, b}.", "by [lee2020, Theorem 1] and [a, b]."),
    ],
)
def test_sized_brackets_and_places_in_citations(source: str, shown: str) -> None:
    assert render(source).plain == shown


@pytest.mark.parametrize(
    "raw",
    ["`\n'", "``Two\nwords''", "[two\nwords](https://e.org)", "_two\nwords_", "`two\nwords`"],
)
def test_a_broken_line_means_what_a_blank_does(raw: str) -> None:
    assert render(raw) == render(raw.replace("\n", " "))
    assert render(f"One.\n \n{raw}").plain.startswith("One.\n\n")


def test_more_groups_than_anybody_writes_are_shown_as_typed() -> None:
    assert plain("{core} {of it}" + "{}" * 5_000) == "core of it"
    assert plain("{core} {of it}" + "{}" * 20_000).startswith("{core {of it")


def test_braces_around_a_whole_abstract_say_nothing() -> None:
    assert render("{{We sample {a, b}.}}") == render("We sample {a, b}.")
    assert render("{a} and {b}").plain == render("{a} and {b} ").plain.strip()
