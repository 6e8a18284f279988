/** Rows in which the document service keeps a street file; written by it, and by the command of operators. */
import type { ImportedStreets } from './import.js';
import type { Block, Crossing } from './model.js';
import { streetName } from './names.js';

export const STREET_COLLECTIONS = {
  files: 'streetFiles',
  crossings: 'streetCrossings',
  blocks: 'streetBlocks',
} as const;

/** The project of files that all projects of the installation use. */
export const INSTALLATION = '';

export interface StreetCrossingRow {
  _id: string;
  contentId: string;
  streets: [string, string];
  /** Of both names, for lookups. */
  cores: [string, string];
  place: { type: 'Point'; coordinates: [longitude: number, latitude: number] };
}

export interface StreetBlockRow {
  _id: string;
  contentId: string;
  street: string;
  core: string;
  low: number;
  high: number;
  parity: Block['parity'];
  path: [longitude: number, latitude: number][];
}

export const crossingRows = (
  contentId: string,
  { crossings }: Pick<ImportedStreets, 'crossings'>,
): StreetCrossingRow[] =>
  crossings.map(({ streets: [one, other], longitude, latitude }, at) => ({
    _id: `${contentId}-${at}`,
    contentId,
    streets: [one, other],
    cores: [streetName(one).core, streetName(other).core],
    place: { type: 'Point', coordinates: [longitude, latitude] },
  }));

export const blockRows = (contentId: string, { blocks }: Pick<ImportedStreets, 'blocks'>): StreetBlockRow[] =>
  blocks.map(({ street, low, high, parity, path }, at) => ({
    ...{ _id: `${contentId}-${at}`, contentId, street, core: streetName(street).core, low, high, parity },
    path: path.map(([longitude, latitude]) => [longitude, latitude]),
  }));

export const crossingOf = ({ streets, place: { coordinates } }: StreetCrossingRow): Crossing => ({
  ...{ streets, longitude: coordinates[0], latitude: coordinates[1] },
});

export const blockOf = ({ street, low, high, parity, path }: StreetBlockRow): Block => ({
  ...{ street, low, high, parity, path },
});
