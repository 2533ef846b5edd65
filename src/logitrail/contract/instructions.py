"""A contract as short text for a prompt: what a prompt can say needs no mask.

The blocklist is never part of it: naming a word is the surest way to hear it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from logitrail.contract.blocklist import covers, find_blocked
from logitrail.contract.example import example_of
from logitrail.contract.explain import shown
from logitrail.contract.flat import CHOICES, ORIGINS, Flattener
from logitrail.contract.killed import cause_against, cause_in
from logitrail.contract.model import GrammarShape, JsonShape, RegexShape
from logitrail.contract.paths import ANY, Path
from logitrail.contract.phrases import CHINESE, ENGLISH, Language, Phrases
from logitrail.contract.spelling import spelling_at
from logitrail.contract.walk import Schema

if TYPE_CHECKING:
    from logitrail.contract.contract import Contract

_MOST_LISTED = 40
_LONGEST_DESCRIPTION = 160
_LONGEST_GRAMMAR = 2000
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class _Frame:
    """The sentences around the rules, in one language."""

    phrases: Phrases
    answer_object: str
    answer_value: str
    compact: str
    in_order: str
    in_any_order: str
    regex: str
    grammar: str
    text: str
    form: str
    example: str
    colon: str
    optional: str
    others: str
    names: str
    others_matching: str
    each: str
    place: str
    any_value: str
    again: str
    one_of_these: str
    description: str
    after: str


_FRAMES: Mapping[Language, _Frame] = {
    "en": _Frame(
        phrases=ENGLISH,
        answer_object="Answer with one JSON object on one line and nothing else.",
        answer_value="Answer with one JSON value on one line and nothing else.",
        compact=" Write no blanks outside of strings.",
        in_order="Its fields, in this order:",
        in_any_order="Its fields:",
        regex="Answer with a text that matches the regular expression {} from end to end, and nothing else.",
        grammar="Answer with a text of this grammar and nothing else.\n{}",
        text="Answer with a text of the same form as the example, and nothing else.",
        form="The form, to be filled in: {}",
        example="Example: {}",
        colon=": ",
        optional=" (may be left out)",
        others="any other name",
        names="any name",
        others_matching="any name that matches {}",
        each=", each item ",
        place="item {}",
        any_value="any value",
        again="the same as the one that it is part of",
        one_of_these="one of these:",
        description=" ({})",
        after="First think in free text. Then write {}, and behind it the answer, for which this holds:",
    ),
    "zh": _Frame(
        phrases=CHINESE,
        answer_object="只输出一个 JSON 对象，写在一行内，不要输出其他内容。",
        answer_value="只输出一个 JSON 值，写在一行内，不要输出其他内容。",
        compact="字符串之外不要有空格。",
        in_order="字段依次为：",
        in_any_order="字段如下：",
        regex="只输出一段从头到尾匹配正则表达式 {} 的文本，不要输出其他内容。",
        grammar="只输出一段符合以下语法的文本，不要输出其他内容。\n{}",
        text="只输出一段与示例形式相同的文本，不要输出其他内容。",
        form="待填写的形式：{}",
        example="示例：{}",
        colon="：",
        optional="（可省略）",
        others="其他任意名称",
        names="任意名称",
        others_matching="匹配 {} 的任意名称",
        each="，每项为",
        place="第 {} 项",
        any_value="任意值",
        again="与其所在的结构相同",
        one_of_these="以下之一：",
        description="（{}）",
        after="先自由思考，然后写出 {}，其后只写答案。对答案的要求：",
    ),
}


def instructions(contract: Contract, language: Language) -> str:
    """The contract in words, with one example that obeys it."""
    frame = _FRAMES[language]
    lines = [] if contract.prelude is None else [frame.after.format(contract.prelude.marker)]
    if contract.grounding is not None:
        from logitrail.grounding.prompting import rules

        return "\n".join([*lines, *rules(contract, language)])
    lines += _rules(contract, frame)
    example = example_of(replace(contract, prelude=None), language)
    if example is not None:
        lines.append((frame.form if isinstance(contract.shape, JsonShape) else frame.example).format(example))
    return "\n".join(lines)


def _rules(contract: Contract, frame: _Frame) -> Iterator[str]:
    shape = contract.shape
    if isinstance(shape, JsonShape):
        yield from _Writer(contract, shape.schema, frame).lines()
    elif isinstance(shape, RegexShape):
        yield frame.regex.format(shape.pattern) if _is_clean(contract, shape.pattern, ()) else frame.text
    else:
        assert isinstance(shape, GrammarShape)
        short = len(shape.lark) <= _LONGEST_GRAMMAR and _is_clean(contract, shape.lark, ())
        yield frame.grammar.format(shape.lark.strip()) if short else frame.text


def _is_clean(contract: Contract, text: str, path: Path) -> bool:
    """Whether a text holds no word that is blocked where it would have its effect."""
    return find_blocked(text, [rule for rule in contract.block_rules if covers(rule, path)]) is None


class _Writer:
    """Writes the rules of one schema: a line for each field, those of inner objects indented below it."""

    def __init__(self, contract: Contract, document: Schema, frame: _Frame) -> None:
        self._contract = contract
        self._document = document
        self._frame = frame
        self._flattener = Flattener(document)

    def lines(self) -> Iterator[str]:
        frame = self._frame
        flat = self._flattener.flat(self._document)
        blanks = frame.compact if self._contract.layout == "compact" else ""
        if isinstance(flat, dict) and flat.get("type") == "object" and flat.get("properties") and CHOICES not in flat:
            order = frame.in_any_order if self._contract.order == "any" else frame.in_order
            yield f"{frame.answer_object}{blanks} {order}".replace("。 ", "。")
            yield from self._fields(flat, (), flat[ORIGINS], "")
            return
        yield f"{frame.answer_value}{blanks}"
        first, below = self._described(self._document, (), frozenset(), "  ")
        yield f"- {first}"
        yield from below

    def _entry(self, label: str, schema: Schema, path: Path, above: frozenset[int], indent: str) -> Iterator[str]:
        """One line about a value, and those about what is in it."""
        first, below = self._described(schema, path, above, indent + "  ")
        yield f"{indent}- {label}{self._frame.colon}{first}"
        yield from below

    def _described(self, schema: Schema, path: Path, above: frozenset[int], indent: str) -> tuple[str, list[str]]:
        """What may stand at a place: what is said at once, and lines about what is in it."""
        frame = self._frame
        flat = self._flattener.flat(schema)
        if isinstance(flat, bool):
            return frame.any_value, []
        options = self._flattener.options(flat)
        said: list[tuple[str, list[str]]] = []
        for option in options:
            one = self._option(option, path, above, indent)
            if one is not None and one not in said:
                said.append(one)
        note = self._description(flat, path)
        simple = [text for text, below in said if not below]
        rich = [(text, below) for text, below in said if below]
        if len(rich) > 1:
            return frame.one_of_these + note, self._nested(rich, simple, indent)
        # What has an inside comes last, so that the inside stands below it.
        text = frame.phrases.either.join([*simple, *(text for text, _ in rich)]) or frame.any_value
        return text + note + (frame.colon.rstrip() if rich else ""), rich[0][1] if rich else []

    def _nested(self, rich: list[tuple[str, list[str]]], simple: list[str], indent: str) -> list[str]:
        lines = [f"{indent}- {text}" for text in simple]
        for text, below in rich:
            lines.append(f"{indent}- {text}{self._frame.colon.rstrip()}")
            lines += ["  " + line for line in below]
        return lines

    def _description(self, flat: dict[str, Any], path: Path) -> str:
        text = " ".join(str(flat.get("description") or "").split())
        if not text or not _is_clean(self._contract, text, path):
            return ""
        if len(text) > _LONGEST_DESCRIPTION:
            text = text[: _LONGEST_DESCRIPTION - 1] + "…"
        return self._frame.description.format(text)

    def _option(
        self, flat: dict[str, Any], path: Path, above: frozenset[int], indent: str
    ) -> tuple[str, list[str]] | None:
        """One alternative; ``None`` where nothing of it can be written."""
        frame, phrases = self._frame, self._frame.phrases
        spelling = spelling_at(self._contract.spellings, path)
        if spelling is not None and flat.get("type") == "string" and "enum" not in flat:
            members = self._alive(spelling.canonical, path)
            listed = phrases.leaf({"enum": members}, most=_MOST_LISTED) if members else None
            return (phrases.any_case.format(listed), []) if listed else None
        if "enum" in flat:
            values = self._alive(flat["enum"], path)
            return (phrases.leaf({"enum": values}, most=_MOST_LISTED) or "", []) if values else None
        if flat[ORIGINS] & above or len(path) > _DEEPEST:
            return frame.again, []
        patterns = [p for p in flat.get("pattern", ()) if _is_clean(self._contract, p, path)]
        text = phrases.leaf({**flat, "pattern": patterns}) or frame.any_value
        below: list[str] = []
        inner = above | flat[ORIGINS]
        kinds = flat.get("type", ())
        if "object" in kinds:
            below += self._fields(flat, path, inner, indent)
        if "array" in kinds:
            for i, item in enumerate(flat.get("prefixItems", ())):
                below += self._entry(frame.place.format(i + 1), item, (*path, i), inner, indent)
            items = flat.get("items", True)
            if isinstance(items, dict):
                each, lines = self._described(items, (*path, ANY), inner, indent)
                text += frame.each + each
                below += lines
        if below:
            text = text.removesuffix(frame.colon.rstrip())
        return text, below

    def _alive(self, values: Any, path: Path) -> list[Any]:
        return [value for value in values if cause_against(value, self._contract.block_rules, path) is None]

    def _fields(self, flat: dict[str, Any], path: Path, above: frozenset[int], indent: str) -> Iterator[str]:
        frame = self._frame
        required = flat.get("required", ())
        properties = flat.get("properties", {})
        for name in dict.fromkeys([*properties, *required]):
            if properties.get(name) is False or not self._may_be_named(name, path):
                continue
            label = shown(name) + ("" if name in required else frame.optional)
            schema = properties.get(name, flat.get("additionalProperties", True))
            yield from self._entry(label, schema, (*path, name), above, indent)
        for pattern, schema in flat.get("patternProperties", {}).items():
            if schema is not False and _is_clean(self._contract, pattern, path):
                label = frame.others_matching.format(pattern)
                yield from self._entry(label, schema, (*path, ANY), above, indent)
        extra = flat.get("additionalProperties", True)
        if isinstance(extra, dict):
            label = frame.others if properties else frame.names
            yield from self._entry(label, extra, (*path, ANY), above, indent)

    def _may_be_named(self, name: str, path: Path) -> bool:
        return cause_in(name, self._contract.block_rules, path, is_key=True) is None
