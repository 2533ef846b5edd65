"""What keywords of a schema ask for, in words of two languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from logitrail.contract.explain import shown
from logitrail.contract.formats import EXACT_LENGTHS, EXACT_PATTERNS

Language = Literal["en", "zh"]

_EXACT = frozenset(EXACT_PATTERNS.values())


@dataclass(frozen=True, slots=True)
class Phrases:
    """Words of one language; those in braces are filled in.

    Attributes:
        kinds: A value of each type.
        value: A value of any type, when limits follow.
        before_limits: Between a type and its limits.
        between_limits: Between limits.
        listing: Between values.
        either: Between alternatives.
        one_of: An enumeration.
        any_case: An enumeration in any letter case.
        more: Values that were left out.
        within: A number between two bounds.
        least: A number with a lower bound.
        most: A number with an upper bound.
        above: A number with a lower bound that it must not reach.
        below: A number with an upper bound that it must not reach.
        strict: Words for "that bound", where draft 4 makes one strict.
        multiple: A number with a step.
        format: A text of a format.
        matches: A text under a pattern.
        units: What ``Length``, ``Items`` and ``Properties`` count.
        exactly: A count.
        count_within: A count between two bounds.
        count_least: A count with a lower bound.
        count_most: A count with an upper bound.
    """

    kinds: Mapping[str, str]
    value: str
    before_limits: str
    between_limits: str
    listing: str
    either: str
    one_of: str
    any_case: str
    more: str
    within: str
    least: str
    most: str
    above: str
    below: str
    strict: str
    multiple: str
    format: str
    matches: str
    units: Mapping[str, str]
    exactly: str
    count_within: str
    count_least: str
    count_most: str

    def leaf(self, schema: Mapping[str, Any], *, most: int = 12) -> str | None:
        """What the keywords of one schema ask for, its references and combinations left out; ``None`` for nothing.

        Args:
            schema: A schema; ``pattern`` may be a list of several.
            most: Enumerated values that are listed.
        """
        if "const" in schema:
            return shown(schema["const"])
        if "enum" in schema:
            values = schema["enum"]
            return self.one_of.format(self.values(values, most)) if len(values) > 1 else shown(values[0])
        kinds = schema.get("type")
        if kinds is None:
            limits = [*self._bounds(schema), *self._texts(schema), *self._counts(schema, "Items")]
            return self._limited(self.value, limits) if limits else None
        return self.either.join(self._typed(schema, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds))

    def values(self, values: Sequence[Any], most: int) -> str:
        """Values as JSON; beyond ``most`` their number."""
        head = self.listing.join(shown(value) for value in values[:most])
        return head if len(values) <= most else head + self.more.format(len(values))

    def _typed(self, schema: Mapping[str, Any], kind: str) -> str:
        limits: list[str] = []
        if kind in ("integer", "number"):
            limits = self._bounds(schema)
        elif kind == "string":
            limits = self._texts(schema)
        elif kind == "array":
            limits = self._counts(schema, "Items")
        elif kind == "object":
            limits = self._counts(schema, "Properties")
        return self._limited(self.kinds[kind], limits)

    def _limited(self, kind: str, limits: Sequence[str]) -> str:
        return self.before_limits.join([kind, self.between_limits.join(limits)]) if limits else kind

    def _bounds(self, schema: Mapping[str, Any]) -> list[str]:
        low, high = schema.get("minimum"), schema.get("maximum")
        out: list[str] = []
        if low is not None and high is not None:
            out.append(self.within.format(shown(low), shown(high)))
        elif low is not None:
            out.append(self.least.format(shown(low)))
        elif high is not None:
            out.append(self.most.format(shown(high)))
        for keyword, words in (("exclusiveMinimum", self.above), ("exclusiveMaximum", self.below)):
            bound = schema.get(keyword)
            if bound is not None and bound is not False:  # draft 4: true makes the other bound a strict one
                out.append(words.format(self.strict if bound is True else shown(bound)))
        if "multipleOf" in schema:
            out.append(self.multiple.format(shown(schema["multipleOf"])))
        return out

    def _texts(self, schema: Mapping[str, Any]) -> list[str]:
        name = schema.get("format")
        out = [self.format.format(name)] if name is not None else []
        if name not in EXACT_LENGTHS or EXACT_LENGTHS[name] != schema.get("maxLength"):  # else the format says it
            out += self._counts(schema, "Length")
        patterns = schema.get("pattern", [])
        for pattern in [patterns] if isinstance(patterns, str) else patterns:
            if pattern not in _EXACT:
                out.append(self.matches.format(pattern))
        return out

    def _counts(self, schema: Mapping[str, Any], suffix: str) -> list[str]:
        low, high, unit = schema.get(f"min{suffix}"), schema.get(f"max{suffix}"), self.units[suffix]
        if low is not None and high is not None:
            return [self.exactly.format(low, unit) if low == high else self.count_within.format(low, high, unit)]
        if low is not None:
            return [self.count_least.format(low, unit)]
        return [self.count_most.format(high, unit)] if high is not None else []


ENGLISH = Phrases(
    kinds={
        "integer": "an integer", "number": "a number", "string": "a string", "boolean": "true or false",
        "null": "null", "object": "an object", "array": "a list",
    },
    value="a value",
    before_limits=" ",
    between_limits=", ",
    listing=", ",
    either=" or ",
    one_of="one of {}",
    any_case="{}, in any letter case",
    more=", … ({} in all)",
    within="from {} to {}",
    least="of at least {}",
    most="of at most {}",
    above="more than {}",
    below="less than {}",
    strict="that bound",
    multiple="that is a multiple of {}",
    format="of format {!r}",
    matches="that matches {}",
    units={"Length": "characters", "Items": "items", "Properties": "properties"},
    exactly="of {} {}",
    count_within="of {} to {} {}",
    count_least="of at least {} {}",
    count_most="of at most {} {}",
)  # fmt: skip

CHINESE = Phrases(
    kinds={
        "integer": "整数", "number": "数字", "string": "字符串", "boolean": "true 或 false",
        "null": "null", "object": "对象", "array": "列表",
    },
    value="值",
    before_limits="，",
    between_limits="，",
    listing="、",
    either=" 或 ",
    one_of="以下之一：{}",
    any_case="{}，不分大小写",
    more="……（共 {} 个）",
    within="{} 到 {}",
    least="不小于 {}",
    most="不大于 {}",
    above="大于 {}",
    below="小于 {}",
    strict="该界限",
    multiple="是 {} 的倍数",
    format="格式为 {}",
    matches="匹配 {}",
    units={"Length": "个字符", "Items": "项", "Properties": "个字段"},
    exactly="{} {}",
    count_within="{} 到 {} {}",
    count_least="至少 {} {}",
    count_most="最多 {} {}",
)  # fmt: skip
