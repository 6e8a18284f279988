import zipcodes from 'zipcodes';

/** Missing among the package's names. */
const TERRITORIES: Readonly<Record<string, string>> = {
  'AMERICAN SAMOA': 'AS',
  GUAM: 'GU',
  'NORTHERN MARIANA ISLANDS': 'MP',
  'PUERTO RICO': 'PR',
  'VIRGIN ISLANDS': 'VI',
  'US VIRGIN ISLANDS': 'VI',
  'U S VIRGIN ISLANDS': 'VI',
  'WASHINGTON DC': 'DC',
};

const CANADIAN: ReadonlySet<string> = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));

const CODES: ReadonlyMap<string, string> = new Map(
  [...Object.entries(zipcodes.states.full), ...Object.entries(TERRITORIES)].filter(([, code]) => !CANADIAN.has(code)),
);
const ALL: ReadonlySet<string> = new Set(CODES.values());

/** The two letters of a state or territory of the United States, by code or name; undefined if unknown. */
export function stateCode(text: string): string | undefined {
  const name = text.toUpperCase().replaceAll('.', ' ').split(/\s+/).filter(Boolean).join(' ');
  // "N.Y." is written like a code
  const letters = name.replaceAll(' ', '');
  return CODES.get(name) ?? (ALL.has(letters) ? letters : undefined);
}

/** `New York` of `NY`. */
export function stateName(code: string): string {
  const name = [...CODES].find(([, each]) => each === code)?.[0] ?? code;
  return name.toLowerCase().replace(/\b(?!of\b)[a-z]/g, (letter) => letter.toUpperCase());
}
