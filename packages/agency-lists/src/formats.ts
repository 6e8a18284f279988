/** Files of agencies, known by their columns. */
import { folded, type Columns } from './columns.js';

/** The value of a column; empty without it. */
export type ValueOf = (column: string) => string;

export interface Format {
  key: string;
  title: string;
  /** Columns that the file must have. */
  known: readonly string[];
  columns: Columns;
  datum?: string;
  /** Of files of one state. */
  state?: string;
  lists: (value: ValueOf) => readonly string[];
}

const FRS_INTERESTS: readonly (readonly [RegExp, string])[] = [
  [/CORRECTIVE ACTION/, 'RCRA-CORRACTS'],
  [/^TSD|TREATMENT, STORAGE/, 'RCRA-TSD'],
  [/^LQG/, 'RCRA-LQG'],
  [/^SQG/, 'RCRA-SQG'],
  [/VSQG|CESQG/, 'RCRA-VSQG'],
  [/UNSPECIFIED UNIVERSE|TRANSPORTER|NOT IN A UNIVERSE/, 'RCRA-NONGEN'],
  [/SUPERFUND NPL/, 'NPL'],
  [/SUPERFUND/, 'SEMS'],
  [/BROWNFIELD/, 'BROWNFIELD'],
  [/^TRI /, 'TRI'],
  [/NPDES/, 'NPDES'],
  [/^AIR/, 'AIR'],
  [/LEAKING UNDERGROUND/, 'LUST'],
  [/UNDERGROUND STORAGE/, 'UST'],
];

function frsLists(interests: string): string[] {
  const names = interests.split(/,\s*/).filter((name) => name !== '');
  return [...new Set(names.map((name) => FRS_INTERESTS.find(([spelling]) => spelling.test(name))?.[1] ?? 'OTHER'))];
}

/** Generator status, by its letters or the codes of RCRAInfo. */
function generatorLists(status: string): string[] {
  if (/\bLQG\b|^1/.test(status)) return ['RCRA-LQG'];
  if (/\b(?:VSQG|CESQG|CEG)\b|^3/.test(status)) return ['RCRA-VSQG'];
  return /\bSQG\b|^2/.test(status) ? ['RCRA-SQG'] : [];
}

const isYes = (value: string): boolean => /^(?:Y|YES|TRUE|1)$/i.test(value);

function echoLists(value: ValueOf): string[] {
  const types = value('RCRA_PERMIT_TYPES');
  const rcra = [...generatorLists(types), ...(/TSD/.test(types) ? ['RCRA-TSD'] : [])];
  return [
    ...rcra,
    ...(isYes(value('RCRA_FLAG')) && rcra.length === 0 ? ['RCRA-NONGEN'] : []),
    ...(isYes(value('TRI_FLAG')) ? ['TRI'] : []),
    ...(isYes(value('NPDES_FLAG')) ? ['NPDES'] : []),
    ...(isYes(value('AIR_FLAG')) ? ['AIR'] : []),
  ];
}

function rcraLists(value: ValueOf): string[] {
  const generator = generatorLists(value('FED_WASTE_GENERATOR'));
  const treats = /[^-\s]/.test(value('OPERATING_TSDF').replace(/^N$/i, ''));
  const lists = [...generator, ...(treats ? ['RCRA-TSD'] : [])];
  return lists.length > 0 ? lists : ['RCRA-NONGEN'];
}

const NPL_STATUS: readonly (readonly [RegExp, string])[] = [
  [/DELETED|^D$/i, 'NPL-DELISTED'],
  [/ARCHIVE/i, 'SEMS-ARCHIVE'],
  [/FINAL|PROPOSED|PART OF|^[FPA]$/i, 'NPL'],
];
const semsLists = (status: string): string[] => [
  NPL_STATUS.find(([spelling]) => spelling.test(status.trim()))?.[1] ?? 'SEMS',
];

const GEOTRACKER: Readonly<Record<string, string>> = {
  'LUST Cleanup Site': 'LUST',
  'Military UST Site': 'LUST',
  'Cleanup Program Site': 'STATE-SEMS',
  'Land Disposal Site': 'LANDFILL',
  'Permitted Underground Storage Tank (UST)': 'UST',
};

const always =
  (...lists: string[]) =>
  (): readonly string[] =>
    lists;

