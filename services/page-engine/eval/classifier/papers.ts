/** Cases: forms, handouts and everything else. */
import type { CategoryValue } from '../../src/classification/categories.js';
import { ocr, sheet, type CaseSource } from './case.js';

export const PAPER_CASES = {
  questionnaire: [
    [
      'UQ signed.pdf',
      'USER QUESTIONNAIRE\nASTM E1527-21 Appendix X3. 1. Did a search of recorded land title records identify any environmental liens? Yes No',
    ],
    [
      'form.pdf',
      ocr(
        'Owner / occupant questionnaire\nAre you aware of any underground storage tanks on the property? Are there any floor drains? Please answer to the best of your knowledge',
        4,
      ),
    ],
    [
      'Interview.pdf',
      'INTERVIEW RECORD\nPerson interviewed: R. Kelly, facility manager since 1988. Q: What was the prior use? A: laundry until 1990.',
    ],
    [
      'Phase I client form.pdf',
      'Phase I ESA - Key Site Manager Interview Questions\nName, title, years at property. Is there a history of spills? Do you know of pending litigation?',
    ],
    [
      'scan_0150.pdf',
      ocr(
        'AAI USER QUESTIONNAIRE\nSpecialized knowledge or experience. Does the purchase price reasonably reflect fair market value? Commonly known information about the property',
        5,
      ),
    ],
    [
      'call notes 3-14.pdf',
      'Telephone interview notes\nSpoke with fire marshal D. Ortiz. He recalls a tank removal in 1992. No complaints known to him.',
    ],
    [
      'Deed & lien answers.pdf',
      'Environmental questionnaire to be completed by the borrower\n1. Are you aware of any AULs? 2. Any environmental liens? 3. Was the property ever a gas station or dry cleaner?',
    ],
    [
      'checklist.pdf',
      'PRE-SURVEY QUESTIONNAIRE\nTenant name, hazardous materials used, waste generated, sumps, oil/water separators. Yes / No / Unknown',
    ],
  ],
  user_provided: [
    [
      'from client.pdf',
      'Hi Jane, here is what we have on file for the building: lease, tank tightness test and the rent roll. Regards, John Lee, owner',
    ],
    [
      'Lease 2009.pdf',
      'COMMERCIAL LEASE AGREEMENT\nbetween Lee Properties LP (Landlord) and Troy Auto Body Inc. (Tenant). Premises: 40 Wharf Street. Term five years',
    ],
    [
      'site photos.pdf',
      sheet('snapshot', 8.5, 11, 'Photo 1: rear yard. Photo 2: boiler room'),
      sheet('snapshot', 8.5, 11),
    ],
    [
      'tank test.pdf',
      'TANK TIGHTNESS TEST RESULTS\nOwner: John Lee. Tank 1, 5,000 gal #2 fuel oil. Result: pass. Provided by owner',
    ],
    [
      'scan_0160.pdf',
      ocr(
        'RENT ROLL as of January 2020. Suite, tenant, square feet, monthly rent, lease expires. Prepared by the property manager',
        4,
      ),
    ],
    [
      'SDS binder.pdf',
      'SAFETY DATA SHEET\nSection 1 Identification: perchloroethylene. Kept at the facility; supplied by the tenant',
    ],
    [
      'utility bills.pdf',
      'National Grid\nAccount statement. Service address 40 Wharf Street. Gas usage therms. Amount due',
    ],
    [
      'appraisal.pdf',
      'APPRAISAL REPORT\nRestricted use. Market value of the fee simple estate. Highest and best use. Client provided',
    ],
    [
      'docs for Phase I.pdf',
      'Documents provided by the user\nList of attachments: certificate of occupancy, building plans, insurance policy, property tax bill',
    ],
  ],
  other: [
    [
      'invoice 2231.pdf',
      'INVOICE\nBill to: First Bank. Phase I ESA, 40 Wharf Street: $2,400.00. Net 30 days. Remit to',
    ],
    [
      'proposal.pdf',
      'PROPOSAL FOR ENVIRONMENTAL SERVICES\nScope of work, fee and schedule. Terms and conditions. Please sign and return to authorize',
    ],
    ['scan_0170.pdf', sheet('typed', 8.5, 11)],
    ['agenda.pdf', 'Meeting agenda\n1. Introductions 2. Schedule 3. Next steps. Attendees'],
    [
      'resume.pdf',
      'Jane Doe, P.G.\nSenior Geologist. Education: B.S. Geology. Experience: Phase I and Phase II site assessments, remediation. 15 years',
    ],
    ['sanborn brewery menu.pdf', 'SANBORN BREWING COMPANY\nDinner menu. Starters, mains, desserts, beers on tap'],
    [
      'COI.pdf',
      'CERTIFICATE OF LIABILITY INSURANCE\nACORD 25. Producer, insured Hudson Environmental, coverages, limits. Certificate holder',
    ],
    [
      'newsletter.pdf',
      'Spring newsletter\nIn this issue: new office in Albany, remediation team wins award, staff picnic',
    ],
    ['tax form.pdf', 'Form W-9 Request for Taxpayer Identification Number and Certification'],
    ['document (3).pdf', 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor'],
  ],
} satisfies Partial<Record<CategoryValue, readonly CaseSource[]>>;
