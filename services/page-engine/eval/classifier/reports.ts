import type { CategoryValue } from '../../src/classification/categories.js';
import { ocr, sheet, type CaseSource } from './case.js';

export const REPORT_CASES = {
  phase_1_esa: [
    [
      'Sanborn Ave 2014.pdf',
      'PHASE I ENVIRONMENTAL SITE ASSESSMENT\n114 Sanborn Avenue\nPrepared for First Bank\nASTM E1527-13',
      'Executive summary. Historical fire insurance maps, aerial photographs, topographic maps and city directories were reviewed.',
    ],
    [
      'ESA.pdf',
      'Phase I Environmental Site Assessment Update\nin accordance with ASTM Standard Practice E 1527-21. This assessment has revealed no recognized environmental conditions (RECs).',
    ],
    [
      'report_final_v7.pdf',
      ocr(
        'PHASE I ENVIRONMENTAL SITE ASSESSMENT REPORT\nFormer dry cleaner, 38 Wharf Street, Troy\nPrepared by Hudson Environmental',
        4,
      ),
    ],
    [
      'Phase II scope.pdf',
      'Phase I ESA\n40 Wharf Street\nSection 8: conclusions. We recommend a Phase II subsurface investigation with four soil borings',
    ],
    [
      'bank package.pdf',
      'Dear Ms. Cole,\nenclosed is our report on the above property. The work was done in accordance with our proposal of May 1.',
      'ENVIRONMENTAL SITE ASSESSMENT PHASE ONE\nTable of contents: 1 Introduction, 2 Site description, 3 User provided information, 4 Records review, 5 Site reconnaissance, 6 Interviews',
    ],
    [
      'TSA 1998.pdf',
      'TRANSACTION SCREEN AND PHASE I ASSESSMENT\nASTM E1527-97 E1528. The owner questionnaire was returned. De minimis conditions, historical recognized environmental conditions',
    ],
    [
      'reliance letter & report.pdf',
      'RELIANCE LETTER\nRe: Phase I Environmental Site Assessment, 40 Wharf Street. First Bank may rely upon the report',
      'Phase I Environmental Site Assessment  AAI 40 CFR Part 312',
    ],
    [
      'environmental review.pdf',
      'All Appropriate Inquiries\nStatement of the environmental professional. Recognized environmental conditions, controlled recognized environmental conditions and data gaps. Viability date',
    ],
  ],
  phase_2_esi: [
    [
      'Phase 1 followup.pdf',
      'LIMITED PHASE II ENVIRONMENTAL SITE INVESTIGATION\nSix Geoprobe borings were advanced. Soil samples were analyzed for VOCs by EPA Method 8260',
    ],
    [
      'lab J1234.pdf',
      "ANALYTICAL REPORT\nTestAmerica Job ID 460-1234\nClient Sample ID: SB-3 (8-10')  Method 8260C  tetrachloroethene 1200 ug/kg  RL 5.0\nChain of custody record",
    ],
    [
      'boring logs.pdf',
      sheet(
        'typed',
        8.5,
        11,
        'BORING LOG  SB-1  Depth (ft) PID (ppm) USCS  blow counts  refusal at 14 ft  groundwater encountered at 9 ft',
      ),
    ],
    [
      'scan_0101.pdf',
      ocr(
        'SUBSURFACE INVESTIGATION REPORT\n42 Wharf Street former Esso station. Monitoring wells MW-1 to MW-4 were installed and sampled. Analytical results are in Table 2',
        5,
      ),
    ],
    [
      'PhaseI_II combined.pdf',
      'PHASE II ENVIRONMENTAL SITE ASSESSMENT\nThe Phase I ESA of 2014 identified a REC. Purpose: assess soil and soil vapor',
      'sub-slab soil vapor samples, Summa canisters, TO-15',
    ],
    [
      'vapor study.pdf',
      'SOIL VAPOR INTRUSION INVESTIGATION\nSub-slab and indoor air samples were collected in 6 L Summa canisters and analyzed for TO-15. PCE 340 ug/m3',
    ],
    [
      'GPR.pdf',
      'GEOPHYSICAL SURVEY REPORT\nGround penetrating radar and EM-61 were used to look for underground storage tanks prior to drilling of soil borings. Two anomalies consistent with USTs',
    ],
    [
      'cleanup decision data.pdf',
      'Phase Two ESI\nGroundwater sampling results, monitoring wells, soil boring logs and figures with isoconcentration contours',
    ],
  ],
  agency_response: [
    [
      'dec.pdf',
      'NEW YORK STATE DEPARTMENT OF ENVIRONMENTAL CONSERVATION\nRe: FOIL request W012345\nDear Ms. Doe: in response to your Freedom of Information Law request, the Department located the enclosed responsive records.',
    ],
    [
      'RE_ records.pdf',
      'Dear Requester,\nYour public records request has been received. We have no records for the address 40 Wharf Street. Building Department',
    ],
    [
      'Spill search.pdf',
      'OPRA REQUEST RESPONSE\nCustodian of Records. Your request for site remediation files: records responsive to your request are attached (112 pages)',
      'Spill report 9904321',
    ],
    [
      'fire dept.pdf',
      ocr(
        'TROY FIRE DEPARTMENT\nBureau of Fire Prevention. Pursuant to your request for information about underground tanks at 40 Wharf St a search of our files found: 2 tank permits 1951 and 1963',
        4,
      ),
    ],
    [
      'scan_0112.pdf',
      'County Health Department\nFREEDOM OF INFORMATION REQUEST FORM\nI hereby apply to inspect the following records. FOR AGENCY USE ONLY: approved, records provided, fee $12.50',
    ],
    [
      'closure request reply.pdf',
      'In response to your request under the Freedom of Information Act, EPA Region 2 has identified 3 documents. Some material is withheld under exemption 4.',
    ],
    [
      'email from town.pdf',
      'From: Town Clerk\nTo: Jane Doe\nSubject: RE: records request 40 Wharf\nAttached are the building permits and certificate of occupancy we have on file. There are no other records in this office.',
    ],
    [
      'CalRecycle PRA.pdf',
      'Public Records Act request #21-334\nThe Regional Water Board has determined that it holds disclosable records. A file review appointment may be made.',
    ],
  ],
  remediation_case: [
    [
      'RAP.pdf',
      'REMEDIAL ACTION PLAN\nFormer Collar City Dye Works, BCP Site C442001\nExcavation of contaminated soil and in-situ chemical oxidation',
    ],
    [
      '9904321.pdf',
      'NYSDEC SPILL REPORT FORM\nSpill number 9904321 Region 4\nMaterial spilled: #2 fuel oil. Source: commercial. Cause: tank failure. Status: open',
    ],
    [
      'Q3 report.pdf',
      'QUARTERLY GROUNDWATER MONITORING AND REMEDIATION STATUS REPORT\nSoil vapor extraction system operated 92 percent of the quarter. Free product 0.3 ft in MW-2. LUST case 4-118',
    ],
    [
      'phase II work plan.pdf',
      'REMEDIAL INVESTIGATION WORK PLAN\nVoluntary Cleanup Program No. V00412. Delineation of the PCE plume. Responsible party',
    ],
    [
      'scan_0133.pdf',
      ocr(
        'NOTICE OF VIOLATION\nDischarge of petroleum at 42 Wharf Street. You are directed to begin corrective action and to submit a remedial action report within 60 days',
        5,
      ),
    ],
    [
      'NFA request.pdf',
      'CORRECTIVE ACTION COMPLETION REPORT\nUST removal and soil excavation. 340 tons of contaminated soil were disposed of. We request that the Department consider the case for closure.',
    ],
    [
      'CAP_Esso.pdf',
      'Corrective Action Plan\nLeaking underground storage tank site. Proposed pump and treat system, cleanup goals, schedule',
    ],
    [
      'ROD.pdf',
      'RECORD OF DECISION\nOperable Unit 1. State Superfund project. The selected remedy: removal of coal tar source material, cover system, environmental easement',
    ],
    [
      'ACO.pdf',
      'ADMINISTRATIVE CONSENT ORDER\nIn the matter of the remediation of a manufactured gas plant site. Respondent shall submit a remedial design',
    ],
  ],
  closure_letter: [
    [
      'letter.pdf',
      'Re: Spill No. 9904321\nDear Mr. Lee: Based on the information submitted, the Department has determined that no further remedial action is required. The spill has been closed.',
    ],
    [
      'Remediation DEP 2009.pdf',
      'NO FURTHER ACTION LETTER AND COVENANT NOT TO SUE\nSite: 42 Wharf Street, Paterson. Area of concern: one 1,000 gallon gasoline underground storage tank',
    ],
    [
      'CCL.pdf',
      ocr(
        'CASE CLOSURE LETTER\nThis letter confirms the completion of a site investigation and corrective action for the underground storage tank formerly located at the above described location',
        4,
      ),
    ],
    [
      'RAO.pdf',
      'RESPONSE ACTION OUTCOME\nLicensed Site Remediation Professional. Unrestricted use, entire site. Remediation is complete',
    ],
    [
      'scan_0140.pdf',
      'CERTIFICATE OF COMPLETION\nBrownfield Cleanup Program. The Commissioner hereby certifies that the remedial program has been completed. The applicant is released from liability',
    ],
    [
      'Case 4-118.pdf',
      'Subject: Site closure, LUST case 4-118\nStaff has reviewed the closure request and concurs that the case meets the low-threat policy. This case is closed. Monitoring wells shall be destroyed.',
    ],
    [
      'fw_ foil answer.pdf',
      'The UST case for 40 Wharf Street was reviewed. No further action is required at this time. The tank has been properly closed in place and removed from the registry.',
    ],
    [
      'comfort ltr.pdf',
      'COMFORT LETTER\nIllinois EPA. NO FURTHER REMEDIATION LETTER for incident 931122. Recording requirement: this letter must be submitted to the Recorder',
    ],
  ],
} satisfies Partial<Record<CategoryValue, readonly CaseSource[]>>;
