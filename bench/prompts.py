"""Extraction prompts, each with the schema of its answer."""

from __future__ import annotations

from typing import Any, NamedTuple

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
INTEGER: dict[str, Any] = {"type": "integer"}
BOOLEAN: dict[str, Any] = {"type": "boolean"}


class Case(NamedTuple):
    """One prompt and the schema of its answer."""

    name: str
    prompt: str
    schema: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, str]]:
        """The prompt as chat messages."""
        return [{"role": "user", "content": self.prompt}]


def _record(**properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


CASES = [
    Case(
        "person, five fields",
        "Extract name, age, city, job and kind as JSON.\n\nAlice Johnson, aged 34, works as a structural engineer in "
        "Rotterdam. Her account is currently inactive.",
        _record(
            name=TEXT,
            age={"type": "integer", "minimum": 1, "maximum": 120},
            city=TEXT,
            job=TEXT,
            kind={"enum": ["active", "inactive", "pending"]},
        ),
    ),
    Case(
        "invoice",
        "Extract the invoice as JSON.\n\nInvoice INV-2024-00817 was issued by Nordwind Logistics GmbH on 2024-03-18. "
        "The total amount due is 18450.75 EUR, payable within 30 days to Deutsche Handelsbank.",
        _record(
            invoice_number=TEXT,
            supplier=TEXT,
            issue_date={"type": "string", "format": "date"},
            total_amount=NUMBER,
            currency={"enum": ["EUR", "USD", "GBP"]},
            bank=TEXT,
        ),
    ),
    Case(
        "patient",
        "Extract the patient record as JSON.\n\nPatient Maria Gonzalez (ID 77-3021) was admitted to St. Bartholomew "
        "Hospital with acute appendicitis. Dr. Ingrid Svensson prescribed cefuroxime 750 mg every 8 hours.",
        _record(
            patient_name=TEXT,
            patient_id=TEXT,
            hospital=TEXT,
            diagnosis=TEXT,
            doctor=TEXT,
            medication=TEXT,
            dose_mg=INTEGER,
        ),
    ),
    Case(
        "agreement",
        "Extract the agreement as JSON.\n\nThis agreement is made between Blue Harbor Shipping Limited (the Carrier) "
        "and Castellane Foods S.A. (the Shipper) and is governed by the laws of Singapore. It takes effect on 1 "
        "September 2023 and ends on 31 August 2026.",
        _record(carrier=TEXT, shipper=TEXT, governing_law=TEXT, effective_date=TEXT, end_date=TEXT),
    ),
    Case(
        "earnings",
        "Extract the results as JSON.\n\nHelios Semiconductor reported third quarter revenue of 412.6 million dollars, "
        "up 11.3 percent. Operating income was 57.9 million dollars. Chief executive Thomas Albrecht said demand from "
        "automotive customers remained strong.",
        _record(
            company=TEXT,
            quarter=TEXT,
            revenue_million=NUMBER,
            growth_percent=NUMBER,
            operating_income_million=NUMBER,
            chief_executive=TEXT,
        ),
    ),
    Case(
        "public notice",
        "Extract the notice as JSON.\n\nThe Department of Public Works will close Lindenhurst Bridge for maintenance "
        "from 7 May to 19 May. Residents may contact Project Officer Daniel Okafor at okafor@publicworks.example.org "
        "for questions.",
        _record(
            department=TEXT,
            location=TEXT,
            reason=TEXT,
            start=TEXT,
            end=TEXT,
            contact_name=TEXT,
            contact_email={"type": "string", "format": "email"},
        ),
    ),
    Case(
        "product",
        "Extract the product as JSON.\n\nThe Aurora X200 espresso machine from Brennmeister weighs 9.4 kilograms, "
        "holds 2.1 liters of water and comes with a warranty of 24 months. It is in stock and costs 649 euros.",
        _record(
            product_name=TEXT,
            brand=TEXT,
            weight_kg=NUMBER,
            capacity_liters=NUMBER,
            warranty_months=INTEGER,
            in_stock=BOOLEAN,
            price=NUMBER,
        ),
    ),
]
