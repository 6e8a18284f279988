import type { DirectoryPageOptions } from './directory-page.js';
import type { TextDocument } from './text-pdf.js';

/** What the demonstration data says. Companies, people and addresses are invented; the town is that of the map. */

export interface DemoProject {
  title: string;
  status: string;
  /** Days from today. */
  due: number;
  owner: 'admin' | 'staff';
  fields: {
    property_address: string;
    property_city: string;
    property_state: string;
    property_zip: string;
    property_neighborhood?: string;
    property_block?: string;
    property_number?: string;
    client_company: string;
    client_contact?: string;
    client_phone?: string;
    client_email?: string;
  };
  visits?: DemoVisit[];
  documents?: DemoDocument[];
}

export interface DemoVisit {
  /** Days from today. */
  day: number;
  time?: string;
  access: boolean;
  notes: string;
  findings: string;
  weather: string;
  /** Its photographs are in `photographs.ts`. */
  isPhotographed?: boolean;
}

export interface DemoDocument {
  fileName: string;
  title: string;
  category: string;
  /** Its text, or the pages of a directory. */
  text: TextDocument | readonly DirectoryPageOptions[];
  /** Its pages are made at once: an agent proposes what they list. */
  isDrawn?: boolean;
}

/** The map set's seed and the location of the middle of its sheets. */
export const MAP_SEED = 12;
export const MAPS = {
  fileName: 'millbrook-fire-insurance-maps.pdf',
  title: 'Fire insurance maps, Millbrook, 1887 to 1926',
  category: 'sanborn_maps',
};
/** A volume as it comes from a library's scanner: streets along the river, lettered as they run, and no text to search. */
export const SCANNED = {
  fileName: 'millbrook-north-bank-scanned.pdf',
  title: 'Fire insurance maps, Millbrook, north bank, 1896 and 1926',
  category: 'sanborn_maps',
};
/** The same town's other bank; its streets are turned by so many degrees. */
export const SCANNED_SHEETS = { seed: 42, years: [1896, 1926], turn: -27 } as const;
export const MAP_ORIGIN = { longitude: -82.2104, latitude: 40.5217 };

const questionnaire: DemoDocument = {
  fileName: 'user-questionnaire-riverside-works.pdf',
  title: 'User questionnaire, Halloran Property Group',
  category: 'questionnaire',
  text: {
    title: 'User Questionnaire',
    subtitle: 'Phase I Environmental Site Assessment, ASTM E1527-21, Appendix X3: 214 Locust Street, Millbrook',
    sections: [
      {
        heading: '1. Environmental liens and activity and use limitations',
        items: [
          [
            'Did a search of recorded land title records identify any environmental liens filed or recorded against the property?',
            'No liens. The title company reported an easement for the former rail spur along the northern boundary.',
          ],
          [
            'Are there any activity and use limitations, such as engineering controls or land use restrictions, in place at the property?',
            'None that we know of.',
          ],
        ],
      },
      {
        heading: '2. Specialized knowledge and commonly known information',
        items: [
          [
            'Do you have any specialized knowledge or experience related to the property or nearby properties?',
            'Our family operated a marine supply store on the parcel from 1968 to 1994. Older neighbors spoke of "the gas house" on the river side; two round concrete foundations were uncovered when the parking lot was laid in 1971.',
          ],
          [
            'Do you know the past uses of the property?',
            'Gas works until about the First World War, afterwards gas storage and oil tanks; marine supply store; vacant since 2009.',
          ],
          [
            'Do you know of specific chemicals that are present or once were present at the property?',
            'Tar-like material was seen in the bank after the flood of 1979. Heating oil was stored in one 1,000 gallon underground tank north of the store, said to be removed in 1988; no closure report is available.',
          ],
        ],
      },
      {
        heading: '3. Purchase price and obviousness of contamination',
        items: [
          [
            'Does the purchase price reasonably reflect the fair market value of the property?',
            'The price is about 30 percent below comparable riverfront parcels. The seller gives the unknown fill as the reason.',
          ],
          [
            'Based on your knowledge, are there any obvious indicators that point to the presence or likely presence of releases?',
            'Occasional odor of mothballs near the outfall in warm weather.',
          ],
        ],
      },
      {
        heading: 'Signature',
        items: ['Completed by Margaret Halloran, managing member, Halloran Property Group.'],
      },
    ],
  },
};

