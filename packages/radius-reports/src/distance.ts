/** Distances and directions as reports write them. */

export const FEET_PER_MILE = 5_280;
/** Miles are printed with two or three decimals. */
const TOLERANCE_MILES = 0.011;

const FEET_BY_UNIT: Readonly<Record<string, number>> = { mi: FEET_PER_MILE, ft: 1, m: 3.280_84, km: 3_280.84, yd: 3 };

const WINDS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');
const WORDS: Readonly<Record<string, string>> = { NORTH: 'N', SOUTH: 'S', EAST: 'E', WEST: 'W' };
const ON_PROPERTY = /^(?:TP|T\.P\.|ON|PROPERTY|ON[- ]?SITE|(?:TARGET|SUBJECT|PROJECT)(?: PROPERTY| SITE)?|SP)\b/i;

export interface Distance {
  feet?: number;
  direction: string;
  doubts: string[];
}

type Unit = keyof typeof FEET_BY_UNIT;

function unitOf(text: string): Unit | undefined {
  const word = text.toLowerCase().replaceAll('.', '');
  if (/^mi(?:les?)?$/.test(word)) return 'mi';
  if (/^(?:ft|feet|foot|')$/.test(word)) return 'ft';
  if (/^(?:m|met(?:er|re)s?)$/.test(word)) return 'm';
  if (/^(?:km|kilomet(?:er|re)s?)$/.test(word)) return 'km';
  return /^(?:yd|yards?)$/.test(word) ? 'yd' : undefined;
}

/** Undefined unless the whole text is a direction. */
export function directionOf(text: string): string | undefined {
  const upper = text.toUpperCase().replaceAll(/NORTH|SOUTH|EAST|WEST/g, (word) => WORDS[word] ?? word);
  const letters = upper.replaceAll(/[^A-Z]/g, '');
  return WINDS.includes(letters) ? letters : undefined;
}

/** Letters that a reader of scans takes for digits. */
export const digits = (text: string): string =>
  text.replaceAll(/(?<![A-Za-z])[OoQlI|SB\d.,]*\d[OoQlI|SB\d.,]*(?![A-Za-z])/g, (number) =>
    number.replaceAll(/[OoQ]/g, '0').replaceAll(/[lI|]/g, '1').replaceAll('S', '5').replaceAll('B', '8'),
  );

interface Measure {
  value: number;
  unit?: Unit;
}

function measuresOf(text: string): Measure[] {
  const pattern =
    /(\d[\d,]*(?:\.\d+)?|\.\d+)(?: ?(miles?|mi|feet|foot|ft|met(?:er|re)s?|km|m|yards?|yd|')(?![a-z])\.?)?/gi;
  return [...text.matchAll(pattern)].map(([, number = '', word]) => {
    const unit = word === undefined ? undefined : unitOf(word);
    return { value: Number(number.replaceAll(',', '')), ...(unit !== undefined && { unit }) };
  });
}

/** Units that a header names, in order. */
const headerUnits = (header: string): Unit[] =>
  [...header.matchAll(/\b(miles?|mi|feet|ft|met(?:er|re)s?|km|m)\b/gi)].flatMap(([word]) => unitOf(word) ?? []);

function withUnits(measures: Measure[], units: readonly Unit[]): Measure[] {
  if (measures.every(({ unit }) => unit !== undefined)) return measures;
  if (measures.length === units.length) return measures.map((each, at) => ({ unit: units[at] ?? 'mi', ...each }));
  const [one, two] = measures;
  if (measures.length === 2 && one && two) {
    const [low, high] = one.value <= two.value ? [one, two] : [two, one];
    if (Math.abs(high.value / FEET_PER_MILE - low.value) <= TOLERANCE_MILES)
      return measures.map((each) => ({ unit: each === low ? 'mi' : 'ft', ...each }));
  }
  const [only] = units;
  return only !== undefined && units.length === 1 ? measures.map((each) => ({ unit: only, ...each })) : measures;
}

/** `header`: text of the column, which may name the units. */
export function readDistance(given: string, header: string, directionText = ''): Distance {
  const text = digits(given.trim());
  const doubts: string[] = [];
  const parts = `${directionText} ${text.replaceAll(/[\d.,]+ ?(?:mi|ft|miles?|feet|m|km)?\b\.?/gi, ' ')}`;
  const own = directionOf(directionText);
  const direction =
    own ??
    parts
      .split(/[\s,;/()]+/)
      .map(directionOf)
      .find((each) => each !== undefined) ??
    '';
  if (ON_PROPERTY.test(text) || (text === '' && ON_PROPERTY.test(directionText.trim())))
    return { feet: 0, direction: '', doubts };
  // bands such as 1/4 - 1/2 say less than the distance beside them
  const bare = text.replaceAll(/(?<![\d.])[01]?\/?\d\/\d(?![\d.])(?: ?(?:-|–|to) ?\d(?:\/\d)?(?![\d./]))?/gi, ' ');
  const found = withUnits(measuresOf(bare), headerUnits(header));
  const [first] = found;
  if (!first) return { direction, doubts: [`The distance was not read: “${given.trim()}”.`] };
  const feetOf = ({ value, unit }: Measure): number =>
    value * (FEET_BY_UNIT[unit ?? (value >= 10 ? 'ft' : 'mi')] ?? FEET_PER_MILE);
  if (found.some(({ unit }) => unit === undefined)) doubts.push(`The unit of the distance is not given: “${text}”.`);
  const exact = found.find(({ unit }) => unit === 'ft') ?? first;
  const feet = feetOf(exact);
  if (found.some((each) => Math.abs(feetOf(each) - feet) > TOLERANCE_MILES * FEET_PER_MILE))
    doubts.push(`Feet and miles do not agree: “${text}”.`);
  return { feet: Math.round(feet * 100) / 100, direction, doubts };
}
