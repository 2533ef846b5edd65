"""Whether instructions spare the mask work: ``python -m bench.instruct``.

The same prompts and contracts, greedy, without the contract in the prompt and with it: pressure (−ln α summed over the
text), overrides (steps at which the model's own first choice was not allowed), and how many of the values are right,
since an example in a prompt is also something to copy.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass
from typing import Any

import logitrail as lt
from bench.prompts import CASES, Case
from logitrail.decoding.model import Model

EXPECTED: dict[str, dict[str, Any]] = {
    "person, five fields": {
        "name": "Alice Johnson", "age": 34, "city": "Rotterdam", "job": "structural engineer", "kind": "inactive",
    },
    "invoice": {
        "invoice_number": "INV-2024-00817", "supplier": "Nordwind Logistics GmbH", "issue_date": "2024-03-18",
        "total_amount": 18450.75, "currency": "EUR", "bank": "Deutsche Handelsbank",
    },
    "patient": {
        "patient_name": "Maria Gonzalez", "patient_id": "77-3021", "hospital": "St. Bartholomew Hospital",
        "diagnosis": "acute appendicitis", "doctor": "Ingrid Svensson", "medication": "cefuroxime", "dose_mg": 750,
    },
    "agreement": {
        "carrier": "Blue Harbor Shipping Limited", "shipper": "Castellane Foods S.A.", "governing_law": "Singapore",
        "effective_date": "1 September 2023", "end_date": "31 August 2026",
    },
    "earnings": {
        "company": "Helios Semiconductor", "quarter": "third quarter", "revenue_million": 412.6, "growth_percent": 11.3,
        "operating_income_million": 57.9, "chief_executive": "Thomas Albrecht",
    },
    "public notice": {
        "department": "Department of Public Works", "location": "Lindenhurst Bridge", "reason": "maintenance",
        "start": "7 May", "end": "19 May", "contact_name": "Daniel Okafor",
        "contact_email": "okafor@publicworks.example.org",
    },
}  # fmt: skip
"""By case: what its text says. A text is right when it holds what is expected, a number when it is equal."""


@dataclass(frozen=True, slots=True)
class Run:
    """One output, measured."""

    pressure: float
    overrides: int
    right: int
    prompt_tokens: int
    text: str


def main() -> None:
    """Runs and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="smollm2")
    parser.add_argument("--layout", default="auto", choices=("auto", "compact", "spaced"))
    parser.add_argument("--show", action="store_true", help="print the outputs, too")
    arguments = parser.parse_args()
    model = lt.load(arguments.model)
    cases = [case for case in CASES if case.name in EXPECTED]
    pairs = []
    print(f"{'':<22}{'pressure':>18}{'overrides':>16}{'right values':>18}{'prompt tokens':>18}")
    for case in cases:
        plain, told = (_run(model, case, arguments.layout, instruct=instruct) for instruct in (False, True))
        pairs.append((plain, told))
        print(
            f"{case.name:<22}{plain.pressure:>9.1f} ->{told.pressure:>6.1f}{plain.overrides:>9} ->{told.overrides:>4}"
            f"{plain.right:>11} ->{told.right:>2} of {len(EXPECTED[case.name])}"
            f"{plain.prompt_tokens:>9} ->{told.prompt_tokens:>5}"
        )
        if arguments.show:
            print(f"  without: {plain.text}\n  with:    {told.text}")
    for name in ("pressure", "overrides"):
        before, after = (statistics.fmean(getattr(pair[i], name) for pair in pairs) for i in (0, 1))
        lower = sum(getattr(told, name) < getattr(plain, name) for plain, told in pairs)
        print(
            f"{name}: mean {before:.1f} -> {after:.1f} ({after / before:.2f} times), lower in {lower} of {len(pairs)}"
        )
    right = [sum(pair[i].right for pair in pairs) for i in (0, 1)]
    print(f"right values: {right[0]} -> {right[1]} of {sum(len(EXPECTED[case.name]) for case in cases)}")


def _run(model: Model, case: Case, layout: Any, *, instruct: bool) -> Run:
    contract = lt.Contract.from_schema(case.schema, layout=layout)
    result = model.generate(case.messages, contract, instruct=instruct, max_tokens=256)
    assert result.trace is not None
    assert result.trace.pressure is not None
    return Run(
        result.trace.pressure,
        result.trace.overrides,
        sum(_is_right(result.value[name], wanted) for name, wanted in EXPECTED[case.name].items()),
        result.usage.prompt_tokens,
        result.text,
    )


def _is_right(got: Any, wanted: Any) -> bool:
    return wanted.lower() in str(got).lower() if isinstance(wanted, str) else bool(got == wanted)


if __name__ == "__main__":
    main()
