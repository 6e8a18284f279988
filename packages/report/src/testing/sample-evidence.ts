import type {
  Evidence,
  EvidenceAnnotation,
  EvidenceAuthor,
  EvidenceMention,
  EvidenceShape,
  EvidenceStreet,
} from '../evidence.js';
import { samplePhotograph } from './sample-pictures.js';
import { sha256Of } from '../canonical.js';

const id = (kind: string, n: number): string => `${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;

const DANA: EvidenceAuthor = { id: id('00000001', 1), name: 'Dana Whitfield', type: 'human' };
const SPOTTER: EvidenceAuthor = { id: id('00000001', 2), name: 'Symbio Spotter', type: 'ai_agent', version: '1.2.0' };

interface Mark {
  n: number;
  page: number;
  shape: EvidenceShape;
  label: string;
  reviewed?: boolean;
}

const mark = ({ n, page, shape, label, reviewed = true }: Mark): EvidenceAnnotation => ({
  ...{ id: id('aaaaaaaa', n), page_id: id('cccccccc', page), shape, label, reviewed },
  author: reviewed && n !== 2 ? DANA : SPOTTER,
  ...(n === 2 ? { accepted_by: 'Dana Whitfield' } : {}),
  created_at: '2026-11-20T10:00:00.000Z',
});

interface Told {
  n: number;
  feature?: number;
  annotation: number;
  narrative: string;
  reviewed?: boolean;
}

const mention = ({ n, feature, annotation, narrative, reviewed = true }: Told): EvidenceMention => ({
  ...{ id: id('eeeeeeee', n), history_id: id('ffffffff', n), annotation_id: id('aaaaaaaa', annotation), narrative },
  ...(feature === undefined ? {} : { feature_id: id('dddddddd', feature) }),
  ...{ confidence: reviewed ? 9 : 6, use_type: 'historical', author: reviewed ? DANA : SPOTTER, reviewed },
});

const page = (n: number, document: number, year: number, more: object = {}) => ({
  ...{
    id: id('cccccccc', n),
    document_id: id('bbbbbbbb', document),
    page_number: n,
    width: 6450,
    height: 7650,
    dpi: 150,
  },
  ...{ year, sheet_number: String(10 + n), ...more },
});

const document = (n: number, title: string, category: [string, string], years: number[]) => ({
  ...{ id: id('bbbbbbbb', n), title, category: category[0], category_label: category[1] },
  ...{ file_name: `${title.toLowerCase().replaceAll(' ', '-')}.pdf`, total_pages: 3, bytes: 1_204_333 * n },
  ...{ sha256: sha256Of(title), provider: 'Library of Congress', years },
});

const street = (name: string, ...line: [number, number][]): EvidenceStreet => ({ name, line });

/** Evidence of a small project with every part of a report; the same at each call. */
export function sampleEvidence(): Evidence {
  return {
    format: 1,
    version: {
      ...{ id: id('99999999', 3), number: 3, based_on: 2 },
      ...{ locked_at: '2026-11-26T15:00:00.000Z', locked_by: 'Dana Whitfield' },
    },
    project: {
      ...{ id: id('88888888', 1), number: 'P-2026-00042', title: 'Riverside Gas Works Redevelopment' },
      ...{ address: '214 Locust Street', city: 'Riverton', state: 'PA', zip: '19103' },
      ...{ client_company: 'Keystone Land Partners & Sons', client_contact: 'Morgan Ellis' },
      ...{ longitude: -75.1652, latitude: 39.9526, origin: 'https://symbio.example' },
    },
    assessment: {
      standard: 'ASTM E1527-21; 40 CFR Part 312',
      purpose: 'Acquisition of the property with a loan.',
      user: 'Keystone Land Partners & Sons',
      reliance: ['First River Bank'],
      acquisition_date: '2027-02-15',
      expires_on: '2027-05-03',
      components: [
        { kind: 'interviews', date: '2026-11-18', date_source: 'typed', note: 'Owner and fire marshal.' },
        { kind: 'lien_search', date: '2026-11-10', date_source: 'typed' },
        { kind: 'records_review', date: '2026-11-04', date_source: 'record' },
        { kind: 'site_inspection', date: '2026-11-14', date_source: 'visit' },
        { kind: 'declaration', date: '2026-11-26', date_source: 'typed' },
      ],
    },
    boundary: {
      polygons: [
        [
          [
            [-75.166, 39.952],
            [-75.164, 39.952],
            [-75.164, 39.954],
            [-75.166, 39.954],
            [-75.166, 39.952],
          ],
        ],
      ],
      ...{ area_acres: 4.62, perimeter_ft: 1812.5, file_name: 'riverside-parcel.geojson' },
      ...{ set_by: 'Dana Whitfield', set_at: '2026-10-02T14:00:00.000Z' },
    },
    streets: [
      street('Front Street', [-75.1666, 39.951], [-75.1665, 39.955]),
      street('Locust Street', [-75.1675, 39.95175], [-75.165, 39.9518], [-75.1625, 39.95185]),
      street('Río Grande Ave', [-75.1675, 39.95414], [-75.1625, 39.9541]),
    ],
    street_files: ['riverside-streets.geojson'],
    documents: [
      document(1, 'Sanborn Riverton 1887', ['sanborn_maps', 'Fire insurance maps'], [1887]),
      document(2, 'Sanborn Riverton 1922', ['sanborn_maps', 'Fire insurance maps'], [1922]),
      document(3, 'Riverton Directory 1940', ['city_directories', 'City directories'], [1940]),
    ],
    pages: [
      page(1, 1, 1887, {
        map_scale: '1 in = 50 ft',
        feet_per_pixel: 0.3333,
        scale_basis: 'measured',
        north_degrees: 5,
      }),
      page(2, 2, 1922, { feet_per_pixel: 0.41, scale_basis: 'scale_bar' }),
      page(3, 2, 1922),
    ],
    annotations: [
      mark({ n: 1, page: 1, label: 'Retort house', shape: ellipse(3000, 3500, 420, 260, 0) }),
      mark({ n: 2, page: 1, label: 'Gas holder', shape: ellipse(4200, 2600, 380, 300, 0.6) }),
      mark({
        n: 3,
        page: 2,
        label: 'Tar well',
        shape: { type: 'rectangle', x: 1200, y: 5200, width: 500, height: 320 },
      }),
      mark({ n: 4, page: 3, label: 'Dry cleaner', shape: polygon(2200, 2200, 420) }),
      mark({ n: 5, page: 3, label: 'Oil house', shape: ellipse(5200, 6900, 240, 180, -0.3), reviewed: false }),
      mark({ n: 6, page: 2, label: 'Paint shop', shape: ellipse(900, 900, 1400, 1100, 0.2), reviewed: false }),
    ],
    features: [
      {
        ...{ id: id('dddddddd', 1), name: 'Riverside Gas Works', land_use: ['Manufactured gas plant'] },
        ...{ longitude: -75.165, latitude: 39.953, relation: 'on_property' },
        determination: {
          ...{ id: id('77777777', 1), kind: 'rec', by: 'Dana Whitfield', created_at: '2026-11-24T09:30:00.000Z' },
          reason:
            'Sheets of 1887 and 1922 show retorts, a holder and a tar well on the property. No record shows a clean-up under oversight of an agency.',
          stale: false,
          answers: [{ question: 'Was the release dealt with?', answer: 'No', evidence_ids: [id('ffffffff', 1)] }],
          evidence_ids: [id('ffffffff', 1), id('ffffffff', 3)],
        },
      },
      {
        ...{ id: id('dddddddd', 2), name: 'Quaker Cleaners', land_use: ['Dry cleaner'] },
        ...{ relation: 'adjoining', direction: 'NE', distance_ft: 84 },
        determination: {
          ...{ id: id('77777777', 2), kind: 'crec', by: 'Dana Whitfield', created_at: '2026-11-24T09:40:00.000Z' },
          reason: 'The agency closed the case in 2011 with a restriction on the use of ground water.',
          ...{ stale: false, answers: [], evidence_ids: [id('ffffffff', 4)] },
        },
      },
      {
        id: id('dddddddd', 3),
        name: 'Carriage Works',
        land_use: ['Carriage works'],
        longitude: -75.16828,
        latitude: 39.953,
        relation: 'near',
        direction: 'W',
        distance_ft: 640,
      },
    ],
    mentions: [
      mention({
        n: 1,
        feature: 1,
        annotation: 1,
        narrative: 'A brick building marked RETORT HOUSE is north of the rail spur.',
      }),
      mention({
        n: 2,
        feature: 1,
        annotation: 2,
        narrative: 'A round iron gas holder of about 60 feet is east of the retort house.',
      }),
      mention({
        n: 3,
        feature: 1,
        annotation: 3,
        narrative: 'A tar well is marked in the yard beside the purifying house.',
      }),
      mention({ n: 4, feature: 2, annotation: 4, narrative: 'A store marked CLEANING & DYEING fronts Second Street.' }),
      mention({
        n: 5,
        annotation: 5,
        narrative: 'Lettering reads OIL HO. near the corner of the block.',
        reviewed: false,
      }),
      mention({ n: 6, annotation: 6, narrative: 'Lettering reads PAINT SHOP on the second floor.', reviewed: false }),
    ],
    figures: [5, 1, 2, 3, 4, 6].map((n) => ({ annotation_id: id('aaaaaaaa', n) })),
    visits: [
      {
        ...{
          id: id('66666666', 1),
          date: '2026-11-14',
          time: '09:00',
          access_granted: true,
          investigator: 'Dana Whitfield',
        },
        access_notes: 'The basement of the north building was locked.',
        findings: 'Stained concrete at the loading dock. Two vent pipes at the east wall.',
        weather: 'Clear, 48 °F',
        checklist: [
          { item: 'Storage tanks', answer: 'no', note: '' },
          { item: 'Vent and fill pipes', answer: 'yes', note: 'Two pipes at the east wall.' },
          { item: 'Drains and sumps', answer: 'not_seen', note: 'Basement locked.' },
        ],
      },
    ],
    photographs: [1, 2, 3].map((n) => ({
      ...{ id: id('55555555', n), visit_id: id('66666666', 1), sha256: sha256Of(samplePhotograph(n)) },
      caption:
        ['Loading dock with stained concrete.', 'Vent pipes at the east wall.', 'Locked basement door.'][n - 1] ?? '',
      ...{ width: 1600, height: 1200, taken_at: `2026-11-14T09:1${n}:00` },
      ...(n === 1 ? { view_direction: 'NE' } : { heading: 40 * n }),
    })),
    records: {
      searched_at: '2026-11-04T12:00:00.000Z',
      lists: [
        {
          ...{ list: 'lust', title: 'Leaking underground storage tanks', distance_miles: 0.5, searched: true, hits: 1 },
          data: [{ name: 'PA DEP storage tank incidents', agency_date: '2026-10-01', sha256: sha256Of('lust') }],
        },
        { list: 'npl', title: 'National Priorities List', distance_miles: 1, searched: false, hits: 0, data: [] },
      ],
      hits: [
        {
          ...{ id: id('44444444', 1), list: 'Leaking underground storage tanks', name: 'Quaker Cleaners' },
          ...{ address: '220 Locust Street', status: 'Closed 2011', distance_ft: 84, direction: 'NE' },
          ...{ on_property: false, adjoining: true },
          disposition: { decision: 'Relevant', reason: 'Adjoining, with a restriction of use.', by: 'Dana Whitfield' },
        },
      ],
    },
    coverage: {
      decades: [1880, 1890, 1900, 1910, 1920, 1930, 1940],
      rows: [
        {
          ...{ source: 'Fire insurance maps', area: 'property' },
          cells: [cell(1), cell(), cell(), cell(), cell(2), cell(), cell()],
        },
        {
          ...{ source: 'City directories', area: 'adjoining' },
          cells: [
            cell(),
            cell(),
            cell(),
            cell(),
            cell(),
            { documents: [], state: 'unavailable', note: 'No copy survives.' },
            cell(3),
          ],
        },
      ],
    },
    gaps: [
      {
        ...{ id: id('33333333', 1), kind: 'interval', title: 'No source between 1923 and 1939', from: 1923, to: 1939 },
        ...{ area: 'property', tried: 'Directories and aerial photographs were requested.', significant: true },
        reason: 'The end of gas making is not dated.',
        effect: 'The extent of the yard in later years is unknown.',
      },
    ],
    conclusions: { text: 'This assessment has revealed the conditions listed below.' },
    sections: [
      {
        key: 'executive_summary',
        paragraphs: [{ text: 'Gas was made on the property from before 1887.', evidence_ids: [id('eeeeeeee', 1)] }],
      },
      {
        key: 'interviews',
        paragraphs: [
          { text: 'The owner, Mr. Łukasz Håkansson, said that the yard was paved in 1961.', evidence_ids: [] },
          {
            text: 'The fire marshal had no record of spills: “none on file” (#12, *not* a $5 fee, <b>).',
            evidence_ids: [],
          },
        ],
      },
    ],
    declaration: {
      text: 'The environmental professional named below developed and performed this inquiry under 40 CFR Part 312.',
      professional: {
        ...{ name: 'Dana Whitfield', qualification: 'Professional engineer with 12 years of relevant experience' },
        ...{ licence: 'PE-048812', state: 'PA', expires_on: '2027-09-30' },
      },
    },
  };
}

const cell = (n?: number): { documents: string[] } => ({ documents: n === undefined ? [] : [id('bbbbbbbb', n)] });

const ellipse = (x: number, y: number, radiusX: number, radiusY: number, theta: number): EvidenceShape => ({
  ...{ type: 'ellipse', center_x: x, center_y: y, radius_x: radiusX, radius_y: radiusY, theta },
});

const polygon = (x: number, y: number, size: number): EvidenceShape => ({
  type: 'polygon',
  points: [
    { x, y },
    { x: x + size, y: y + size / 4 },
    { x: x + size * 0.7, y: y + size },
  ],
});

/** The version before: without the gap, and with another determination and another reading without review. */
export function samplePrevious(): Evidence {
  const previous = { ...sampleEvidence(), gaps: [] };
  const [feature] = previous.features;
  if (feature?.determination) feature.determination.kind = 'hrec';
  const unreviewed = previous.mentions.find(({ reviewed }) => !reviewed);
  if (unreviewed) unreviewed.narrative = 'Lettering reads OIL HOUSE.';
  return previous;
}
