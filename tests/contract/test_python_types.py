from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, NoReturn, Optional

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator
from typing_extensions import TypedDict

from logitrail.contract import Contract, JsonShape
from logitrail.errors import SchemaError


def upper(text: str) -> str:
    return text.upper()


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Line(BaseModel):
    model_config = ConfigDict(extra="forbid")
    amount: int = Field(ge=1, le=5)
    label: Annotated[str, AfterValidator(upper)]


class Order(BaseModel):
    kind: Kind
    day: date
    lines: list[Line]
    note: str | None = None
    code: str = Field("x", alias="Code")

    @field_validator("note")
    @classmethod
    def short(cls, value: str | None) -> str | None:
        return value

    @model_validator(mode="after")
    def consistent(self) -> Order:
        return self


@dataclass
class Point:
    x: int
    y: int = 0

    def __post_init__(self) -> None:
        self.y = abs(self.y)


class Pair(TypedDict):
    left: int
    right: str


class Node(BaseModel):
    value: Annotated[str, AfterValidator(upper)]
    children: list[Node] = []


def test_a_model_is_its_schema_and_keeps_its_reader() -> None:
    contract = Contract.from_schema(Order)
    text = '{"kind": "a", "day": "2024-02-29", "lines": [{"amount": 3, "label": "x"}], "note": null, "Code": "c"}'
    assert contract.accepts(text)
    assert not contract.accepts(text.replace("2024", "2023"))
    assert not contract.accepts(text.replace('"amount": 3', '"amount": 6'))
    assert contract.adapter is not None
    parsed = contract.adapter.validate_json(text)
    assert isinstance(parsed, Order)
    assert parsed.lines[0].label == "X"
    assert Contract.from_type(Order) == contract


def test_python_validators_are_notes_with_field_and_name() -> None:
    notes = Contract.from_schema(Order).check().notes
    tail = "runs in r.parsed; it is not part of the mask"
    assert notes == (
        f"$: validator 'Order.consistent' (after) {tail}",
        f"$.lines.*.label: validator 'upper' (after) {tail}",
        f"$.note: validator 'Order.short' (after) {tail}",
    )


def test_validators_of_recursive_models_and_dataclasses_are_found_once() -> None:
    assert [note.split(" (")[0] for note in Contract.from_type(Node).check().notes] == ["$.value: validator 'upper'"]
    assert [note.split(" (")[0] for note in Contract.from_type(list[Point]).check().notes] == [
        "$.*: validator 'Point.__post_init__'"
    ]


def test_types_that_only_convert_are_no_validators() -> None:
    from ipaddress import IPv4Address
    from uuid import UUID

    assert Contract.from_type(dict[str, UUID | IPv4Address | date]).check().notes == ()


def test_closing_a_model() -> None:
    contract = Contract.from_schema(Order, closed=True)
    assert isinstance(contract.shape, JsonShape)
    assert isinstance(contract.shape.schema, dict)
    assert contract.shape.schema["additionalProperties"] is False
    assert contract.adapter is not None


@pytest.mark.parametrize(
    ("python_type", "good", "bad"),
    [
        (Literal["a", 1, None], ['"a"', "1", "null"], ['"b"', "2"]),
        (Kind, ['"a"', '"b"'], ['"A"', '"c"']),
        (int, ["0", "-7"], ["1.5", '"1"']),
        (float, ["1.5", "2"], ['"x"']),
        (bool, ["true"], ["1"]),
        (None, ["null"], ["0"]),
        (Optional[str], ["null", '"中文"'], ["1"]),  # noqa: UP045  the old spelling is still met
        (int | str, ["1", '"x"'], ["null"]),
        (list[int], ["[]", "[1,2]"], ['["x"]', "{}"]),
        (tuple[int, str], ['[1,"x"]'], ["[1]", '["x",1]']),
        (dict[str, int], ["{}", '{"键":1}'], ['{"a":"x"}']),
        (Point, ['{"x":1}', '{"x":1,"y":2}'], ["{}", '{"y":1}']),
        (Pair, ['{"left":1,"right":"x"}'], ['{"left":1}']),
        (Annotated[int, Field(ge=3, lt=5)], ["3", "4"], ["2", "5"]),
        (Any, ["null", '{"a":[]}'], []),
    ],
)
def test_types(python_type: Any, good: list[str], bad: list[str]) -> None:
    contract = Contract.from_type(python_type)
    assert [text for text in good if not contract.accepts(text)] == []
    assert [text for text in bad if contract.accepts(text)] == []


@pytest.mark.parametrize("python_type", [Callable[[int], int], NoReturn, 5, object()])
def test_types_without_a_schema_are_refused(python_type: Any) -> None:
    with pytest.raises(SchemaError, match="has no JSON Schema"):
        Contract.from_type(python_type)


def test_a_string_is_no_type() -> None:
    with pytest.raises(SchemaError, match="the string 'int'"):
        Contract.from_type("int")


def test_a_set_holds_nothing_twice() -> None:
    contract = Contract.from_type(set[int])
    assert contract.accepts("[1,2]")
    assert not contract.accepts("[1,1]")


@pytest.mark.parametrize(("python_type", "name"), [(SecretStr, "password"), (bytes, "binary")])
def test_formats_that_are_none_are_noted(python_type: Any, name: str) -> None:
    contract = Contract.from_type(python_type)
    assert contract.accepts('"x"')
    assert any(f"'{name}' is no format" in note for note in contract.check().notes)


def test_a_saved_contract_has_lost_its_type_and_says_so() -> None:
    contract = Contract.from_schema(Order)
    loaded = Contract.from_dict(contract.to_dict())
    assert loaded == contract
    assert loaded.adapter is None
    lost = "$: saved without its Python type: r.parsed is None, and its Python validators do not run"
    assert loaded.notes == (*contract.notes, lost)
    assert loaded.to_dict() == contract.to_dict()
