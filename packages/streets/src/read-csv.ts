import papaparse from 'papaparse';
import { StreetsError, type Alias, type Crossing, type Streets } from './model.js';
import { isOnEarth } from './positions.js';

/** Names of columns, in lower case without spaces and underscores. */
const COLUMNS = {
  first: ['street1', 'streeta', 'first', 'onstreet'],
  second: ['street2', 'streetb', 'second', 'crossstreet'],
  longitude: ['lon', 'lng', 'longitude', 'x'],
  latitude: ['lat', 'latitude', 'y'],
  alias: ['alias', 'oldname', 'old'],
  name: ['name', 'newname', 'new', 'today'],
} as const;
type Column = keyof typeof COLUMNS;

const HEADER =
  'The first line of a CSV must name its columns: street1, street2, latitude, longitude; or alias and name.';

/** Crossings, or other names of streets. @throws StreetsError naming the line */
export function readCsv(text: string): Streets {
  const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: true });
  const header = (data[0] ?? []).map((cell) => cell.toLowerCase().replace(/[\s_]/g, ''));
  const columnOf = (column: Column) => header.findIndex((cell) => COLUMNS[column].some((name) => name === cell));
  const index = {
    first: columnOf('first'),
    second: columnOf('second'),
    longitude: columnOf('longitude'),
    latitude: columnOf('latitude'),
    alias: columnOf('alias'),
    name: columnOf('name'),
  };
  const rows = data.slice(1);
  const cell = (row: readonly string[], column: Column) => row[index[column]]?.trim() ?? '';
  if (index.alias >= 0 && index.name >= 0)
    return { lines: [], crossings: [], aliases: rows.map((row) => aliasOf(cell(row, 'alias'), cell(row, 'name'))) };
  if (Math.min(index.first, index.second, index.longitude, index.latitude) < 0) throw new StreetsError(HEADER);
  const crossings = rows.map((row, at): Crossing => {
    const [longitude, latitude] = [cell(row, 'longitude'), cell(row, 'latitude')].map((each) =>
      each === '' ? NaN : Number(each),
    );
    const streets = [cell(row, 'first'), cell(row, 'second')] as const;
    if (!isOnEarth(longitude ?? NaN, latitude ?? NaN) || streets.includes(''))
      throw new StreetsError(`Line ${at + 2} must have two streets, and a latitude and longitude in degrees.`);
    return { streets, longitude: longitude ?? NaN, latitude: latitude ?? NaN };
  });
  return { lines: [], crossings, aliases: [] };
}

function aliasOf(alias: string, name: string): Alias {
  if (alias === '' || name === '') throw new StreetsError('Each line must have an alias and a name.');
  return { alias, name };
}
