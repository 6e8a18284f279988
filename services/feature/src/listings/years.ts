/** Years in directories and letters, including misread digits. */

/** Earliest relevant city directory; latest valid year. */
const FIRST = 1840;

/** Letters commonly misread for digits. */
const FIGURES: Readonly<Record<string, string>> = {
  I: '1',
  l: '1',
  '|': '1',
  '!': '1',
  O: '0',
  o: '0',
  S: '5',
  B: '8',
  b: '6',
};
const YEAR = /(?<![\w$#])([1I|l!2][\dOolISBb|]{3})(?:\s?[-–/]\s?(\d{2}|[12]\d{3}))?(?![\w%])/g;

/** Year of an edition; the first of "1931-32". */
export interface YearText {
  year: number;
  /** As printed: "1931-32". */
  text: string;
  /** Offset in the searched text. */
  at: number;
}

export function yearsIn(text: string, latest: number): YearText[] {
  return [...text.matchAll(YEAR)].flatMap((match) => {
    const [whole, read = '', second = ''] = match;
    const figures = [...read].map((letter) => FIGURES[letter] ?? letter).join('');
    // allows one digit read as a letter, not a word of such letters
    if (read.replace(/\D/g, '').length < 2) return [];
    const year = Number(figures);
    if (!(year >= FIRST && year <= latest)) return [];
    return [{ year, text: second ? `${year}-${second}` : String(year), at: match.index, length: whole.length }];
  });
}

/** Undefined for none or for several (a selection of volumes). */
export function yearOfName(name: string, latest: number): YearText | undefined {
  const years = yearsIn(name.replaceAll('_', ' '), latest);
  return new Set(years.map(({ year }) => year)).size === 1 ? years[0] : undefined;
}
