/** How fire insurance maps, quadrangles and plans letter the land uses that matter. */
import { isLandUse } from '../land-uses.js';
import { TABLE, type Row } from './term-table.js';

/** Words that maps use for a land use, as data. */
export interface Term {
  /** A value of the 44-value list (DATA-15); undefined for words that look like a use and are none. */
  landUse: string | undefined;
  /** 0 to 10: how sure the words alone make a reader of a map of the use. */
  confidence: number;
  /** The words in order, each with its spellings, in capitals and without full stops. */
  words: readonly (readonly string[])[];
  /** One of these must be lettered in the neighbourhood; none: the words mean the use anywhere. */
  beside: readonly string[];
}

/** Every phrase of a table on its own; longer ones first, so that "STEAM LAUNDRY" is read before "LAUNDRY". */
export const termsOf = (table: readonly Row[]): Term[] =>
  table
    .flatMap(({ landUse, confidence, phrases, beside }) =>
      phrases.map((phrase): Term => {
        if (landUse !== undefined && !isLandUse(landUse)) throw new Error(`${landUse} is no land use`);
        const words = phrase.split(' ').map((word) => word.split('/'));
        return { landUse, confidence, words, beside: beside?.split(' ') ?? [] };
      }),
    )
    .sort((a, b) => b.words.length - a.words.length);

/** What sheets of maps letter. */
export const TERMS: readonly Term[] = termsOf(TABLE);

/** A term before one of these is part of a street's name: "FOUNDRY ST." */
export const STREET_WORDS: ReadonlySet<string> = new Set(
  'ST STREET STR AVE AV AVENUE ROAD RD LANE LA ALLEY PLACE PL BLVD BOULEVARD COURT CT SQUARE SQ TERRACE TER HILL'.split(
    ' ',
  ),
);

/** A term in one lettering with one of these is a name: "QUARRY CHURCH", "MILL SCHOOL". */
export const NAMED: ReadonlySet<string> = new Set(
  'CHURCH CHAPEL SCHOOL SCH CONVENT MISSION PARISH HOTEL CLUB SOCIETY THEATRE THEATER BANK LIBRARY ACADEMY COLLEGE'.split(
    ' ',
  ),
);

/** Words of any works: beside a word that tells the use they say nothing of their own. */
export const GENERIC: ReadonlySet<string> = new Set(
  'WORKS WKS FACTORY FACTY FACY FACTYS FAC MFG MFRS MNFRS MANUFRS MANUFACTORY MANUFACTURY MNFY MFY MFRY MANUFACTG MANUFACTURING MANUFG CO'.split(
    ' ',
  ),
);
