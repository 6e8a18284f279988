import { SaxesParser } from 'saxes';
import { foundAreas, UnreadableFile, type FoundAreas } from './areas.js';

/** Elements within each other. */
const MOST_LEVELS = 100;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** `longitude,latitude[,altitude]`, separated by white space, which some programs also write after commas. */
const cornersOf = (text: string): number[][] =>
  text
    .split(',')
    .map((part) => part.trim())
    .join(',')
    .split(/\s+/)
    .filter(Boolean)
    .map((corner) => corner.split(',').slice(0, 2).map(Number));

/** All polygons of a KML text. @throws UnreadableFile */
export function readKml(text: string): FoundAreas {
  const polygons: number[][][][] = [];
  const open: string[] = [];
  let outer: number[][][] = [];
  let holes: number[][][] = [];
  let coordinates: string[] | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    const tag = localName(name);
    open.push(tag);
    if (open.length > MOST_LEVELS) throw new UnreadableFile('The KML has too many elements within each other.');
    if (tag === 'Polygon') [outer, holes] = [[], []];
    if (tag === 'coordinates' && open.includes('Polygon')) coordinates = [];
  });
  parser.on('text', (part) => void coordinates?.push(part));
  parser.on('cdata', (part) => void coordinates?.push(part));
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    if (tag === 'coordinates' && coordinates) {
      const ring = cornersOf(coordinates.join(''));
      if (open.includes('innerBoundaryIs')) holes.push(ring);
      else outer.push(ring);
      coordinates = undefined;
    }
    if (tag === 'Polygon' && outer[0]) polygons.push([outer[0], ...holes]);
    open.pop();
  });
  parser.on('error', (error) => {
    throw new UnreadableFile('The file looks like KML, but is not valid XML.', { cause: error });
  });
  parser.write(text).close();
  return foundAreas(polygons);
}
