/** Cases written after the rules were final, used only for measuring. */
import type { CategoryValue } from '../../src/classification/categories.js';
import { ocr, sheet, type CaseSource } from './case.js';

export const UNSEEN_CASES: Readonly<Record<CategoryValue, readonly CaseSource[]>> = {
  regulatory_database: [
    [
      '7712004.1 - GeoSearch.pdf',
      'GeoSearch Radius Report\nTarget Property: Riverside Mills\nDatabase Sections: ACRONYM LOCATABLE UNLOCATABLE SEARCH RADIUS (miles) EMERGENCY RESPONSE NOTIFICATION SYSTEM, NO LONGER REGULATED RCRA',
    ],
    [
      'ESA attachment 5.pdf',
      'EnviroSite Atlas Report\nSummary of occurrences: 0 on the target property, 14 within 1/8 mile. State hazardous waste sites, underground tanks registry',
    ],
    [
      'scan_0201.pdf',
      ocr(
        'The EDR Corridor Report. Executive summary of federal and state records. FINDS, ECHO, ICIS, TRIS listings. Distance and direction from the route',
        4,
      ),
    ],
  ],
  sanborn_maps: [
    [
      'Riverside Mills.pdf',
      sheet(
        'fire map',
        21.3,
        25.4,
        'PATERSON N.J. SHEET 34  SCALE OF FEET  BOILER HO.  SPINNING 1ST CARDING 2D  AUTO. SPRINKLERS',
      ),
    ],
    [
      'LOC download.pdf',
      'Library of Congress, Geography and Map Division, Sanborn Maps Collection\nImage 12 of Sanborn Fire Insurance Map from Paterson, Passaic County',
      sheet('fire map', 8.5, 11),
    ],
    ['aerials maybe.pdf', sheet('fire map', 21, 25), sheet('fire map', 21, 25)],
  ],
  topographic_maps: [
    ['PA_Scranton_E_223123_1946_24000_geo.pdf', sheet('quadrangle', 22.7, 27)],
    [
      'Figure 1.pdf',
      sheet(
        'quadrangle',
        8.5,
        11,
        'FIGURE 1 SITE LOCATION MAP  Source: USGS 7.5-minute topographic quadrangle, Paterson NJ 1995',
      ),
    ],
    [
      'edr 3.pdf',
      ocr(
        'EDR Historical Topo Map Report\nTopo Sheet Key: the EDR topo map report may include information from the following map sheets',
        4,
      ),
    ],
  ],
  aerial_imagery: [
    ['GoogleEarth_export.pdf', sheet('aerial', 11, 17, 'Imagery date 9/12/2016  lat 40.91  eye alt 2100 ft')],
    ['1938.pdf', sheet('aerial', 8.5, 11, 'Photo date: 1938  Scale 1 inch = 400 feet')],
    [
      'Historic photos order 88.pdf',
      'Aerial Research Summary\nDate Source Scale Frame\n11/10/1953 AMS 1" = 500\' 4-112\n3/21/1970 USGS 1" = 500\' 1-33',
      sheet('aerial', 8.5, 11),
    ],
  ],
  city_directories: [
    [
      'directory scans.pdf',
      sheet(
        'typed',
        8.5,
        11,
        'MAIN AV 1940  101 Gulf Refining Co filling sta  103 Rosen Saml shoe repr  105 Vacant  107 Kleen Klothes dry clnrs',
      ),
    ],
    [
      '1922.pdf',
      ocr(
        "R. L. Polk & Co.'s Directory of Scranton 1922. Abbott Geo W (Ella) machinist h 311 Pine. Abbott Jas clk r 12 Vine",
        4,
      ),
    ],
    [
      'EDR CD.pdf',
      'EDR City Directory Report\nFindings: target property street. Year, uses, source\n1955 Ace Plating Co',
    ],
  ],
  deed_documents: [
    [
      'recorded instrument 2011-4471.pdf',
      'GRANT DEED\nFor a valuable consideration, receipt of which is hereby acknowledged, Orange Land Co. hereby grants to Del Sol LLC the real property in the County of Los Angeles',
    ],
    [
      'liber 331.pdf',
      ocr(
        'This Indenture, made the tenth day of June in the year one thousand nine hundred and eleven, between the Passaic Silk Company and Joseph Rosen',
        4,
      ),
    ],
    [
      'sheriff sale.pdf',
      "SHERIFF'S DEED\nwhereas by virtue of a writ of execution the premises hereinafter described were sold at public vendue to the highest bidder",
    ],
  ],
  phase_1_esa: [
    [
      'Riverside_P1.pdf',
      'Phase I Environmental Site Assessment\nRiverside Mills\nSite visit: March 2, 2016',
      'Findings and opinions. Sanborn maps of 1899 show a dye house.',
    ],
    [
      '2006 EBS.pdf',
      ocr(
        'Environmental Site Assessment - Phase I\nprepared in conformance with ASTM E 1527-05 for the former bleachery',
        3,
      ),
    ],
    [
      'due diligence.pdf',
      'PHASE I ESA REPORT\nMultifamily portfolio. Non-scope considerations: asbestos, radon, lead paint. Business environmental risk',
    ],
  ],
  phase_2_esi: [
    [
      'SI report.pdf',
      'Site Investigation Report\nTest pits and direct-push soil borings were completed. Groundwater samples from temporary well points exceeded the standard for benzene',
    ],
    [
      'tables.pdf',
      'TABLE 1 SOIL ANALYTICAL RESULTS\nSample ID, depth, date. Benzene mg/kg, toluene, ethylbenzene. ND = not detected. Bold exceeds criteria',
    ],
    [
      'Phase I and II.pdf',
      ocr(
        'PHASE II SUBSURFACE INVESTIGATION\nDrilling was done by hollow stem auger. MW-1 through MW-3 were developed',
        4,
      ),
    ],
  ],
  agency_response: [
    [
      'city clerk.pdf',
      'OFFICE OF THE CITY CLERK\nGovernment Records Request Form response. Your request of June 2 is granted in part. Copies of the following records are enclosed.',
    ],
    [
      'FW_ 12 Pine.pdf',
      'Good morning, per your records request the Health Department has searched its files and found nothing for 12 Pine Street.',
    ],
    [
      'DTSC.pdf',
      ocr(
        'Department of Toxic Substances Control. Re: Public Records Act request PR2-0417. This letter responds to your request for records concerning Ace Plating.',
        4,
      ),
    ],
  ],
  remediation_case: [
    [
      'monitoring 2017.pdf',
      'Annual Groundwater Monitoring Report\nClassification exception area. Site remediation program case no. 92-11-04. LNAPL recovery continued',
    ],
    [
      'Ace Plating.pdf',
      'CLEANUP AND ABATEMENT ORDER\nThe discharger shall submit a work plan for delineation of hexavalent chromium in soil',
    ],
    [
      'tank pull.pdf',
      ocr(
        'UST CLOSURE AND REMEDIAL EXCAVATION REPORT\nContaminated soil was removed to 12 feet. Spill no. 0107743 was called in',
        4,
      ),
    ],
  ],
  closure_letter: [
    [
      'DEP 3-4-99.pdf',
      'Dear Property Owner: The Department has completed its review of the report on removal of the tank. No further action is necessary. This file is now closed.',
    ],
    [
      'RWQCB.pdf',
      ocr(
        'UNDERGROUND STORAGE TANK CASE CLOSURE. This letter transmits the uniform closure letter and case closure summary for the site',
        4,
      ),
    ],
    [
      'COC.pdf',
      'Certificate of Completion\nVoluntary Cleanup Program. The Executive Director certifies that response actions are complete',
    ],
  ],
  title_record: [
    [
      'NETR.pdf',
      'NETR Environmental Lien Search Report\nThe search of land title records found no environmental encumbrances on 12 Pine Street',
    ],
    [
      'historical title.pdf',
      'Historical Chain of Title\n1911 Passaic Silk Company to Joseph Rosen. 1938 Rosen to Home Owners Loan Corporation',
    ],
    [
      'pro forma.pdf',
      'PRO FORMA OWNER TITLE POLICY\nStewart Title Guaranty Company. Covered risks. Schedule B exceptions from coverage',
    ],
  ],
  site_survey: [
    [
      'V-1.pdf',
      sheet(
        'survey',
        24,
        36,
        'EXISTING CONDITIONS PLAN  LEGEND  SANITARY SEWER  UTILITY POLE  SPOT ELEVATION  PREPARED BY RIVER LAND SURVEYING P.C.',
      ),
    ],
    [
      'aerial topo alta 2019.pdf',
      sheet('survey', 30, 42, 'ALTA/NSPS LAND TITLE SURVEY  TABLE A ITEMS  VICINITY MAP  FLOOD ZONE X'),
    ],
    [
      'plot.pdf',
      ocr(
        'PLOT PLAN OF LAND. I certify to the bank that the dwelling is located as shown and conforms to the setback. Registered Professional Land Surveyor',
        4,
      ),
    ],
  ],
  other: [
    ['scan_0203.pdf', 'FAX COVER SHEET\nTo, from, pages including cover. Please call if you do not receive all pages.'],
    ['PO 4471.pdf', 'PURCHASE ORDER\nVendor, ship to, quantity, unit price, total. Soil sampling services'],
    ['flyer.pdf', 'Join us for a webinar on the new ASTM standard! Register today. Continuing education credit'],
  ],
  questionnaire: [
    [
      '12 Pine owner.pdf',
      'Property Owner Questionnaire\nHow long have you owned the property? What were the previous uses? Are you aware of any fill dirt brought on site?',
    ],
    [
      'lender form.pdf',
      ocr(
        'ENVIRONMENTAL QUESTIONNAIRE AND DISCLOSURE STATEMENT. Borrower to complete. Check yes no or unknown for each question',
        4,
      ),
    ],
    [
      'conversation log.pdf',
      'RECORD OF COMMUNICATION\nInterviewee: former plant engineer. Interviewed by J. Doe by telephone. He stated that solvents were kept in the basement.',
    ],
  ],
  user_provided: [
    [
      'attachments.zip - 1.pdf',
      'Jane, attached are the documents you asked for: the old lease, our spill plan and the boiler permit. Let me know if you need anything else. Joe, property manager',
    ],
    [
      'MSDS perc.pdf',
      'MATERIAL SAFETY DATA SHEET\nProduct name: perchloroethylene. Emergency telephone. Hazardous ingredients',
    ],
    ['walk photos.pdf', sheet('snapshot', 8.5, 11, 'Photo No. 1 loading dock  Photo No. 2 drum storage area')],
  ],
};
