/** Columns of files: their spelling differs from agency to agency. */

export const FIELDS = [
  'id',
  'name',
  'address',
  'city',
  'state',
  'zip',
  'latitude',
  'longitude',
  'accuracy',
  'method',
  'datum',
  'status',
  'registry',
  'programs',
  'violations',
] as const;
export type Field = (typeof FIELDS)[number];

/** Column by field. An address may be in several columns, joined by blanks. */
export type Columns = Partial<Record<Field, string | readonly string[]>>;

/** One spelling of a column's name; numbers before it (`12. LATITUDE`) are dropped. */
export const folded = (column: string): string =>
  column
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^\d+\.\s*/, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** Without gaps, so that FacilityID and FACILITY_ID are one. */
const joined = (column: string): string => folded(column).replaceAll('_', '');

/** Whether a column says that it has degrees, minutes and seconds as one number. */
export const isPackedDegrees = (column: string): boolean => /DDMMSS|DMS/.test(joined(column));

const PLACE = '(?:FACILITY|SITE|FAC|LOCATION|LOC|PHYSICAL|PHYS|GIS|PRIMARY)?';
const SPELLINGS: Readonly<Partial<Record<Field, RegExp>>> = {
  id: /^(?:(?:FACILITY|SITE|FAC|GLOBAL|HANDLER|EPA|REGISTRY|LUST|LPST|VCP|BSA|RELEASE|INCIDENT|SPILL|PROGRAM|PBS|CERS)(?:ID|NUM|NUMBER|NO|CODE)|PINUMBER|SEQNOS|OBJECTID|ID)$/,
  name: /^(?:(?:FACILITY|SITE|FAC|HANDLER|BUSINESS|PRIMARY|PROGRAMFACILITY|LOC|LOCATION|REGISTERED|COMPANY)(?:NAME|NM)|NAME|FACILITY|SITE)$/,
  address: new RegExp(
    `^(?:${PLACE}(?:ADDRESS|ADDR|ADR|ADD|STREETADDRESS|STREET|STR)(?:1|LINE1)?|STREETADDRESS|LOCATION)$`,
  ),
  city: new RegExp(`^(?:${PLACE}CITY(?:NAME)?|LOCALITY|MUNICIPALITY|TOWN)$`),
  state: new RegExp(`^(?:${PLACE}STATE(?:CODE|ABBR)?|ST)$`),
  zip: new RegExp(`^(?:${PLACE}ZIP(?:CODE|5)?|ZIPCODE|POSTALCODE)$`),
  latitude:
    /^(?:(?:FACILITY|SITE|FAC|GIS|DD|LOC|GEOMETRY)?LAT(?:ITUDE)?(?:DD|DEC|DECIMAL|83|MEASURE|VALUE|Y|WGS84|DMS|DDMMSS)?|Y)$/,
  longitude:
    /^(?:(?:FACILITY|SITE|FAC|GIS|DD|LOC|GEOMETRY)?(?:LON|LONG|LNG)(?:ITUDE)?(?:DD|DEC|DECIMAL|83|MEASURE|VALUE|X|WGS84|DMS|DDD?MMSS)?|X)$/,
  status:
    /^(?:(?:SITE|FACILITY|CASE|RELEASE|CLEANUP|LUST|TANK|INCIDENT)STATUS(?:DESC|DESCRIPTION|NAME)?|STATUS(?:DESCRIPTION)?)$/,
  datum: /^(?:HORREFDATUM|HDATUMDESC|DATUM|HORIZONTALDATUM)$/,
  accuracy: /^(?:ACCURACYVALUE|ACCURACYMETERS|ACCURACY)$/,
  method: /^(?:COLLECTDESC|COORDINATESOURCE|FACILITYCOORDINATESOURCE|COLLECTIONMETHOD|ADDRESSMATCHTYPE)$/,
};

/** Columns that an unknown header seems to have; a person confirms them. */
export function proposeColumns(header: readonly string[]): Columns {
  const columns: Columns = {};
  for (const [field, spelling] of Object.entries(SPELLINGS) as [Field, RegExp][]) {
    const found = header.filter((column) => spelling.test(joined(column)));
    const [chosen] = [...found].sort((one, other) => rank(field, joined(one)) - rank(field, joined(other)));
    if (chosen !== undefined) columns[field] = chosen;
  }
  return columns;
}

/** An id that counts rows, a bare word, and packed degrees only where nothing better is there. */
function rank(field: Field, column: string): number {
  if (/^(?:OBJECTID|ID|X|Y|ST|FACILITY|SITE|LOCATION)$/.test(column) || isPackedDegrees(column)) return 2;
  return field === 'id' && !/^(?:FACILITY|SITE|FAC)/.test(column) ? 1 : 0;
}
