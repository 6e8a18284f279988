/** What letters a reader of scanned maps may have seen when it says others. */

/** Figures and strokes that stand among letters. */
const FIGURES: Readonly<Record<string, string>> = {
  ...{ 0: 'O', 1: 'I', 5: 'S', 8: 'B', 6: 'G' },
  ...{ '|': 'I', '!': 'I', $: 'S' },
};

/** Capitals and & of a text, without apostrophes; figures that stand among letters are letters. Empty without letters. */
export function lettersOf(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9&|!$]/g, '');
  if (!/[A-Z&]/.test(plain)) return '';
  return (
    plain
      // the figure of a building's storeys before its use, the number behind it
      .replace(/^[1-79](?=[A-Z]{3})/, '')
      .replace(/(?<=[A-Z&])\d{2,}$/, '')
      .replace(/[01568|!$]/g, (figure) => FIGURES[figure] ?? figure)
  );
}

/**
 * Letters that are taken for one another on fire insurance maps, for half a mistake or less: the flat-topped A of
 * Sanborn's capitals is read as R or H, H as N, D as O, the open script a as u, L as I or T. Seen on the corpus' sheets.
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

/** A letter too many before a word (the figure of the storeys, a dot, a hatch), or lost at an end where a wall crosses it. */
const AT_END = 0.6;
/** So many of them, in words of that length. */
const AT_ENDS = 2;
const LONG = 6;
/** A thin letter, or one doubled, is easily lost or made of a stroke. */
const THIN = 0.7;

const changed = (a: string, b: string): number => (a === b ? 0 : (COSTS.get(a + b) ?? 1));
const lost = (letters: string, at: number): number =>
  'IL1'.includes(letters.charAt(at)) || letters.charAt(at) === letters.charAt(at - 1) ? THIN : 1;

/** Mistakes that are forgiven in a word of so many letters: in short ones only letters that look alike. */
export function forgiven(length: number): number {
  if (length <= 2) return 0;
  if (length <= 3) return 0.35;
  if (length <= 5) return 1;
  return length * 0.2;
}

/**
 * How many letters are wrong if a word was meant, letters that look alike for a third of one. Undefined when it is
 * another word: more is wrong than is forgiven in a word that long.
 */
export function mistakesIn(read: string, meant: string): number | undefined {
  if (read === meant) return 0;
  const most = forgiven(meant.length);
  if (most === 0 || Math.abs(read.length - meant.length) > Math.ceil(most)) return undefined;
  const ends = meant.length >= LONG ? AT_ENDS : 0;
  let row: number[] = [0];
  for (let j = 1; j <= meant.length; j++) row.push((row[j - 1] ?? 0) + (j <= ends ? AT_END : lost(meant, j - 1)));
  for (let i = 1; i <= read.length; i++) {
    const next = [(row[0] ?? 0) + (i <= Math.max(1, ends) ? AT_END : 1)];
    let least = next[0] ?? 0;
    for (let j = 1; j <= meant.length; j++) {
      const value = Math.min(
        (row[j - 1] ?? 0) + changed(read.charAt(i - 1), meant.charAt(j - 1)),
        (row[j] ?? 0) + lost(read, i - 1),
        (next[j - 1] ?? 0) + lost(meant, j - 1),
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

/** The shape of a word: the same for words whose letters look alike one by one. */
export const shapeOf = (letters: string): string => [...letters].map((letter) => SHAPES[letter] ?? letter).join('');

const SHAPES: Readonly<Record<string, string>> = Object.fromEntries(
  ['ARHNU', 'OQCDG', 'ILTJ', 'EFB', 'VY'].flatMap((group) => [...group].map((letter) => [letter, group.charAt(0)])),
);
