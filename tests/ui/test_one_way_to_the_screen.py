"""The source of the interface: text from outside reaches a widget through `ui.show` and no other way.

What a widget draws is made of words of readq's own, of numbers, and of text that went through `content`
and its kin, which take out what steers a terminal and never read markup.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import readq.ui

ROOT = Path(readq.ui.__file__).parent
FILES = sorted(p for p in ROOT.rglob("*.py") if p.name != "show.py")

MAKERS = frozenset({"Content", "Segment", "Text", "Static"})
"""What turns text into something drawn."""
DRAWN = frozenset({"border_title", "border_subtitle", "tooltip", "placeholder", "sub_title"})
"""What a widget draws once it is set; Textual reads markup in them."""
SAFE = frozenset(
    {
        *("content", "block", "highlighted", "abstract_content", "fitted", "shortened"),
        *("fit", "two_lines", "clean", "clean_block", "key_name", "short_key", "in_hours"),
        *("len", "int", "sum", "range", "enumerate"),
        *("NoteText", "_Coloured"),  # a note, made harmless as it becomes Markdown
    }
)
"""What makes text harmless, or has only numbers and words of readq's own to say."""
NEVER = frozenset(
    {
        *("from_markup", "from_ansi", "render_markup", "Label", "Button", "Option", "OptionList"),
        *("DataTable", "RichLog", "Log", "Pretty", "notify", "print_json", "set_window_title"),
    }
)
"""What reads markup or escape sequences, or takes text as it comes."""
DATA = frozenset(
    {
        *("title", "abstract", "note", "tags", "tag", "authors", "venue", "keywords", "aliases"),
        *("names", "doi", "url", "pdf_url", "code_url", "address", "links", "citekey", "byline"),
        *("abstract", "plain", "source", "label", "message", "preview", "understood", "shown"),
        *("library", "save_error", "filename", "text", "value", "begun", "reasons", "topic"),
    }
)
"""Attributes that hold text from outside, or from the reader's keyboard."""


def called(node: ast.expr) -> str:
    """The last part of the name of what is called."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def maker(call: ast.Call) -> bool:
    """Whether a call turns its first arguments into something drawn."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    return isinstance(owner, ast.Name) and owner.id in MAKERS


def returned(node: ast.FunctionDef) -> str:
    """What a function says it gives."""
    return ast.unparse(node.returns).removesuffix(" | None") if node.returns else ""


def drawing() -> frozenset[str]:
    """The functions of the interface that give finished content: they are looked at themselves."""
    found = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and returned(node) in FINISHED:
                found.add(node.name)
    return frozenset(found)


FINISHED = frozenset({"Content", "list[Content]", "Strip", "list[Segment]", "Segment"})
DRAWING = drawing()


