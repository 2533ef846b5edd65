from __future__ import annotations

import json
from typing import Any

import pytest

from logitrail.contract import BlockRule, Contract, register_rule
from logitrail.contract.model import Custom
from logitrail.errors import ContractError, OptionError
from tests.hosts import eager_model, random_model


@register_rule("test: few words")
class FewWords:
    """No value has more words than a limit, nor none at all."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def begin(self, path: tuple[str | int, ...], is_key: bool) -> tuple[int, bool] | None:
        return None if is_key else (0, False)

    def feed(self, state: tuple[int, bool], text: str) -> tuple[int, bool] | None:
        count, inside = state
        for char in text:
            count += char != " " and not inside
            inside = char != " "
        return (count, inside) if count <= self.limit else None

    def may_end(self, state: tuple[int, bool]) -> bool:
        return state[0] > 0


TEXT = Contract.from_rules({"title": {"type": "text", "max_length": 30}, "note": {"type": "text", "max_length": 30}})
RULED = TEXT.obeying("test: few words", fields=["/title"], limit=2)


def test_texts_are_held_to_it() -> None:
    assert RULED.accepts('{"title": "two words", "note": "and here as many as one likes"}')
    (violation,) = RULED.violations('{"title": "three words now", "note": ""}')
    assert violation.path == "$.title"
    assert violation.rule == 'rule "test: few words"'
    assert violation.reason == 'the value breaks the rule "test: few words": got "three words now"'
    assert not RULED.accepts('{"title": "", "note": ""}')
    (empty,) = Contract.from_regex("[a-z ]*").obeying("test: few words", limit=1).violations("")
    assert empty.reason == 'the text breaks the rule "test: few words": got ""'


def test_the_decoder_keeps_to_it() -> None:
    wish = '{"title": "what a long title this is", "note": "with a long note"}'
    result = eager_model(wish).generate("x", RULED, max_tokens=200)
    assert RULED.violations(result.text) == []
    assert result.value["title"].startswith("what a")
    for seed in range(10):
        result = random_model(seed).generate("x", RULED, max_tokens=120, temperature=1.0, seed=seed)
        assert RULED.violations(result.text) == []


def test_masks_are_explained() -> None:
    found = random_model(1).explain("x", RULED, prefix='{"title": "two words ', tokens=["x"])
    assert found.asked[0].reason == "it would complete a blocked word, or break a registered rule"


def test_it_is_carried_by_name_and_options() -> None:
    assert RULED.block_rules == (BlockRule((), ("/title",), custom=Custom("test: few words", '{"limit": 2}')),)
    data = json.loads(json.dumps(RULED.to_dict()))
    assert data["block"] == [{"rule": "test: few words", "options": {"limit": 2}, "fields": ["/title"]}]
    assert Contract.from_dict(data) == RULED
    assert TEXT.obeying("test: few words", limit=3, fields=["/title"]).fingerprint != RULED.fingerprint


def test_conflicts_name_it() -> None:
    values = Contract.from_rules({"a": {"type": "enum", "values": ["a b c", "d e f"]}})
    (conflict,) = values.obeying("test: few words", limit=2).check().conflicts
    assert conflict.rules[1:] == ('rule "test: few words" (everywhere)',)
    assert conflict.hint.startswith('take rule "test: few words" off')
    pattern = Contract.from_rules({"a": {"type": "regex", "pattern": "a b [c-f]"}})
    (conflict,) = pattern.obeying("test: few words", limit=2).check().conflicts
    assert conflict.rules == (
        'pattern "^(?:a b [c-f])$" at $.properties.a',
        'rule "test: few words" (everywhere)',
    )
    some = Contract.from_rules({"a": {"type": "enum", "values": ["a b c", "d"]}}).obeying("test: few words", limit=2)
    assert some.check().notes == ('$.a: blocked values that can never be written: "a b c" by rule "test: few words"',)


@pytest.mark.parametrize(
    ("name", "options", "message", "hint"),
    [
        ("test: few word", {"limit": 1}, "no rule 'test: few word' is registered", "did you mean 'test: few words'?"),
        ("unheard-of", {}, "no rule 'unheard-of' is registered", "import the module that registers it"),
        ("test: few words", {"limt": 1}, "does not take these options", None),
        ("test: few words", {"limit": {1}}, "cannot be saved", None),
        ("test: few words", {"limit": (1,)}, "do not come back from JSON as they are", "give lists for tuples"),
        ("test: few words", {"limit": float("nan")}, "cannot be saved", None),
        ("test: few words", {"limit": 1, "fields": ["/x"]}, "no value of this contract has the field '/x'", None),
    ],
)
def test_what_cannot_be(name: str, options: dict[str, Any], message: str, hint: str | None) -> None:
    with pytest.raises(ContractError) as caught:
        TEXT.obeying(name, **options)
    assert message in caught.value.message
    assert hint is None or (caught.value.hint or "").startswith(hint)


def test_data_of_a_rule_that_is_not_registered() -> None:
    data = RULED.to_dict()
    data["block"][0]["rule"] = "unheard-of"
    with pytest.raises(ContractError, match="no rule 'unheard-of' is registered"):
        Contract.from_dict(data)
    data["block"][0] = {"rule": "test: few words", "options": [2]}
    with pytest.raises(ContractError) as caught:
        Contract.from_dict(data)
    assert caught.value.path == "$.block[0].options"


def test_registering_what_cannot_be() -> None:
    with pytest.raises(OptionError, match="expected a name"):
        register_rule("")
    with pytest.raises(OptionError, match="Half lacks feed, may_end"):

        @register_rule("test: half")
        class Half:
            def begin(self, path: tuple[str | int, ...], is_key: bool) -> None: ...

    with pytest.raises(OptionError, match=r"is registered already, by .*FewWords"):

        @register_rule("test: few words")
        class Other(FewWords):
            pass

    register_rule("test: few words")(FewWords)  # a module that is loaded again