export const FORMATS: readonly Format[] = [
  {
    key: 'epa-frs',
    title: 'EPA FRS single file',
    known: ['REGISTRY_ID', 'PRIMARY_NAME', 'LATITUDE83', 'LONGITUDE83', 'PGM_SYS_ACRNMS', 'INTEREST_TYPES'],
    datum: 'NAD83',
    columns: {
      ...{ id: 'REGISTRY_ID', registry: 'REGISTRY_ID', name: 'PRIMARY_NAME', address: 'LOCATION_ADDRESS' },
      ...{ city: 'CITY_NAME', state: 'STATE_CODE', zip: 'POSTAL_CODE', programs: 'PGM_SYS_ACRNMS' },
      ...{ latitude: 'LATITUDE83', longitude: 'LONGITUDE83', accuracy: 'ACCURACY_VALUE', method: 'COLLECT_DESC' },
      datum: 'HDATUM_DESC',
    },
    lists: (value) => frsLists(value('INTEREST_TYPES')),
  },
  {
    key: 'epa-echo',
    title: 'EPA ECHO exporter',
    known: ['REGISTRY_ID', 'FAC_NAME', 'FAC_LAT', 'FAC_LONG', 'RCRA_FLAG'],
    datum: 'NAD83',
    columns: {
      ...{ id: 'REGISTRY_ID', registry: 'REGISTRY_ID', name: 'FAC_NAME', address: 'FAC_STREET', city: 'FAC_CITY' },
      ...{ state: 'FAC_STATE', zip: 'FAC_ZIP', latitude: 'FAC_LAT', longitude: 'FAC_LONG', programs: 'RCRA_IDS' },
      ...{ accuracy: 'FAC_ACCURACY_METERS', method: 'FAC_COLLECTION_METHOD', status: 'RCRA_COMPLIANCE_STATUS' },
      violations: 'RCRA_COMPLIANCE_STATUS',
    },
    lists: echoLists,
  },
  {
    key: 'epa-rcra',
    title: 'EPA RCRA facilities',
    known: ['ID_NUMBER', 'FACILITY_NAME', 'FED_WASTE_GENERATOR'],
    datum: 'NAD83',
    columns: {
      ...{ id: 'ID_NUMBER', programs: 'ID_NUMBER', name: 'FACILITY_NAME', address: 'STREET_ADDRESS' },
      ...{ city: 'CITY_NAME', state: 'STATE_CODE', zip: 'ZIP_CODE' },
      ...{ latitude: 'LATITUDE83', longitude: 'LONGITUDE83', status: 'ACTIVE_SITE' },
    },
    lists: rcraLists,
  },
  {
    key: 'epa-sems',
    title: 'EPA Superfund sites',
    known: ['SITE_NAME', 'EPA_ID', 'NPL_STATUS_CODE'],
    columns: {
      ...{ id: 'EPA_ID', programs: 'EPA_ID', name: 'SITE_NAME', address: 'STREET_ADDR_TXT', city: 'CITY_NAME' },
      ...{ state: 'STATE_CODE', zip: 'ZIP_CODE', latitude: 'LATITUDE', longitude: 'LONGITUDE' },
      status: 'NPL_STATUS_CODE',
    },
    lists: (value) => semsLists(value('NPL_STATUS_CODE')),
  },
  {
    key: 'epa-ust-finder-releases',
    title: 'EPA UST Finder releases',
    known: ['Facility_ID', 'LUST_ID', 'Reported_Date', 'Substance'],
    columns: {
      ...{ id: 'LUST_ID', name: 'Name', address: 'Address', city: 'City', state: 'State', zip: 'Zip_Code' },
      ...{ latitude: 'Latitude', longitude: 'Longitude', method: 'Coordinate_Source', status: 'Status' },
    },
    lists: always('LUST'),
  },
  {
    key: 'epa-ust-finder-facilities',
    title: 'EPA UST Finder facilities',
    known: ['Facility_ID', 'Open_USTs', 'Closed_USTs', 'TOS_USTs'],
    columns: {
      ...{ id: 'Facility_ID', name: 'Name', address: 'Address', city: 'City', state: 'State', zip: 'Zip_Code' },
      ...{ latitude: 'Latitude', longitude: 'Longitude', method: 'Coordinate_Source', status: 'Facility_Status' },
    },
    lists: always('UST'),
  },
  {
    key: 'epa-tri',
    title: 'EPA TRI basic file',
    known: ['YEAR', 'TRIFD', 'FACILITY NAME', 'STREET ADDRESS'],
    datum: 'NAD83',
    columns: {
      ...{ id: 'TRIFD', programs: 'TRIFD', registry: 'FRS ID', name: 'FACILITY NAME', address: 'STREET ADDRESS' },
      ...{ city: 'CITY', state: 'ST', zip: 'ZIP', latitude: 'LATITUDE', longitude: 'LONGITUDE' },
    },
    lists: always('TRI'),
  },
  {
    key: 'epa-acres',
    title: 'EPA ACRES brownfields',
    known: ['PROPERTY_ID', 'PROPERTY_NAME', 'ADDRESS1'],
    columns: {
      ...{ id: 'PROPERTY_ID', name: 'PROPERTY_NAME', address: 'ADDRESS1', city: 'CITY', state: 'STATE' },
      ...{ zip: 'ZIP_CODE', latitude: 'LATITUDE', longitude: 'LONGITUDE' },
    },
    lists: always('BROWNFIELD'),
  },
  {
    key: 'erns',
    title: 'National Response Center reports',
    known: ['SEQNOS', 'INCIDENT_DATE_TIME', 'LOCATION_STREET1'],
    columns: {
      ...{ id: 'SEQNOS', name: 'LOCATION_ADDRESS', address: 'LOCATION_STREET1', city: 'LOCATION_NEAREST_CITY' },
      ...{ state: 'LOCATION_STATE', zip: 'LOCATION_ZIP', status: 'INCIDENT_DATE_TIME' },
    },
    lists: always('ERNS'),
  },
  {
    key: 'ca-geotracker',
    title: 'California GeoTracker sites',
    known: ['GLOBAL_ID', 'BUSINESS_NAME', 'CASE_TYPE', 'STATUS', 'LATITUDE', 'LONGITUDE'],
    state: 'CA',
    columns: {
      ...{ id: 'GLOBAL_ID', name: 'BUSINESS_NAME', address: ['STREET_NUMBER', 'STREET_NAME'], city: 'CITY' },
      ...{ state: 'STATE', zip: 'ZIP', latitude: 'LATITUDE', longitude: 'LONGITUDE', status: 'STATUS' },
    },
    lists: (value) => [GEOTRACKER[value('CASE_TYPE')] ?? 'OTHER'],
  },
  {
    key: 'ca-cers-ust',
    title: 'California CERS underground tanks',
    known: ['CERS ID', 'Facility Name', 'Latitude_Measure', 'Longitude Measure'],
    state: 'CA',
    columns: {
      ...{ id: 'CERS ID', name: 'Facility Name', address: 'Facility Street Address', city: 'Facility City' },
      ...{ zip: 'Facility_ZIP Code', latitude: 'Latitude_Measure', longitude: 'Longitude Measure' },
    },
    lists: always('UST'),
  },
  {
    key: 'ny-spills',
    title: 'New York spill incidents',
    known: ['Spill Number', 'Program Facility Name', 'Street 1', 'Locality', 'Spill Date'],
    state: 'NY',
    columns: {
      ...{ id: 'Spill Number', name: 'Program Facility Name', address: 'Street 1', city: 'Locality' },
      ...{ zip: 'ZIP Code', status: 'Close Date' },
    },
    lists: always('SPILLS'),
  },
  {
    key: 'tx-lpst',
    title: 'Texas leaking petroleum storage tanks',
    known: ['LPST_ID', 'SITE_NAME', 'PHYS_ADDR'],
    state: 'TX',
    columns: { id: 'LPST_ID', name: 'SITE_NAME', address: 'PHYS_ADDR', city: 'CITY', zip: 'ZIP', ...geometry() },
    lists: always('LUST'),
  },
  {
    key: 'tx-vcp',
    title: 'Texas voluntary cleanup',
    known: ['VCP_ID', 'SITE_NAME', 'PHYS_ADDR'],
    state: 'TX',
    columns: { id: 'VCP_ID', name: 'SITE_NAME', address: 'PHYS_ADDR', city: 'CITY', zip: 'ZIP', ...geometry() },
    lists: always('VCP'),
  },
  {
    key: 'tx-pst',
    title: 'Texas petroleum storage tanks',
    known: ['FAC_ID', 'FACILITY_NAME', 'ADDRESS', 'NUM_ACTIVE_UST'],
    state: 'TX',
    columns: { id: 'FAC_ID', name: 'FACILITY_NAME', address: 'ADDRESS', city: 'CITY', zip: 'ZIP', ...geometry() },
    lists: always('UST'),
  },
  {
    key: 'pa-tank-incidents',
    title: 'Pennsylvania tank cleanup incidents',
    known: ['FACILITY_ID', 'INCIDENT_ID', 'INCIDENT_TYPE', 'STATUS_DESCRIPTION', 'HOR_REF_DATUM'],
    state: 'PA',
    columns: {
      ...{ id: 'INCIDENT_ID', name: 'FACILITY_NAME', address: 'ADDRESS1', city: 'CITY', zip: 'ZIP' },
      ...{ latitude: 'LATITUDE', longitude: 'LONGITUDE', datum: 'HOR_REF_DATUM', status: 'STATUS_DESCRIPTION' },
    },
    lists: always('LUST'),
  },
];

/** Of GeoJSON, whose coordinates are read as columns. */
function geometry(): Columns {
  return { latitude: 'GEOMETRY_LATITUDE', longitude: 'GEOMETRY_LONGITUDE' };
}

/** The format with the most columns of the header. */
export function knownFormat(header: readonly string[]): Format | undefined {
  const columns = new Set(header.map(folded));
  return FORMATS.filter(({ known }) => known.every((column) => columns.has(folded(column)))).sort(
    (one, other) => other.known.length - one.known.length,
  )[0];
}

/** Of a list with columns that a person named. */
export const mappedFormat = (columns: Columns, lists: readonly string[]): Format => ({
  ...{ key: 'mapped', title: 'Columns named by a person', known: [], columns },
  lists: always(...lists),
});