const agencyResponse: DemoDocument = {
  isDrawn: true,
  fileName: 'fire-department-foia-response.pdf',
  title: 'Fire department records, Locust Street',
  category: 'agency_response',
  text: {
    title: 'Response to Public Records Request',
    subtitle: 'Millbrook Fire Department, Office of the Fire Marshal',
    sections: [
      {
        heading: 'Request',
        items: [
          'You asked for records of underground storage tanks, hazardous materials incidents and fire inspections for 214 Locust Street and adjoining addresses on Locust Street.',
        ],
      },
      {
        heading: 'Records found',
        items: [
          'Permit 1926-114: Continental Refining Co., installation of six iron oil tanks within an earthen dike, north of the river, between the gas works and the coal wharf.',
          'Permit 1954-031: filling station, Seventh Street corner, replacement of three gasoline tanks of 550 gallons.',
          'Incident report of 9 July 1979: oily sheen on the river after high water; source not determined; no further action.',
          'No record of removal of an underground heating oil tank at 214 Locust Street was located.',
        ],
      },
    ],
  },
};

/** One page of a volume, as it was printed. */
const directoryPage: DemoDocument = {
  fileName: 'polk-millbrook-1931-streets.pdf',
  title: "Polk's Millbrook City Directory, 1931: streets",
  category: 'city_directories',
  isDrawn: true,
  text: [{ kind: 'street', seed: 1, year: 1931 }],
};

const directory: DemoDocument = {
  isDrawn: true,
  fileName: 'city-directory-abstract-locust-street.pdf',
  title: 'City directory abstract, 1890 to 1995',
  category: 'city_directories',
  text: {
    title: 'City Directory Abstract',
    subtitle: 'Locust Street and adjoining streets, Millbrook, selected years 1890 to 1995',
    sections: [
      {
        heading: '214 Locust Street',
        items: [
          '1890: Citizens Gas Light Co., works.',
          '1905: Consolidated Gas Co., works and holders.',
          '1931: Consolidated Gas Co., storage yard.',
          '1955: vacant.',
          '1970, 1980, 1990: Halloran Marine Supply.',
        ],
      },
      {
        heading: 'Adjoining addresses',
        items: [
          '220 Locust Street, 1890 and 1905: coal dealer; 1931: coal and ice; 1955: fuel oil.',
          '201 Elm Street, 1905: steam laundry; 1931 and 1955: cleaners and dyers; 1970: dry cleaner.',
        ],
      },
    ],
  },
};

/** The project that has the maps. */
export const MAP_PROJECT = 'Riverside Gas Works Redevelopment';

