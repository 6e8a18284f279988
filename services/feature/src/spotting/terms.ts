/** Terms for relevant land uses on fire insurance maps, quadrangles and plans. */
import { isLandUse } from '../land-uses.js';
import { TABLE, type Row } from './term-table.js';

export interface Term {
  /** One of the 44 listed values (DATA-15); undefined for words that only resemble a use. */
  landUse: string | undefined;
  /** 0 to 10: confidence in the use from the words alone. */
  confidence: number;
  /** Words in order, each with its spellings, in capitals and without full stops. */
  words: readonly (readonly string[])[];
  /** One of these must be nearby; empty: the words are unambiguous. */
  beside: readonly string[];
}

/** Phrases of a table; longer ones first, so "STEAM LAUNDRY" is read before "LAUNDRY". */
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

export const TERMS: readonly Term[] = termsOf(TABLE);

/** A term before one of these is part of a street's name: "FOUNDRY ST." */
export const STREET_WORDS: ReadonlySet<string> = new Set(
  'ST STREET STR AVE AV AVENUE ROAD RD LANE LA ALLEY PLACE PL BLVD BOULEVARD COURT CT SQUARE SQ TERRACE TER HILL'.split(
    ' ',
  ),
);

/** Term in one lettering with one of these is a name: "QUARRY CHURCH", "MILL SCHOOL". */
export const NAMED: ReadonlySet<string> = new Set(
  'CHURCH CHAPEL SCHOOL SCH CONVENT MISSION PARISH HOTEL CLUB SOCIETY THEATRE THEATER BANK LIBRARY ACADEMY COLLEGE'.split(
    ' ',
  ),
);

/** Generic words for works, which add nothing beside a specific term. */
export const GENERIC: ReadonlySet<string> = new Set(
  'WORKS WKS FACTORY FACTY FACY FACTYS FAC MFG MFRS MNFRS MANUFRS MANUFACTORY MANUFACTURY MNFY MFY MFRY MANUFACTG MANUFACTURING MANUFG CO'.split(
    ' ',
  ),
);
