"""Short paragraphs with slots and what fills them, in English and in Chinese; some slots are not filled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MONEY: dict[str, Any] = {"type": "quantity", "unit": "money"}
PERCENT: dict[str, Any] = {"type": "quantity", "unit": "percent"}
COUNT: dict[str, Any] = {"type": "quantity", "kind": "count"}
TIME: dict[str, Any] = {"type": "quantity", "kind": "duration"}
DOSE: dict[str, Any] = {"type": "quantity", "kind": "dose"}
PERSON: dict[str, Any] = {"type": "entity", "kind": "person"}
BODY: dict[str, Any] = {"type": "entity", "kind": "organisation"}
DATE: dict[str, Any] = {"type": "date"}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text, and for each slot what it asks for and the words of the text that fill it (``None``: none do)."""

    text: str
    slots: dict[str, tuple[dict[str, Any], str | None]]


#: Shown to the model, with their answers, before each paragraph.
SHOWN: dict[str, tuple[Paragraph, ...]] = {
    "en": (
        Paragraph(
            "Corvane Foods reported net sales of $318 million for 2023, up 4% from a year earlier. Its chairman, Mr. "
            "Paul Reyes, will step down in June.",
            {"net sales": (MONEY, "$318 million"), "growth": (PERCENT, "4%"), "tax": (MONEY, None)},
        ),
        Paragraph(
            "The fee is $40 for adults and $15 for children. Bookings can be cancelled within 7 days.",
            {"fee for children": (MONEY, "$15"), "cancellation period": (TIME, "7 days")},
        ),
    ),
    "zh": (
        Paragraph(
            "华容食品2023年实现营业收入31.8亿元，同比增长4%。董事长周平将于6月卸任。",
            {"营业收入": (MONEY, "31.8亿元"), "同比增速": (PERCENT, "4%"), "税金": (MONEY, None)},
        ),
        Paragraph(
            "成人票每张40元，儿童票每张15元。订单可在7天内取消。",
            {"儿童票价": (MONEY, "15元"), "取消期限": (TIME, "7天")},
        ),
    ),
}

PARAGRAPHS: dict[str, tuple[Paragraph, ...]] = {
    "en": (
        Paragraph(
            "Halden Marine posted revenue of $84.2 million in the third quarter, compared with $79.6 million a year "
            "earlier. Net income was $6.1 million, and capital expenditure reached $12.5 million.",
            {"revenue": (MONEY, "$84.2 million"), "net income": (MONEY, "$6.1 million"),
             "capital expenditure": (MONEY, "$12.5 million")},
        ),
        Paragraph(
            "Adults take 20 mg once daily. The maximum dose is 60 mg a day. Patients over 75 start with 10 mg. "
            "Headache was reported in 8.5% of patients and nausea in 3.2%.",
            {"maximum dose": (DOSE, "60 mg"), "starting dose over 75": (DOSE, "10 mg"), "nausea": (PERCENT, "3.2%")},
        ),
        Paragraph(
            "The council approved a budget of $2.4 million for the new library. Construction will take 18 months. Ms. "
            "Ana Whitlock, who chairs the council, said that parking fees stay at $3.",
            {"library budget": (MONEY, "$2.4 million"), "construction time": (TIME, "18 months"),
             "chair of the council": (PERSON, "Ana Whitlock")},
        ),
        Paragraph(
            "The lease runs for five years from 1 March 2024. Rent is £48,000 per annum. The tenant pays a deposit of "
            "£12,000. Interest on late payments is 4%.",
            {"rent": (MONEY, "£48,000"), "deposit": (MONEY, "£12,000"), "start of the lease": (DATE, "1 March 2024")},
        ),
        Paragraph(
            "Gross margin improved to 41.3% from 38.9%, while the operating margin slipped to 12.7%. The effective tax "
            "rate was 21%.",
            {"gross margin": (PERCENT, "41.3%"), "operating margin": (PERCENT, "12.7%"),
             "effective tax rate": (PERCENT, "21%")},
        ),
        Paragraph(
            "The trial enrolled 640 patients: 320 received the drug and 318 placebo. It was run by Osterley University "
            "and paid for by Brightwell Pharma Ltd.",
            {"patients enrolled": (COUNT, "640 patients"), "revenue": (MONEY, None)},
        ),
        Paragraph(
            "Standard passports cost $145 and take six weeks. The urgent service costs $290 and takes five days. Lost "
            "passports are replaced for $60.",
            {"urgent service cost": (MONEY, "$290"), "standard passport cost": (MONEY, "$145"),
             "lost passport cost": (MONEY, "$60")},
        ),
        Paragraph(
            "The tribunal ordered Denby Logistics Ltd to pay a basic award of £8,700 and a compensatory award of "
            "£21,300. The claim for holiday pay, put at £1,150, was withdrawn.",
            {"compensatory award": (MONEY, "£21,300"), "respondent": (BODY, "Denby Logistics Ltd"),
             "dose": (DOSE, None)},
        ),
    ),
    "zh": (
        Paragraph(
            "海澜港务第三季度营业收入8.42亿元，上年同期为7.96亿元；净利润0.61亿元，资本开支1.25亿元。",
            {"营业收入": (MONEY, "8.42亿元"), "净利润": (MONEY, "0.61亿元"), "资本开支": (MONEY, "1.25亿元")},
        ),
        Paragraph(
            "成人每次20 mg，每日一次，日最大剂量为60 mg；75岁以上患者初始剂量为10 mg。头痛发生率为8.5%，恶心为3.2%。",
            {"日最大剂量": (DOSE, "60 mg"), "老年患者初始剂量": (DOSE, "10 mg"), "恶心发生率": (PERCENT, "3.2%")},
        ),
        Paragraph(
            "市政府批准新图书馆预算2,400万元，建设工期18个月。馆长何静表示，停车费仍为3元。",
            {"图书馆预算": (MONEY, "2,400万元"), "建设工期": (TIME, "18个月"), "馆长": (PERSON, "何静")},
        ),
        Paragraph(
            "租赁期限自2024年3月1日起，为期五年。年租金为48,000元，押金为12,000元，逾期付款按4%计息。",
            {"年租金": (MONEY, "48,000元"), "押金": (MONEY, "12,000元"), "起租日": (DATE, "2024年3月1日")},
        ),
        Paragraph(
            "毛利率由38.9%提升至41.3%，营业利润率降至12.7%，实际税率为21%。",
            {"毛利率": (PERCENT, "41.3%"), "营业利润率": (PERCENT, "12.7%"), "实际税率": (PERCENT, "21%")},
        ),
        Paragraph(
            "试验共纳入640例患者，其中试验组322例，安慰剂组318例，由奥城大学主持。",
            {"纳入患者": (COUNT, "640例"), "安慰剂组": (COUNT, "318例"), "营业收入": (MONEY, None)},
        ),
        Paragraph(
            "普通护照收费145元，六周办结；加急护照收费290元，五日办结。护照遗失补发收费60元。",
            {"加急护照收费": (MONEY, "290元"), "普通护照收费": (MONEY, "145元"), "遗失补发收费": (MONEY, "60元")},
        ),
        Paragraph(
            "法院判令德邦物流有限公司支付基本赔偿8,700元、补偿性赔偿21,300元。原告关于1,150元假期工资的请求已撤回。",
            {"补偿性赔偿": (MONEY, "21,300元"), "被告": (BODY, "德邦物流有限公司"), "剂量": (DOSE, None)},
        ),
    ),
}  # fmt: skip
