import type { CategoryValue } from '../../src/classification/categories.js';
import { ocr, sheet, type CaseSource } from './case.js';

export const RECORD_CASES = {
  regulatory_database: [
    [
      '6612345.2s.pdf',
      'The EDR Radius Map™ Report with GeoCheck®\n40 Wharf Street\nTABLE OF CONTENTS Executive Summary Overview Map Detail Map Map Findings Summary Orphan Summary Government Records Searched',
    ],
    [
      'ERIS 2021 final.pdf',
      'DATABASE REPORT\nProject Property: 40 Wharf Street\nReport Type: RSC Report - Quote\nExecutive Summary: Report Summary. Database searched, within 0.12 mi, 0.25 mi, 0.50 mi, 1.00 mi. NPL, SEMS, RCRA CORRACTS, LUST',
    ],
    [
      'phase I search.pdf',
      'Environmental First Search Report\nTarget Property: 40 WHARF ST\nFederal NPL 0, CERCLIS 1, RCRA SQG 5, ERNS 2, State spills 14, LUST 4, UST 9',
    ],
    [
      'report.pdf',
      ocr(
        'The EDR Radius Map Report with GeoCheck\nMAP FINDINGS SUMMARY\nSearch distance (miles) total plotted\nSTANDARD ENVIRONMENTAL RECORDS federal NPL site list SEMS-ARCHIVE RCRA-LQG',
        5,
      ),
    ],
    [
      'sanborn and radius order.pdf',
      'Government Records Search\nMAP FINDINGS\nSite, distance, direction, elevation, EDR ID number, database(s): AZTEC CLEANERS 0.08 mi NE higher RCRA-SQG NY DRYCLEANERS',
    ],
    [
      'Vapor Encroachment.pdf',
      'EDR Vapor Encroachment Screen\nPrimary map and secondary map\nRecords searched within the area of concern; VEC could not be ruled out. Databases: HIST CLEANER, MGP, LTANKS',
    ],
    [
      'Appendix B.pdf',
      'APPENDIX B\nREGULATORY RECORDS DOCUMENTATION',
      'Area Study Report. Sites within search radius: 212. Unmappable (orphan) sites: 31',
    ],
    [
      'NEPA lite.pdf',
      'Regulatory database report for the corridor. ASTM search distances. SHWS 3, SWF/LF 1, VCP 2, BROWNFIELDS 4, ALLSITES 17',
    ],
  ],
  deed_documents: [
    [
      'WD 1974 bk 812 pg 33.pdf',
      ocr(
        'WARRANTY DEED\nTHIS INDENTURE made the 4th day of May 1974 between Hudson Realty Corp., party of the first part, and John Lee, party of the second part, WITNESSETH that the party of the first part in consideration of ten dollars',
        3,
      ),
    ],
    [
      'title deed.pdf',
      'QUITCLAIM DEED\nKnow all men by these presents that Esso Standard Oil Company, grantor, releases to the City of Troy, grantee, all right, title and interest',
    ],
    [
      'scan_0071.pdf',
      sheet(
        'typed',
        8.5,
        14,
        'THIS DEED made this 3rd day of January, 1928. The Grantor conveys to the Grantee all that certain plot piece or parcel of land situate lying and being in the City of Paterson, beginning at a point',
      ),
      sheet('typed', 8.5, 14),
    ],
    [
      'Phase I deed package.pdf',
      'County Clerk Recording Page\nInstrument type: DEED  Book 4410 Page 117\nConsideration $1,200,000.00  Transfer tax',
      "BARGAIN AND SALE DEED WITH COVENANT AGAINST GRANTOR'S ACTS",
    ],
    [
      'Lee to Kim 2003.pdf',
      'SPECIAL WARRANTY DEED\nState of Texas County of Harris\nGrantor: Lee Properties LP  Grantee: Kim Holdings LLC\nTo have and to hold the above described premises',
    ],
    [
      'survey 12.pdf',
      ocr(
        "EXECUTOR'S DEED\nAll that tract or parcel of land, beginning at a point in the northerly line of Wharf Street distant 120 feet; thence north 14 degrees east 100 feet to a stake. Together with the appurtenances",
        4,
      ),
    ],
    [
      'easement.pdf',
      'GRANT OF EASEMENT\nRecorded in the Office of the Register. Grantor hereby grants and conveys to Public Service Electric and Gas Company, its successors and assigns, a perpetual easement and right of way',
    ],
    [
      '',
      ocr(
        'TRUSTEE DEED. The grantor as trustee conveys and quit claims to the grantee, tenants in common, the following described real estate in the County of Cook. Permanent index number 17-04-200',
        6,
      ),
    ],
  ],
  title_record: [
    [
      'chain.pdf',
      'ENVIRONMENTAL LIEN AND AUL SEARCH REPORT\nTarget property 40 Wharf Street\nEnvironmental Lien: Not found. Other Activity and Use Limitations: Not found. Current vesting deed: Warranty deed recorded 5/4/1974',
    ],
    [
      'Deed research.pdf',
      '50 YEAR CHAIN OF TITLE REPORT\n1. Grantor Hudson Realty Corp. Grantee John Lee. Warranty deed 1974\n2. Grantor Esso Standard Oil Grantee Hudson Realty. Deed 1961',
    ],
    [
      'First American 33-118.pdf',
      'COMMITMENT FOR TITLE INSURANCE\nissued by First American Title Insurance Company\nSCHEDULE A Effective date. SCHEDULE B Section II Exceptions',
    ],
    [
      'ALTA 2021.pdf',
      "ALTA Owner's Policy of Title Insurance\nSUBJECT TO THE EXCLUSIONS FROM COVERAGE, Schedule B exceptions. Amount of insurance $2,400,000",
    ],
    [
      'scan_0080.pdf',
      ocr(
        'PRELIMINARY TITLE REPORT\nDated as of March 3 2011. Vesting: Lee Family Trust. Exceptions: 1 property taxes 2 easement for pole lines',
        5,
      ),
    ],
    [
      'abstract.pdf',
      'ABSTRACT OF TITLE to Lot 12 Block 4\nEntry No. 1 Patent. Entry No. 2 mortgage. Entry No. 3 satisfaction of mortgage. Certificate of abstracter',
    ],
    [
      'E1527 lien package.pdf',
      'AFX Research. Environmental Lien Search. Results of lien search: no environmental liens, no activity and use limitations of record. Deed in lieu none',
      'WARRANTY DEED',
    ],
    [
      'letter from title company.pdf',
      'Re: title search of 40 Wharf Street\nDear Counsel, enclosed is our title search with copies of recorded covenants. No notices of lis pendens or judgments were found against the owner of record.',
    ],
  ],
  site_survey: [
    [
      'ALTA.pdf',
      sheet(
        'survey',
        24,
        36,
        "ALTA/NSPS LAND TITLE SURVEY  40 WHARF STREET  SURVEYOR'S CERTIFICATE  LICENSED LAND SURVEYOR",
      ),
    ],
    [
      'C-101 existing.pdf',
      sheet(
        'survey',
        24,
        36,
        "BOUNDARY AND TOPOGRAPHIC SURVEY  CONTOUR INTERVAL 1 FOOT  BENCHMARK NAVD88  N 14°22' E 100.00'  IRON PIN FOUND  PLS 050112",
      ),
    ],
    [
      'title plan.pdf',
      sheet(
        'survey',
        18,
        24,
        'PLAT OF SURVEY of lots 11 and 12 in the subdivision of block 4  Professional Land Surveyor No. 2877',
      ),
    ],
    ['scan_0090.pdf', sheet('survey', 24, 36)],
    [
      'tax lot.pdf',
      sheet('survey', 11, 17, 'SITE PLAN  40 WHARF STREET  SCALE 1"=20\'  PARKING 14 SPACES  SETBACK  ZONING TABLE'),
    ],
    [
      'filed map 1127.pdf',
      sheet(
        'survey',
        17,
        22,
        "Subdivision plat. Map filed in the County Clerk's office. I hereby certify that this map was made from an actual survey. metes and bounds S 75°38' E 50.00'",
      ),
    ],
    [
      'Elevation.pdf',
      'FLOOD ELEVATION CERTIFICATE and survey report\nprepared by a registered land surveyor. Horizontal datum NAD83. Point of beginning is a concrete monument',
    ],
    [
      'aerial basemap.pdf',
      sheet(
        'survey',
        24,
        36,
        'LAND SURVEY of property situate in Troy  utilities located by markout  EDGE OF PAVEMENT  CATCH BASIN RIM 21.4 INV 17.2',
      ),
    ],
  ],
} satisfies Partial<Record<CategoryValue, readonly CaseSource[]>>;
