"""Keywords of the JSON Schema drafts, and what is said about those that have no effect."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from logitrail.contract.formats import NAMES
from logitrail.contract.paths import render
from logitrail.contract.walk import Schema, subschemas

_DRAFT_4 = frozenset(
    "$ref $schema additionalItems additionalProperties allOf anyOf default definitions dependencies description enum"
    " exclusiveMaximum exclusiveMinimum format id items maxItems maxLength maxProperties maximum minItems minLength"
    " minProperties minimum multipleOf not oneOf pattern patternProperties properties required title type"
    " uniqueItems".split()
)
_DRAFT_6 = _DRAFT_4 - {"id"} | {"$id", "const", "contains", "examples", "propertyNames"}
_DRAFT_7 = _DRAFT_6 | frozenset("$comment contentEncoding contentMediaType else if readOnly then writeOnly".split())
_DRAFT_2019 = _DRAFT_7 | frozenset(
    "$anchor $defs $recursiveAnchor $recursiveRef $vocabulary contentSchema dependentRequired dependentSchemas"
    " deprecated maxContains minContains unevaluatedItems unevaluatedProperties".split()
)
_DRAFT_2020 = _DRAFT_2019 - {"$recursiveAnchor", "$recursiveRef", "additionalItems"} | {
    "$dynamicAnchor", "$dynamicRef", "prefixItems",
}  # fmt: skip

_DRAFTS = {
    "draft-04": _DRAFT_4, "draft-06": _DRAFT_6, "draft-07": _DRAFT_7, "2019-09": _DRAFT_2019, "2020-12": _DRAFT_2020,
}  # fmt: skip
_EVERY = frozenset().union(*_DRAFTS.values())

#: OpenAPI and editors write these; they are read by people and tools and constrain nothing.
_ANNOTATIONS = frozenset({"discriminator", "example", "externalDocs", "xml", "$defs", "definitions", "deprecated"})
#: Described as annotations by their draft, although they look as if they constrain.
_CONTENT = ("contentEncoding", "contentMediaType", "contentSchema")


def draft_of(schema: Schema) -> str:
    """The draft that the schema names in ``$schema``: ``"2020-12"`` where it names none."""
    name = schema.get("$schema") if isinstance(schema, dict) else None
    if isinstance(name, str):
        for draft in _DRAFTS:
            if f"/{draft}/" in name:
                return draft
    return "2020-12"


#: Keywords that a schema is written in when its meta-schema names the vocabularies; those of ``core`` always hold.
VOCABULARIES: dict[str, frozenset[str]] = {
    "core": frozenset("$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary"
                      " $recursiveAnchor $recursiveRef".split()),
    "applicator": frozenset("additionalItems additionalProperties allOf anyOf contains dependentSchemas else if items"
                            " maxContains minContains not oneOf patternProperties prefixItems properties propertyNames"
                            " then".split()),
    "unevaluated": frozenset(("unevaluatedItems", "unevaluatedProperties")),
    "validation": frozenset("const dependentRequired enum exclusiveMaximum exclusiveMinimum maxContains maxItems"
                            " maxLength maxProperties maximum minContains minItems minLength minProperties minimum"
                            " multipleOf pattern required type uniqueItems".split()),
    "format": frozenset(("format",)), "format-annotation": frozenset(("format",)),
    "format-assertion": frozenset(("format",)),
    "content": frozenset(("contentEncoding", "contentMediaType", "contentSchema")),
    "meta-data": frozenset("title description default deprecated readOnly writeOnly examples".split()),
}  # fmt: skip


def spoken(meta_schema: Schema) -> frozenset[str] | None:
    """The keywords of the vocabularies that a meta-schema names; ``None`` where it names none."""
    named = meta_schema.get("$vocabulary") if isinstance(meta_schema, dict) else None
    if not isinstance(named, dict):
        return None
    known = (VOCABULARIES.get(address.rsplit("/", 1)[-1], frozenset()) for address in named)
    return VOCABULARIES["core"].union(*known)


def known_keywords(draft: str) -> frozenset[str]:
    """The keywords of a draft."""
    return _DRAFTS[draft]


def closest(word: str, words: Iterable[str]) -> str | None:
    """The one of ``words`` that ``word`` most likely means, or ``None``."""
    by_fold = {known.casefold(): known for known in words}
    found = difflib.get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else None


def keyword_notes(schema: Schema) -> Iterator[str]:
    """One sentence for every keyword that has no effect, with its place."""
    draft = draft_of(schema)
    known = _DRAFTS[draft]
    for place, here in subschemas(schema):
        if isinstance(here, bool):
            continue
        for keyword in here:
            if keyword in _CONTENT and keyword in known:
                yield f"{render((*place, keyword))}: {keyword!r} is an annotation: the string's content is not enforced"
            elif keyword not in known and keyword not in _ANNOTATIONS and not keyword.startswith("x-"):
                yield f"{render((*place, keyword))}: {_no_effect(keyword, draft, known)}"
            elif keyword == "format" and isinstance(here[keyword], str) and here[keyword] not in NAMES:
                meant = closest(here[keyword], NAMES)
                advice = f"; did you mean {meant!r}?" if meant else ""
                yield (
                    f"{render((*place, keyword))}: {here[keyword]!r} is no format of JSON Schema and is not enforced"
                    f"{advice}"
                )


def _no_effect(keyword: str, draft: str, known: frozenset[str]) -> str:
    if keyword == "nullable":
        return "'nullable' is OpenAPI 3.0 and has no effect; write type: [..., \"null\"]"
    if keyword in _EVERY:
        return f"{keyword!r} is not a keyword of JSON Schema {draft} and has no effect there"
    meant = closest(keyword, known)
    advice = f"; did you mean {meant!r}?" if meant else ""
    return f"{keyword!r} is not a keyword of JSON Schema and has no effect{advice}"
