/** Pages as readers of old sheets leave them: words of the field, streets and names by how often they stand there, some misread. */
import { pick, randomFor } from '@symbio/fixtures/random';

/** Words of every page on a sheet or report. */
export const WORDS_A_PAGE = 200;
/** Different words that are spelt right. */
const WORDS = 20_000;
/** Share of words with a letter that was misread. */
const MISREAD = 0.05;
const FIELD = [
  'street',
  'avenue',
  'dwelling',
  'store',
  'brick',
  'frame',
  'stable',
  'water',
  'coal',
  'yard',
  'storage',
  'gas',
  'house',
  'office',
  'tank',
  'oil',
  'shop',
  'garage',
  'machine',
  'foundry',
  'laundry',
  'gasoline',
  'boiler',
  'warehouse',
  'holder',
  'lumber',
  'tannery',
  'plating',
  'japanning',
  'cleaning',
  'dyeing',
  'paints',
  'varnish',
  'smelter',
  'transformer',
] as const;
const SYLLABLES = [
  'ba',
  'con',
  'del',
  'er',
  'fin',
  'gra',
  'hol',
  'in',
  'jo',
  'ker',
  'lan',
  'mo',
  'ner',
  'or',
  'pel',
  'qui',
  'ros',
  'stan',
  'ton',
  'ul',
  'ver',
  'wick',
];

/** A word and its box, as the document service stores it. */
export interface BenchWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  confidence: number;
  turned: number;
}

/** Makes pages, the same for the same seed. */
export function searchPages(seed: number): () => BenchWord[] {
  const random = randomFor('search', seed);
  const from = <T>(list: readonly T[]): T => pick(random, list);
  const made = (): string => Array.from({ length: 2 + Math.floor(random() * 3) }, () => from(SYLLABLES)).join('');
  const words = [...FIELD, ...Array.from({ length: WORDS - FIELD.length }, made)];
  /** Some stand everywhere, most hardly anywhere: each as often as its place in the list is low (Zipf). */
  const drawn = (): string => words[Math.floor(words.length ** random()) - 1] ?? 'street';
  const misread = (word: string): string => {
    const at = Math.floor(random() * word.length);
    return word.slice(0, at) + from([...'aeilmnorst1057']) + word.slice(at + 1);
  };
  return () =>
    Array.from({ length: WORDS_A_PAGE }, (_, index) => {
      const word = drawn();
      const isMisread = random() < MISREAD;
      const text = (isMisread ? misread(word) : word).toUpperCase();
      const [column, row] = [index % 10, Math.floor(index / 10)];
      const box = { x: column * 400, y: row * 200, width: 30 * text.length, height: 60 };
      return { text, ...box, confidence: isMisread ? 0.6 : 0.8 + 0.2 * random(), turned: 0 };
    });
}

/** What people look for, by what makes it easy or hard. */
export const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'a word on most pages': ['street', 'avenue', 'dwelling'],
  'a word of the field': ['storage', 'gasoline', 'garage', 'foundry', 'tannery', 'smelter', 'transformer'],
  'a rare word': ['wickrosulton', 'graholner', 'fintonpel', 'janver'],
  'the beginning of a word': ['gas', 'stor', 'plat', 'lau'],
  'two words': ['gas holder', 'oil tank', 'machine shop', 'coal yard', 'paints varnish'],
  'a phrase': ['"coal yard"', '"machine shop"', '"gas holder"'],
  'a word as it was misread': ['st0rage', 'garaqe', 'laumdry'],
  'without its space': ['coalyard', 'machineshop'],
};
