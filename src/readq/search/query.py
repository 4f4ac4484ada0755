"""The filter language.

    query  = { term }                     every term must hold; `or` between terms: either side
    term   = [ "-" | "!" | "not" ] ( field operator value | word | "phrase" | "(" query ")" )
    value  = word | "phrase" | value "," value          a comma: any of them

Papers in the trash do not pass, unless the filter says `in:trash` or `in:library` anywhere.

`|` and `&` between blanks are `or` and `and`; `==`, `<>`, `=>` and the like mean what they do elsewhere.
Case and accents do not matter. A word is looked for at the start of words (a whole one where a sign
follows, as in `c++`), a phrase as whole words side by side. The grammar is small enough for a parser by hand, which can say where a filter goes wrong
and put up with one that is still being typed.
"""

from __future__ import annotations

from dataclasses import field
from datetime import date

from readq.errors import FilterError
from readq.records import dataclass
from readq.search.fields import (
    FIELDS,
    OUT_OF_TRASH,
    WHOLE,
    field_term,
    nothing_in,
    order,
    unknown,
)
from readq.search.fold import fold
from readq.search.lexer import OPERATORS, Token, tokens
from readq.search.terms import Answer, FilterRow, Table, Term, all_of, any_of, anywhere

_MAX_DEPTH = 40
_MAX_LENGTH = 10_000


@dataclass(frozen=True, slots=True)
class Query:
    """A filter, ready to be asked."""

    term: Term
    words: tuple[str, ...] = ()
    """The words and phrases to highlight: those that must be there, not those that must not."""
    sort: str | None = None
    """The order asked for with `sort:`, such as `priority-`."""
    is_empty: bool = False
    """Whether every paper passes that is not in the trash."""
    is_of_trash: bool = False
    """Whether it says itself which papers in the trash it means; else it means none of them."""

    def matches(self, row: FilterRow) -> bool:
        """Whether a paper passes."""
        return self.term.test(row)

    def select(self, table: Table) -> Answer:
        """The papers of a table that pass for sure, and those that `matches` must be asked about."""
        return self.term.select(table)


def parse(text: str, *, today: date, lenient: bool = False) -> Query:
    """Understand a filter.

    Args:
        text: The filter.
        today: The day that `today` and `<7d` count from.
        lenient: Leave out an unfinished end (`status:`, an open quote or bracket) instead of objecting,
            for a filter that is being typed.

    Raises:
        FilterError: It makes no sense; says where and what to write instead.
    """
    if len(text) > _MAX_LENGTH:
        raise FilterError(f"a filter has at most {_MAX_LENGTH:,} letters", _MAX_LENGTH)
    parser = _Parser(tokens(text), today, lenient)
    terms = parser.query()
    if not terms and parser.mute and not lenient:
        raise nothing_in(parser.mute[0])
    shown = terms if parser.is_of_trash else [OUT_OF_TRASH, *terms]
    return Query(
        term=all_of(shown),
        words=tuple(dict.fromkeys(parser.words)),
        sort=parser.sort,
        is_empty=not terms,
        is_of_trash=parser.is_of_trash,
    )


