/** Letter confusions of OCR on scanned maps. */

/** Digits and strokes that replace letters. */
const FIGURES: Readonly<Record<string, string>> = {
  ...{ 0: 'O', 1: 'I', 5: 'S', 8: 'B', 6: 'G' },
  ...{ '|': 'I', '!': 'I', $: 'S' },
};

/** Capitals and & of a text, without apostrophes; digits among letters become letters. Empty without letters. */
export function lettersOf(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9&|!$]/g, '');
  if (!/[A-Z&]/.test(plain)) return '';
  return (
    plain
      // the number of storeys before a building's use
      .replace(/^[1-79](?=[A-Z]{3})/, '')
      .replace(/(?<=[A-Z&])\d{2,}$/, '')
      .replace(/[01568|!$]/g, (figure) => FIGURES[figure] ?? figure)
  );
}

/**
 * Confusable letters on fire insurance maps, for half a mistake or less: the flat-topped A of Sanborn's capitals is
 * read as R or H, H as N, D as O, the open script a as u, L as I or T.
 */
const CONFUSED =
  'AR AH AU HN HM HK DO OQ OC OG OU CG CE GE EF EB EC BR BD LI LT LJ IT IJ TF TY TJ SB SE KR KX VY VU VW NM NR NU WN WM PF PR UV ' +
  'YV YT MW DB';
const HALF = 'DA AO NA ZS XK AE IE OE RP NV DP TR HB SO';
const COSTS = new Map<string, number>();
for (const [pairs, cost] of [
  [CONFUSED, 0.35],
  [HALF, 0.6],
] as const)
  for (const pair of pairs.split(' ')) {
    COSTS.set(pair, cost);
    COSTS.set(`${pair.charAt(1)}${pair.charAt(0)}`, cost);
  }

/** An extra letter before a word (storey number, dot, hatch), or a letter lost at an end where a wall crosses it. */
const AT_END = 0.6;
/** Maximum number of them, in words of that length. */
const AT_ENDS = 2;
const LONG = 6;
/** Thin or doubled letters are easily lost or inserted. */
const THIN = 0.7;

const substitutionCost = (a: string, b: string): number => (a === b ? 0 : (COSTS.get(a + b) ?? 1));
const lossCost = (letters: string, at: number): number =>
  'IL1'.includes(letters.charAt(at)) || letters.charAt(at) === letters.charAt(at - 1) ? THIN : 1;

/** Allowed mistakes by word length; short words allow only similar letters. */
export function maxMistakes(length: number): number {
  if (length <= 2) return 0;
  if (length <= 3) return 0.35;
  if (length <= 5) return 1;
  return length * 0.2;
}

/** Weighted number of wrong letters if `meant` was printed; similar letters count a third. */
export function mistakesIn(read: string, meant: string): number | undefined {
  if (read === meant) return 0;
  const most = maxMistakes(meant.length);
  if (most === 0 || Math.abs(read.length - meant.length) > Math.ceil(most)) return undefined;
  const ends = meant.length >= LONG ? AT_ENDS : 0;
  let row: number[] = [0];
  for (let j = 1; j <= meant.length; j++) row.push((row[j - 1] ?? 0) + (j <= ends ? AT_END : lossCost(meant, j - 1)));
  for (let i = 1; i <= read.length; i++) {
    const next = [(row[0] ?? 0) + (i <= Math.max(1, ends) ? AT_END : 1)];
    let least = next[0] ?? 0;
    for (let j = 1; j <= meant.length; j++) {
      const value = Math.min(
        (row[j - 1] ?? 0) + substitutionCost(read.charAt(i - 1), meant.charAt(j - 1)),
        (row[j] ?? 0) + lossCost(read, i - 1),
        (next[j - 1] ?? 0) + lossCost(meant, j - 1),
      );
      next.push(value);
      if (value < least) least = value;
    }
    if (least > most) return undefined;
    row = next;
  }
  let found = row[meant.length] ?? Infinity;
  for (let cut = 1; cut <= ends; cut++) found = Math.min(found, (row[meant.length - cut] ?? Infinity) + cut * AT_END);
  return found <= most + 1e-9 ? found : undefined;
}

/** Shape key, equal for words whose letters look alike one by one. */
export const shapeOf = (letters: string): string => [...letters].map((letter) => SHAPES[letter] ?? letter).join('');

const SHAPES: Readonly<Record<string, string>> = Object.fromEntries(
  ['ARHNU', 'OQCDG', 'ILTJ', 'EFB', 'VY'].flatMap((group) => [...group].map((letter) => [letter, group.charAt(0)])),
);