class Function(ast.NodeVisitor):
    """One function: which of its names hold raw data, and where such a name is drawn."""

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.node = node
        self.raw: set[str] = {
            a.arg
            for a in (*node.args.args, *node.args.kwonlyargs)
            if a.annotation is not None and ast.unparse(a.annotation) == "str"
        }
        for _ in range(3):  # names given on and on
            for found in ast.walk(node):
                self._follow(found)

    def _follow(self, found: ast.AST) -> None:
        if isinstance(found, ast.Assign):
            targets, value = found.targets, found.value
        elif isinstance(found, ast.AnnAssign | ast.NamedExpr) and found.value is not None:
            targets, value = [found.target], found.value
        elif isinstance(found, ast.For | ast.comprehension):
            targets, value = [found.target], found.iter
        else:
            return
        if any(self.holes(value)):
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
                self.raw |= {part.id for part in parts if isinstance(part, ast.Name)}

    def holes(self, node: ast.AST) -> Iterator[ast.AST]:
        """The parts of an expression that bring data as it comes."""
        if isinstance(node, ast.Call):
            if called(node.func) in SAFE | DRAWING or maker(node):
                return
            if isinstance(node.func, ast.Attribute):
                yield from self.holes(node.func.value)
            for argument in (*node.args, *(k.value for k in node.keywords)):
                yield from self.holes(argument)
        elif isinstance(node, ast.Attribute):
            if node.attr in DATA and not ast.unparse(node.value).endswith("signs"):
                yield node
        elif isinstance(node, ast.Name):
            if node.id in self.raw:
                yield node
        elif isinstance(node, ast.GeneratorExp | ast.ListComp):
            yield from self.holes(node.elt)
        elif isinstance(node, ast.IfExp):  # the condition is not drawn
            yield from self.holes(node.body)
            yield from self.holes(node.orelse)
        elif isinstance(node, ast.Compare | ast.Lambda):
            return
        elif isinstance(node, ast.FormattedValue):
            spec = ast.unparse(node.format_spec) if node.format_spec else ""
            if not any(sign in spec for sign in ",%"):
                yield from self.holes(node.value)
        else:
            for child in ast.iter_child_nodes(node):
                yield from self.holes(child)

    def drawn(self) -> Iterator[ast.AST]:
        """Data that is drawn as it comes."""
        for found in ast.walk(self.node):
            if isinstance(found, ast.Call) and maker(found):
                for argument in found.args:
                    text = (
                        argument.elts[0]
                        if isinstance(argument, ast.Tuple) and argument.elts
                        else argument
                    )
                    yield from self.holes(text)
            elif isinstance(found, ast.Call) and called(found.func) == "update":
                for argument in found.args:
                    yield from self.holes(argument)
            elif isinstance(found, ast.Assign) and any(
                isinstance(t, ast.Attribute) and t.attr in DRAWN for t in found.targets
            ):
                yield from self.holes(found.value)


def leaks(source: str) -> list[str]:
    """Line and text of everything drawn as it comes, and of what reads markup."""
    tree = ast.parse(source)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found += [f"{leak.lineno}: {ast.unparse(leak)}" for leak in Function(node).drawn()]  # type: ignore[attr-defined]
        elif isinstance(node, ast.Call) and called(node.func) in NEVER:
            found.append(f"{node.lineno}: {called(node.func)}")
        elif (
            isinstance(node, ast.keyword)
            and node.arg == "markup"
            and ast.unparse(node.value) != "False"
        ):
            found.append(f"{node.value.lineno}: markup={ast.unparse(node.value)}")
    return sorted(set(found))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_is_drawn_as_it_comes(path: Path) -> None:
    found = [leak.partition(": ")[2] for leak in leaks(path.read_text("utf-8"))]
    # A toast takes a message for markup unless told so, and finished content for what it is.
    assert found == (["markup=True"] if path.name == "toasts.py" else [])


@pytest.mark.parametrize(
    "line",
    [
        "Static(paper.title)",
        "Static(f'{paper.title} here', markup=True)",
        "Content(text)",
        "Content.styled(text, 'bold')",
        "Content.assemble((paper.title, 'bold'), ' ', 'own words')",
        "Content.from_markup('[b]own words[/b]')",
        "Segment(f' {text}', style)",
        "widget.border_title = text",
        "widget.tooltip = ', '.join(reading.tags)",
        "name = paper.venue; other = name + '!'; Content(other)",
        "[Segment(tag) for tag in reading.tags]",
        "for name in paper.authors: widget.update(name)",
        "app.notify('own words')",
        "Static(paper.title if text else 'none')",
        "(title := paper.title) and Content(title)",
    ],
)
def test_each_way_around_is_noticed(line: str) -> None:
    body = "\n    ".join(line.split("; "))
    assert leaks(f"def draw(self, text: str, paper: object) -> None:\n    {body}\n")


@pytest.mark.parametrize(
    "line",
    [
        "Static(content(paper.title), markup=False)",
        "Content.assemble((f'{len(text):,}', 'bold'), ' papers ', content(text))",
        "widget.border_title = content(f'Notes on {paper.title}')",
        "Segment(fitted(paper.title, 10, signs.ellipsis), style)",
        "Content.styled(signs.note, 'bold' if paper.title else '')",
        "[Segment(self.fit(tag, 9), style) for tag in reading.tags]",
    ],
)
def test_the_one_way_is_open(line: str) -> None:
    assert leaks(f"def draw(self, text: str, paper: object) -> None:\n    {line}\n") == []