@dataclass
class _Parser:
    tokens: list[Token]
    today: date
    lenient: bool
    at: int = 0
    depth: int = 0
    denied: int = 0
    words: list[str] = field(default_factory=list)
    mute: list[Token] = field(default_factory=list)
    """What has neither letters nor digits; beside words it does not count, as in a title with a dash."""
    sort: str | None = None
    is_of_trash: bool = False

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    @property
    def ahead(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.here
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def query(self) -> list[Term]:
        terms = self.alternatives()
        if self.here.kind == "close":
            raise FilterError("this bracket closes nothing", self.here.start, 1)
        return terms

    def alternatives(self) -> list[Term]:
        """Terms up to a closing bracket or the end; one term when there is an `or` among them."""
        sides: list[list[Term]] = [[]]
        while self.here.kind not in ("close", "end"):
            if _is(self.here, "or", "|", "||"):
                if not sides[-1] and not self.mute:
                    raise FilterError(
                        f'"{self.here.text}" needs a term before it',
                        self.here.start,
                        len(self.here.text),
                    )
                self.take()
                if self.here.kind in ("close", "end"):
                    self.unfinished('"or" needs a term behind it')
                    break
                sides.append([])
            elif _is(self.here, "and", "&", "&&"):
                self.take()
            else:
                term = self.term()
                if term is not None:
                    sides[-1].append(term)
        sides = list(filter(None, sides))
        if len(sides) < 2:
            return sides[0] if sides else []
        return [any_of(map(all_of, sides))]

    def term(self) -> Term | None:
        token = self.here
        if token.kind == "minus" or (_is(token, "not") and self.ahead.kind != "end"):
            return self.denial()
        if token.kind == "open":
            return self.bracket()
        if token.kind == "word" and self.ahead.kind == "operator" and self.ahead.glued:
            return self.link() if _is_link(self.tokens, self.at) else self.condition()
        if token.kind == "word" and token.text.lower() in FIELDS:
            self.refuse_blanks(token)
        self.take()
        if token.kind == "phrase" and not token.closed:
            if not self.lenient:
                raise FilterError("this quote is never closed", token.start, 1)
            if not token.text.strip():
                return None
            return self.plain(token, token.text, phrase=False)
        return self.plain(token, token.text, phrase=token.kind == "phrase")

    def refuse_blanks(self, name: Token) -> None:
        """Object to `year > 2024` and `year :2024`, which would look for these words."""
        sign = self.ahead
        if sign.kind == "word" and sign.text[0] in ":=" and sign.text not in OPERATORS:
            raise FilterError(f"no blanks here - did you mean {name.text}{sign.text}?", name.end, 1)
        is_sign = sign.kind == "operator" or (sign.kind == "word" and sign.text in OPERATORS)
        value = self.tokens[min(self.at + 2, len(self.tokens) - 1)]
        if is_sign and not sign.glued and value.kind in ("word", "phrase"):
            shown = f'"{value.text}"' if value.kind == "phrase" else value.text
            raise FilterError(
                f"no blanks here - did you mean {name.text}{sign.text}{shown}?",
                sign.start,
                sign.end - sign.start,
            )

    def plain(self, token: Token, text: str, *, phrase: bool) -> Term | None:
        if not fold(text):
            self.mute.append(token)
            return None
        if not self.denied:
            self.words.append(text.strip())
        return anywhere(text, phrase=phrase)

    def denial(self) -> Term | None:
        sign = self.take()
        if self.here.kind in ("end", "close"):
            self.unfinished(f'"{sign.text}" needs a term behind it')
            return None
        self.deepen(sign)
        self.denied += 1
        term = self.term()
        self.denied -= 1
        self.depth -= 1
        return term.negated() if term is not None else None

    def bracket(self) -> Term | None:
        opening = self.take()
        self.deepen(opening)
        inner = self.alternatives()
        self.depth -= 1
        if self.here.kind == "close":
            self.take()
        elif not self.lenient:
            raise FilterError("this bracket is never closed", opening.start, 1)
        return all_of(inner) if inner else None

    def link(self) -> Term | None:
        """`https://…` is a word, whatever its colon looks like."""
        first = self.here
        parts = [self.take().text, self.take().text, self.take().text]
        while self.here.glued and self.here.kind in ("word", "operator", "minus", "comma"):
            parts.append(self.take().text)
        return self.plain(first, "".join(parts), phrase=False)

    def condition(self) -> Term | None:
        name, operator = self.take(), self.take()
        word = name.text.lower()
        if word not in FIELDS:
            raise unknown(name.text, FIELDS, "field", name)
        values = self.values(name, operator)
        if not values:
            return None
        if word == "sort":
            self.sort = order(values[-1])
            return None
        if not self.denied and word in ("title", "abstract", "note", "author"):
            self.words.extend(value.text for value in values)
        if word == "in":
            self.is_of_trash |= any(value.text.lower() in WHOLE for value in values)
        sign = operator.text.removeprefix(":") or ":"
        terms = [field_term(word, sign, value, self.today) for value in values]
        return all_of(terms) if sign == "!=" else any_of(terms)

    def values(self, name: Token, operator: Token) -> list[Token]:
        found: list[Token] = []
        while self.here.kind in ("word", "phrase") and (self.here.glued or found):
            token = self.take()
            if token.kind == "phrase" and not token.closed and not self.lenient:
                raise FilterError("this quote is never closed", token.start, 1)
            if token.kind == "word" and token.text[0] == "!" and token.text.strip("!"):
                raise FilterError(
                    f"not goes before the field - did you mean -{name.text}{operator.text}{token.text[1:]}?",
                    token.start,
                    1,
                )
            if token.text.strip():
                found.append(token)
            if not self.comma():
                break
        if not found:
            if self.here.kind == "operator":
                raise FilterError("two signs in a row", self.here.start, len(self.here.text))
            if self.here.kind in ("word", "phrase") and not self.here.glued:
                raise FilterError(
                    f"the value must follow without a blank - did you mean {name.text}{operator.text}{self.here.text}?",
                    operator.end,
                    self.here.start - operator.end,
                )
            if self.here.kind == "open" and self.here.glued:
                raise FilterError(
                    f"a value must follow, no bracket - for any of several write {name.text}:one,other",
                    self.here.start,
                    1,
                )
            self.unfinished("a value must follow", operator.end)
        return found

    def comma(self) -> bool:
        at = self.at
        while self.here.kind == "comma":
            self.take()
        return self.at > at

    def deepen(self, token: Token) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise FilterError("too many brackets within each other", token.start, 1)

    def unfinished(self, message: str, column: int | None = None) -> None:
        """Object to an end that wants more, unless the filter is still being typed."""
        if not self.lenient:
            raise FilterError(message, self.here.start if column is None else column)


def _is(token: Token, *words: str) -> bool:
    return token.kind == "word" and token.text.lower() in words


def _is_link(row: list[Token], at: int) -> bool:
    return row[at].text.lower() in ("http", "https") and row[at + 2].text.startswith("//")