export const PROJECTS: readonly DemoProject[] = [
  {
    title: MAP_PROJECT,
    status: 'insights',
    due: 19,
    owner: 'admin',
    fields: {
      property_address: '214 Locust Street',
      property_city: 'Millbrook',
      property_state: 'OH',
      property_zip: '44876',
      property_neighborhood: 'Riverside',
      property_block: '41',
      property_number: '12',
      client_company: 'Halloran Property Group',
      client_contact: 'Margaret Halloran',
      client_phone: '(555) 010-2214',
      client_email: 'm.halloran@halloran-property.test',
    },
    visits: [
      {
        day: -12,
        time: '09:30',
        access: true,
        notes: 'Gate code from the property manager; met on site by M. Halloran.',
        findings:
          'Two arcs of brick foundation, each about 70 ft across, exposed at the east end of the parking lot. Stained soil and a naphthalene odor in the river bank below the former purifying house. No stressed vegetation elsewhere.',
        weather: 'Overcast, 54 F, light wind from the west',
        isPhotographed: true,
      },
      {
        day: 6,
        time: '10:00',
        access: true,
        notes: 'Second visit to walk the neighboring coal yard parcel with the owner of 220 Locust Street.',
        findings: '',
        weather: 'Forecast: clear',
      },
      {
        day: -19,
        time: '13:00',
        access: false,
        notes: 'Gate locked and nobody on site; the tenant had not been told of the visit.',
        findings: '',
        weather: 'Rain, 48 F',
      },
    ],
    documents: [questionnaire, directory, directoryPage, agencyResponse],
  },
  {
    title: 'Vulcan Foundry Lofts',
    status: 'site_reconnaissance',
    due: 33,
    owner: 'staff',
    fields: {
      property_address: '31 Canal Street',
      property_city: 'Hartwell',
      property_state: 'NY',
      property_zip: '13799',
      property_neighborhood: 'Ironworks District',
      client_company: 'Northgate Lending Partners',
      client_contact: 'Daniel Oyelaran',
      client_phone: '(555) 010-7731',
      client_email: 'd.oyelaran@northgate-lending.test',
    },
    visits: [
      {
        day: -4,
        time: '08:45',
        access: true,
        notes: 'Full access to floors 1 to 3; the boiler room was locked.',
        findings:
          'Casting sand with metallic fragments under the slab where it is broken out. Two floor drains in the former plating room lead to an unknown point. Fluorescent ballasts without "No PCBs" labels on floor 2.',
        weather: 'Clear, 61 F',
      },
      {
        day: 3,
        time: '11:00',
        access: true,
        notes: 'Return with the superintendent for the boiler room and the roof.',
        findings: '',
        weather: 'Forecast: partly cloudy',
      },
    ],
  },
  {
    title: 'Depot Street Parcels A to D',
    status: 'data_collection',
    due: 45,
    owner: 'staff',
    fields: {
      property_address: '100-148 Depot Street',
      property_city: 'Stanwick',
      property_state: 'IN',
      property_zip: '47988',
      client_company: 'Stanwick Community Development Corp.',
      client_contact: 'Ruth Abernathy',
      client_email: 'r.abernathy@stanwick-cdc.test',
    },
    documents: [
      {
        fileName: 'questionnaire-depot-street.pdf',
        title: 'Owner questionnaire, Depot Street',
        category: 'questionnaire',
        text: {
          title: 'Owner Questionnaire',
          subtitle: '100-148 Depot Street, Stanwick',
          sections: [
            {
              heading: 'Current and past use',
              items: [
                [
                  'What is the current use of the property?',
                  'Parcels A and B: gravel parking. Parcels C and D: vacant freight house.',
                ],
                [
                  'Were there ever storage tanks on the property?',
                  'A diesel tank stood beside the freight house until 1991.',
                ],
                ['Has fill been brought to the property?', 'Cinders from the rail yard were used to level parcel A.'],
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Cedar Hollow Logistics Center',
    status: 'setup',
    due: 60,
    owner: 'admin',
    fields: {
      property_address: '8800 Interchange Parkway',
      property_city: 'Ashford Landing',
      property_state: 'PA',
      property_zip: '17899',
      client_company: 'Brightline Industrial REIT',
      client_contact: 'Ines Carvalho',
    },
  },
  {
    title: "Kingsferry Cleaners' Portfolio",
    status: 'report_generation',
    due: 5,
    owner: 'admin',
    fields: {
      property_address: '17 Ferry Street',
      property_city: 'Kingsferry',
      property_state: 'NJ',
      property_zip: '08799',
      property_neighborhood: 'Old Town',
      client_company: 'Halloran Property Group',
      client_contact: 'Margaret Halloran',
      client_phone: '(555) 010-2214',
      client_email: 'm.halloran@halloran-property.test',
    },
    visits: [
      {
        day: -26,
        time: '14:15',
        access: true,
        notes: 'Access by the tenant; sub-slab port locations agreed.',
        findings:
          'Dry-to-dry machine on a sealed floor, containment intact. Former machine pit filled with concrete of a different age.',
        weather: 'Sunny, 66 F',
      },
    ],
  },
  {
    title: 'Ellery Harbor Marina',
    status: 'sign_and_send',
    due: 1,
    owner: 'staff',
    fields: {
      property_address: '2 Harbor Road',
      property_city: 'Port Ellery',
      property_state: 'MI',
      property_zip: '49799',
      client_company: 'Lakeshore Savings Bank',
      client_contact: 'Tom Virtanen',
      client_email: 't.virtanen@lakeshore-savings.test',
    },
    visits: [
      {
        day: -40,
        time: '09:00',
        access: true,
        notes: 'Harbor master present throughout.',
        findings:
          'Fuel dock with double-walled lines, last tightness test on file. Sandblast grit under the boat lift.',
        weather: 'Fog lifting, 50 F',
      },
    ],
  },
  {
    title: 'Millbrook Municipal Garage',
    status: 'completed',
    due: -30,
    owner: 'admin',
    fields: {
      property_address: '55 Mechanic Street',
      property_city: 'Millbrook',
      property_state: 'OH',
      property_zip: '44876',
      client_company: 'City of Millbrook, Department of Public Works',
      client_contact: 'Alan Prior',
      client_phone: '(555) 010-4400',
    },
    visits: [
      {
        day: -75,
        time: '10:30',
        access: true,
        notes: 'Escorted by the fleet manager.',
        findings: 'Three in-ground hydraulic lifts, two removed. Waste oil tank in vault, no staining.',
        weather: 'Clear, 72 F',
      },
    ],
  },
];

export interface DemoMark {
  year: number;
  /** The label on the sheet. */
  label: string;
  /** What the annotation is called. */
  content: string;
  feature: string;
  narrative: string;
  confidence: number;
  useType: 'historical' | 'current' | 'suspected' | 'confirmed';
  /** What a person wrote later, in order; each becomes an entry of the history. */
  revisions?: readonly { narrative: string; confidence: number; useType: DemoMark['useType'] }[];
}

const GAS = 'Citizens Gas Light Co. works';
const OIL = 'Continental Refining Co. oil tanks';

export const MARKS: readonly DemoMark[] = [
  {
    year: 1887,
    label: 'GAS HOLDERS',
    content: 'Gas holders',
    feature: GAS,
    narrative: 'Two gas holders of 60,000 cu. ft. each stand on the river front, east of the retort house.',
    confidence: 9,
    useType: 'historical',
  },
  {
    year: 1887,
    label: 'RETORT HO.',
    content: 'Retort and purifying houses',
    feature: GAS,
    narrative: 'Coal gas is made on the parcel: retort house with ventilator, purifying house and coal shed.',
    confidence: 8,
    useType: 'suspected',
    revisions: [
      {
        narrative:
          'Coal gas is made on the parcel: retort house with ventilator, purifying house and coal shed. The city directory of 1890 names the works of Citizens Gas Light Co.',
        confidence: 9,
        useType: 'historical',
      },
      {
        narrative:
          'Manufactured gas plant, shown as Citizens Gas Light Co. in 1887 and confirmed by the city directory. Tar and purifier wastes are to be expected near the retort and purifying houses; odor observed there on the site visit.',
        confidence: 10,
        useType: 'confirmed',
      },
    ],
  },
  {
    year: 1896,
    label: 'GAS HOLDERS',
    content: 'Gas holders, enlarged',
    feature: GAS,
    narrative: 'A relief holder has been added and the larger holder now has a capacity of 150,000 cu. ft.',
    confidence: 10,
    useType: 'confirmed',
  },
  {
    year: 1926,
    label: 'GAS HOLDERS',
    content: 'Gas holders, storage only',
    feature: GAS,
    narrative: 'The retort house is marked for storage; two holders remain and gas oil tanks stand beside them.',
    confidence: 9,
    useType: 'historical',
  },
  {
    year: 1887,
    label: 'TANNERY',
    content: 'Tannery',
    feature: 'Brewster tannery and Vulcan Iron Works',
    narrative: 'Tannery of H. Brewster & Sons with a beam house, hide house and eighteen tan vats.',
    confidence: 9,
    useType: 'historical',
  },
  {
    year: 1896,
    label: 'FOUNDRY',
    content: 'Foundry',
    feature: 'Brewster tannery and Vulcan Iron Works',
    narrative:
      'The tannery has been replaced by the Vulcan Iron Works: foundry with cupola, machine shop, pattern shop.',
    confidence: 9,
    useType: 'historical',
  },
  {
    year: 1926,
    label: 'PLATING',
    content: 'Plating shop',
    feature: 'Vulcan plating shop',
    narrative: 'A plating shop stands in the south-east corner of the works.',
    confidence: 8,
    useType: 'suspected',
    revisions: [
      {
        narrative:
          'A brick plating shop stands in the corner of the works; it appears first in 1905 as an iron building.',
        confidence: 9,
        useType: 'historical',
      },
    ],
  },
  {
    year: 1896,
    label: 'LUMBER YARD',
    content: 'Lumber yard',
    feature: 'Halsted lumber yard',
    narrative: 'Lumber piles, planing mill and dry kiln of Halsted Bros.; no treating of wood is shown.',
    confidence: 6,
    useType: 'historical',
  },
  {
    year: 1926,
    label: 'OIL TANKS',
    content: 'Oil tanks',
    feature: OIL,
    narrative: 'Six iron tanks within a dike, one marked naphtha, with pump house and barrel warehouse.',
    confidence: 10,
    useType: 'confirmed',
  },
  {
    year: 1905,
    label: 'COAL YARD',
    content: 'Coal yard',
    feature: 'Coal yard',
    narrative: 'Coal pockets on a rail spur and a coal shed on the wharf.',
    confidence: 7,
    useType: 'historical',
  },
  {
    year: 1896,
    label: 'LAUNDRY',
    content: 'Steam laundry',
    feature: 'Laundry, later cleaners and dyers',
    narrative: 'Steam laundry in a two-storey brick building.',
    confidence: 5,
    useType: 'historical',
  },
  {
    year: 1926,
    label: 'CLEANING & DYEING',
    content: 'Cleaning & dyeing',
    feature: 'Laundry, later cleaners and dyers',
    narrative: 'Cleaning and dyeing works with a detached naphtha store in the yard.',
    confidence: 10,
    useType: 'confirmed',
  },
  {
    year: 1926,
    label: 'FILLING STA.',
    content: 'Filling station',
    feature: 'Corner filling station',
    narrative: 'Filling station with three underground gasoline tanks where a livery stable stood before.',
    confidence: 10,
    useType: 'confirmed',
  },
  {
    year: 1905,
    label: 'ICE RINK',
    content: 'Ice rink',
    feature: 'Ice rink',
    narrative: 'Ice rink with ammonia refrigeration and an engine house.',
    confidence: 6,
    useType: 'suspected',
  },
];

export interface DemoIssue {
  title: string;
  type: 'bug' | 'improvement' | 'feature_request';
  severity: string;
  status: string;
  path: string;
  description: string;
  assigned: boolean;
  comments: readonly { by: 'admin' | 'staff'; content: string }[];
}

export const ISSUES: readonly DemoIssue[] = [
  {
    title: 'Year is missing on sheets whose title block is torn',
    type: 'bug',
    severity: 's2',
    status: 'in_progress',
    path: '/projects',
    description:
      '## What happens\n\nSheets without a readable title block are listed as *Sanborn Map (Page n)*.\n\n## What I expected\n\nThe copyright line at the margin also carries the year:\n\n> COPYRIGHT 1896\n\n1. Open a map document\n2. Look at the page list',
    assigned: true,
    comments: [
      {
        by: 'staff',
        content: 'Seen on two of the four sheets of a set from last week. The margin text is legible there.',
      },
      { by: 'admin', content: 'Agreed, the copyright line should count when the title block gives nothing.' },
    ],
  },
  {
    title: 'Measure distances on a sheet',
    type: 'feature_request',
    severity: 's3',
    status: 'open',
    path: '/projects',
    description:
      'It would help to measure in feet along the scale bar, for example from a gas holder to the property line. Today I print the sheet and use a ruler.',
    assigned: false,
    comments: [{ by: 'staff', content: 'The scale is printed on every sheet: 50 feet to an inch.' }],
  },
  {
    title: 'Remember the last selected page of a document',
    type: 'improvement',
    severity: 's4',
    status: 'open',
    path: '/projects',
    description: 'When I come back to a map document the viewer opens on the first sheet again.',
    assigned: false,
    comments: [],
  },
  {
    title: 'Download name loses accents',
    type: 'bug',
    severity: 's3',
    status: 'deployed',
    path: '/',
    description: 'A file called `étude-de-sol.pdf` was downloaded as `_tude-de-sol.pdf`.',
    assigned: true,
    comments: [{ by: 'admin', content: 'Fixed and deployed; names are sent as UTF-8 now.' }],
  },
];
