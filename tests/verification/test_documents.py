"""Whole documents with what follows from them in other words, and what does not."""

from __future__ import annotations

import pytest

from logitrail.verification import verify

#: A document, true claims about it, false ones.
DOCUMENTS: list[tuple[str, list[str], list[str]]] = [
    (
        (
            "星野航空2025年上半年实现营业收入186.4亿元，同比增长12.7%；净亏损3.2亿元，上年同期净利润"
            "为1.5亿元。客座率为82.6%，同比上升3.1个百分点；平均票价由上年的698元降至645元。公司机队"
            "规模为214架，其中宽体机36架，较年初净增9架。董事会决定不进行中期分红。国内航线旅客运输量1,820"
            "万人次，国际航线旅客运输量246万人次。"
        ),
        [
            "星野航空上半年营收达186.4亿元，较上年同期增长12.7%。",
            "上半年公司由盈转亏，净亏3.2亿元。",
            "客座率提高310个基点至82.6%。",
            "平均票价降到645元，上年为698元。",
            "公司不派发中期股息。",
            "机队共有214架飞机，宽体机为36架。",
            "国际航线运送旅客246万人次，国内航线1820万人次。",
            "国内旅客运输量超过1800万人次。",
        ],
        [
            "星野航空上半年净利润为3.2亿元。",
            "客座率为82.6%，同比下降3.1个百分点。",
            "客座率同比上升3.1%。",
            "平均票价由645元升至698元。",
            "国际航线旅客运输量为1,820万人次。",
            "董事会决定进行中期分红。",
            "营业收入为186.4万元。",
        ],
    ),
    (
        (
            "阿莫西林胶囊说明书：成人一次0.5g，每6～8小时1次，一日剂量不超过4g；小儿每日剂量按体重20～40"
            "mg/kg，每8小时1次。青霉素过敏者禁用。肾功能严重损害患者需调整给药剂量。哺乳期妇女用药期间应暂停哺"
            "乳，但经医师评估获益大于风险的除外。用药前必须做青霉素皮肤试验。常见不良反应：腹泻发生率为5.6%，皮疹"
            "为3.2%。"
        ),
        [
            "青霉素过敏的患者不能使用本品。",
            "成人每次500 mg，每日最多4克。",
            "做青霉素皮试是用药前的必要步骤。",
            "腹泻的发生率为百分之五点六，皮疹为3.2%。",
            "严重肾功能损害者须调整剂量。",
        ],
        [
            "成人一次0.5mg。",
            "青霉素过敏者可以使用。",
            "皮疹的发生率为5.6%。",
            "一日剂量不少于4g。",
            "用药前无需做青霉素皮肤试验。",
            "哺乳期妇女用药期间一律应暂停哺乳，没有例外。",
        ],
    ),
    (
        (
            "《江州市城市供水条例》第十条 用户应当在收到缴费通知之日起十五日内缴纳水费；逾期六十日仍未缴纳的，供水企"
            "业可以中止供水，但居民生活用水除外。第十二条 任何单位和个人不得擅自改装公共供水设施。第十五条 违反第十"
            "二条规定的，由城市供水主管部门责令限期改正，处二千元以上二万元以下罚款。第十八条 供水企业应当每季度公布"
            "水质检测结果。居民生活用水价格为每立方米2.85元，非居民用水价格为每立方米4.10元。"
        ),
        [
            "用户收到缴费通知后，须在15日内交水费。",
            "擅自改装公共供水设施是被禁止的。",
            "居民生活用水即使逾期未缴费，也不得中止供水。",
            "违反第十二条的，罚款最高2万元。",
            "水质检测结果每季度公布一次。",
            "非居民用水每立方米4.1元，居民用水每立方米2.85元。",
        ],
        [
            "逾期六十日仍未缴纳的，供水企业必须中止供水。",
            "任何单位和个人可以擅自改装公共供水设施。",
            "违反第十二条规定的，处二千元以上二十万元以下罚款。",
            "居民生活用水价格为每立方米4.10元。",
            "用户应当在收到缴费通知之日起五十日内缴纳水费。",
        ],
    ),
    (
        (
            "Halden Rail Group plc, half-year results. Revenue rose 6% to £812m (H1 2023: £766m), while "
            "operating profit fell to £58.4m from £71.2m. Passenger journeys totalled 94.3 million, of which "
            "61.0 million were commuter trips. The Board has not declared an interim dividend. Net debt stood at "
            "£1.24bn, down £85m since March. Punctuality was 88.1%, 1.9 percentage points below target. The "
            "pension scheme deficit narrowed to £140m. Capital expenditure for the full year is expected to be "
            "between £300m and £320m."
        ),
        [
            "Revenue was up 6% at £812 million, compared with £766 million a year earlier.",
            "Operating profit dropped from £71.2 million to £58.4 million.",
            "No interim dividend has been declared.",
            "Of 94.3 million journeys, 61 million were made by commuters.",
            "Net debt fell by £85 million to £1.24 billion.",
            "Punctuality missed its target by 1.9 points.",
            "Full-year capex should come in at £300-320 million.",
            "The pension deficit shrank to £140m.",
        ],
        [
            "Operating profit rose to £58.4m from £71.2m.",
            "Revenue rose 6% to £766m.",
            "The Board has declared an interim dividend.",
            "Net debt stood at £1.24m.",
            "Punctuality was 88.1%, 1.9% below target.",
            "Capital expenditure is expected to be between £300m and £330m.",
            "The pension scheme deficit widened to £140m.",
        ],
    ),
    (
        (
            "LICENCE AGREEMENT. 3.1 The Licensee may install the Software on up to 25 devices. 3.2 The Licensee "
            "shall not sublicense the Software without the Licensor's prior written approval. 4.1 Fees of "
            "$18,500 are payable within 45 days of invoice; overdue sums bear interest at 1.25% per month. 6.2 "
            "Either party may terminate on ninety (90) days' notice. 7.1 The Licensor's liability is capped at "
            "$250,000, except for death or personal injury. 8.3 Support is available on weekdays only. 9.1 The "
            "Licensee must back up its data daily."
        ),
        [
            "The Software can be installed on a maximum of 25 devices.",
            "Invoices must be paid within 45 days.",
            "Sublicensing requires the Licensor's prior written approval.",
            "Apart from death or personal injury, liability is limited to $250,000.",
            "There is no support at weekends.",
            "Data has to be backed up every day by the Licensee.",
            "Late payments attract interest of 1.25% a month.",
        ],
        [
            "The Software may be installed on at least 25 devices.",
            "The Licensee may sublicense the Software without the Licensor's prior written approval.",
            "Fees of $15,800 are payable within 45 days of invoice.",
            "Either party must terminate on ninety days' notice.",
            "The liability cap of $250,000 applies in all cases, including personal injury.",
            "The Licensee need not back up its data.",
            "Fees of $18,500 are payable within 90 days of invoice.",
        ],
    ),
    (
        (
            "截至2025年6月30日，南湖银行总资产为8,763.2亿元，较年初增长4.8%；不良贷款率1.12%，"
            "较上年末下降0.06个百分点；拨备覆盖率为245.3%。上半年净利息收入98.7亿元，同比减少2.1%，"
            "占营业收入的72.4%；手续费及佣金净收入15.6亿元，同比增加8.9%。员工总数12,346人，网点共"
            "计318家。该行未发生重大关联交易，本期不进行利润分配。"
        ),
        [
            "南湖银行总资产逾8700亿元，比年初增加4.8%。",
            "不良率下降6个基点至1.12%。",
            "净利息收入下滑2.1%，为98.7亿元。",
            "手续费及佣金净收入增长近9%。",
            "该行有网点318家、员工1.2万余人。",
            "没有发生重大关联交易，也不分配利润。",
            "净利息收入约占营收的七成。",
            "拨备覆盖率超过240%。",
        ],
        [
            "不良贷款率1.12%，较上年末上升0.06个百分点。",
            "手续费及佣金净收入98.7亿元。",
            "该行发生了重大关联交易。",
            "总资产为8,763.2万元。",
            "员工总数为12,364人。",
            "净利息收入同比增加2.1%。",
        ],
    ),
    (
        (
            "【公告】因地铁12号线施工，自2025年3月10日零时起至2026年9月30日，滨河路（解放路至人民路段"
            "）双向封闭，公交车辆及应急车辆除外。途经该路段的15路、27路公交绕行。施工期间工地周边200米范围内禁"
            "止停车，违者处200元罚款，记3分。周边居民可凭有效证件申领临时通行证，每户限领2张。咨询电话：0571"
            "-8888666。"
        ),
        [
            "滨河路封闭期间，公交车和应急车辆仍可通行。",
            "每户居民最多可以领两张临时通行证。",
            "工地周边200米内不得停车，否则罚款200元、记3分。",
            "15路和27路公交需要绕行。",
            "封闭从2025年3月10日0时开始，到2026年9月30日结束。",
        ],
        [
            "滨河路封闭至2026年8月30日。",
            "周边居民每户限领3张通行证。",
            "工地周边200米范围内可以停车。",
            "滨河路双向封闭，任何车辆一律不得通行，没有例外。",
            "违者处200元罚款，记6分。",
        ],
    ),
    (
        (
            "丙型肝炎新药临床结果：共入组1,204例患者，其中治疗组803例、对照组401例。治疗12周后，治疗组持"
            "续病毒学应答率为96.4%，对照组为48.9%（P<0.001）。治疗组严重不良事件发生率2.0%，与对"
            "照组的2.2%相比无显著差异。试验排除了肝硬化失代偿期患者。推荐剂量为400mg每日一次，随餐服用；肌酐"
            "清除率低于30mL/min的患者不建议使用。"
        ),
        [
            "治疗组和对照组分别有803例和401例患者，总共1204例。",
            "对照组的应答率不到一半，为48.9%。",
            "两组严重不良事件发生率没有显著差异，分别为2.0%和2.2%。",
            "肝硬化失代偿期患者未被纳入试验。",
            "肌酐清除率不足30mL/min者不推荐使用该药。",
            "推荐每天服用一次，每次0.4克。",
        ],
        [
            "对照组应答率为96.4%。",
            "治疗组严重不良事件发生率显著高于对照组，为20%。",
            "推荐剂量为400g每日一次。",
            "肌酐清除率高于30mL/min的患者不建议使用。",
            "治疗组401例、对照组803例。",
        ],
    ),
    (
        (
            "Council budget 2025/26. Net spending will rise by 3.4% to £214.7 million. Council tax for a Band D "
            "property increases from £1,742 to £1,829 a year. The library in Elm Street will close on 31 August "
            "2025; no other library is affected. Residents over 75, and those receiving pension credit, do not "
            "have to pay the garden waste charge of £55. The council must publish its accounts by 30 June. "
            "Reserves fell from £31m to £26m."
        ),
        [
            "A Band D household will pay £1,829, up from £1,742.",
            "Net spending goes up 3.4%, reaching £214.7m.",
            "Only the Elm Street library is closing, at the end of August 2025.",
            "Over-75s are exempt from the £55 garden waste charge.",
            "Accounts have to be published by 30 June.",
            "Reserves dropped by £5 million, from £31m to £26m.",
            "The council's reserves are down to £26 million.",
        ],
        [
            "Net spending will fall by 3.4% to £214.7 million.",
            "Council tax for a Band D property increases from £1,829 to £1,742 a year.",
            "The library in Elm Street will not close.",
            "Reserves rose from £31m to £26m.",
            "The garden waste charge is £75.",
        ],
    ),
    (
        (
            "Trial results: 640 adults with hypertension were randomised 3:1 to Verazol 10 mg or placebo for 16 "
            "weeks. Systolic pressure fell by 14.2 mmHg with Verazol and 4.9 mmHg with placebo. Dizziness "
            "occurred in 6.3% and 2.1% of patients respectively. No deaths were reported. Verazol is "
            "contraindicated in pregnancy. Patients with creatinine clearance below 30 mL/min should start at 5 "
            "mg. The dose may be doubled after four weeks unless blood pressure is controlled."
        ),
        [
            "Verazol lowered systolic pressure by 14.2 mmHg, against 4.9 mmHg for placebo.",
            "6.3% of Verazol patients had dizziness, compared with 2.1% on placebo.",
            "Nobody died during the trial.",
            "Verazol must not be used during pregnancy.",
            "The trial ran for four months and enrolled 640 adults.",
            "If kidney function is poor (clearance under 30 mL/min), the starting dose is 5 mg.",
            "The study included 640 hypertensive adults treated for 16 weeks.",
        ],
        [
            "Systolic pressure fell by 4.9 mmHg with Verazol.",
            "Deaths were reported.",
            "Verazol may be used in pregnancy.",
            "Patients with creatinine clearance above 30 mL/min should start at 5 mg.",
            "640 adults were randomised to Verazol 10 g or placebo.",
        ],
    ),
]


@pytest.mark.parametrize(("source", "claim"), [(source, claim) for source, true, _ in DOCUMENTS for claim in true])
def test_what_follows_is_not_vetoed(source: str, claim: str) -> None:
    assert [finding.message for finding in verify(claim, source).vetoes] == []


@pytest.mark.parametrize(("source", "claim"), [(source, claim) for source, _, false in DOCUMENTS for claim in false])
def test_what_does_not_follow_is_vetoed(source: str, claim: str) -> None:
    assert not verify(claim, source).accepted
