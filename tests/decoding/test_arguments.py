"""What is no contract, no pair and no option is said so at once."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

import logitrail as lt
from logitrail.backends.load import load
from logitrail.errors import OptionError, UnknownModelError
from tests.contracts40 import closed
from tests.hosts import random_model


class Person(BaseModel):
    name: str


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"type": "object"}, "Contract.from_schema(…)"),
        ('{"type": "object"}', "Contract.from_schema(…)"),
        ("contract.yaml", "Contract.from_file(…)"),
        (Person, "Contract.from_schema(…)"),
        (int, "Contract.from_type(…)"),
    ],
)
def test_what_is_no_contract(given: Any, hint: str) -> None:
    model = random_model(0)
    for call in (
        lambda: model.generate("p", given),
        lambda: model.generate_batch([("p", given)]),
        lambda: model.stream("p", given),
    ):
        with pytest.raises(OptionError, match="expected a Contract") as caught:
            call()
        assert caught.value.path == "contract"
        assert hint in str(caught.value.hint)


def test_a_batch_is_made_of_pairs() -> None:
    with pytest.raises(OptionError, match="expected a pair of prompt and contract, got 'a'") as caught:
        random_model(0).generate_batch(["a", "b"])  # type: ignore[list-item]
    assert caught.value.path == "requests[0]"


def test_names_of_models() -> None:
    with pytest.raises(OptionError, match="expected a name, got 3"):
        load(3)  # type: ignore[call-overload]
    with pytest.raises(UnknownModelError, match="embedded are gemma3-270m and smollm2") as caught:
        load("SmolLM2")
    assert caught.value.hint == 'lt.load("smollm2"), or lt.load("transformers:SmolLM2") for an id of the hub'
    with pytest.raises(OptionError, match="expected float32, bfloat16 or float16, got 'floot'"):
        load("smollm2", dtype="floot")


def test_the_fields_of_a_model_class_are_all_there_are() -> None:
    assert not lt.Contract.from_schema(Person).accepts('{"name": "Bo", "extra": 1}')
    assert lt.Contract.from_schema(Person, closed=False).accepts('{"name": "Bo", "extra": 1}')
    assert lt.Contract.from_schema(Open).accepts('{"name": "Bo", "extra": 1}')
    assert not lt.Contract.from_type(Person).accepts('{"name": "Bo", "extra": 1}')
    assert lt.Contract.from_schema(Person.model_json_schema()).accepts('{"name": "Bo", "extra": 1}')


def test_values_that_are_not_the_models_are_counted() -> None:
    contract = lt.Contract.from_schema(closed(a={"type": "string"}, b={"type": "integer"}))
    result = random_model(1).generate("p", contract, max_tokens=16)
    assert result.finish_reason == "closed"
    assert result.trace is not None
    written = [result.trace.fields[pointer].closed for pointer in ("/a", "/b")]
    said = f"{sum(written)} of 2 values are not the model's: they were written to end the text validly (closed)"
    assert said in result.warnings


def test_fields_that_a_schema_does_not_name_are_noted() -> None:
    contract = lt.Contract.from_schema({"type": "object", "properties": {"name": {"type": "string"}}})
    notes = contract.excluding(["Ann"], fields=["/nmae"]).check().notes
    assert any("names no field '/nmae'" in note and "did you mean '/name'?" in note for note in notes)
    assert contract.excluding(["Ann"], fields=["/name"]).check().notes == ()


def test_every_blocked_word_is_a_violation() -> None:
    contract = lt.Contract.from_schema({"type": "string"}).excluding(["confidential", "机密"])
    rules = [violation.rule for violation in contract.violations('"confidential 机密 confidential"')]
    assert rules == ['blocked word "confidential"', 'blocked word "机密"']


def test_names_in_both_schemas_are_refused_when_joined() -> None:
    left = {"$ref": "#x", "$defs": {"a": {"$anchor": "x", "type": "integer"}}}
    right = {"$ref": "#x", "$defs": {"a": {"$anchor": "x", "maximum": 5}}}
    with pytest.raises(lt.errors.SchemaError, match="both schemas are called 'x'"):
        lt.Contract.from_schema(left) & lt.Contract.from_schema(right)
    assert (lt.Contract.from_schema(left) & lt.Contract.from_schema(left)).accepts("4")


def test_a_conflict_that_shows_needs_no_search() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    blocked = lt.Contract.from_schema(schema, order="any").excluding(["a"])
    with pytest.raises(lt.errors.ConflictError, match='the required name "a" holds the blocked word "a"'):
        random_model(0).generate("p", blocked)
