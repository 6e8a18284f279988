import { alphabetOf } from '../model/alphabet.js';
import { readGreedily, type Evidence } from '../recognition/ctc.js';
import { editDistance } from './edit-distance.js';
import { classesOf, likelihoodOf } from './term-score.js';
import { isKnown, isSentence, Terms } from './terms.js';

const alphabet = alphabetOf([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.'& "].join('\n'));
const width = alphabet.characters.length;

/** Evidence with a blank after each letter; "R|A" is a letter that looks like R and a little like A. */
function evidence(letters: readonly string[], doubt = 0.1): Evidence {
  const steps = letters.length * 2;
  const probabilities = new Float32Array(steps * width).fill(1e-7);
  for (const [index, letter] of letters.entries()) {
    const [likely = '', other] = letter.split('|');
    probabilities[index * 2 * width + alphabet.characters.indexOf(likely)] = other ? 1 - doubt : 1;
    if (other) probabilities[index * 2 * width + alphabet.characters.indexOf(other)] = doubt;
    probabilities[(index * 2 + 1) * width] = 1;
  }
  return { steps, probabilities };
}

function take(letters: readonly string[], doubt?: number, isBesideUse = false) {
  const seen = evidence(letters, doubt);
  return new Terms(alphabet).take(readGreedily(seen, alphabet), seen, 0, seen.steps, isBesideUse);
}

describe('known words', () => {
  it('replace readings that are hardly more likely, with a lower confidence', () => {
    const taken = take(['S', 'T', 'O', 'R', 'H|A', 'G', 'E']);
    expect(taken.text).toBe('STORAGE');
    expect(taken.confidence).toBeGreaterThan(0.8);
    expect(taken.confidence).toBeLessThan(take([...'STORAGE']).confidence);
    expect(take(['S', 'K', 'Y', 'L', 'I', 'C|G', 'H', 'T']).text).toBe('SKYLIGHT');
  });

  it('keep lower case and punctuation', () => {
    expect(take(["'", 'G', 'u|a', 's', 'o', 'l', 'i', 'n', 'e', '.']).text).toBe("'Gasoline.");
  });

  it('do not replace probable abbreviations', () => {
    expect(take([...'Carp', 't', 'i|r', '.'], 0.4).text).toBe('Carpti.');
    expect(take([...'Carp', 'o|e', 't', '.']).text).toBe('Carpet.');
  });

  it('do not replace a reading without evidence for them', () => {
    expect(take([...'BRANDT']).text).toBe('BRANDT');
    expect(take(['S', 'K', 'Y', 'L', 'I', 'C|G', 'H', 'T'], 1e-6).text).toBe('SKYLICHT');
    expect(take([...'MOULDG']).text).toBe('MOULDG');
    expect(take([...'STORE']).text).toBe('STORE');
  });

  it('need less evidence beside a land use, and if they are common', () => {
    const bone = ['B', 'A|O', 'N', 'E'];
    expect([take(bone, 1e-3).text, take(bone, 1e-3, true).text]).toEqual(['BANE', 'BONE']);
    const [shop, show] = ['P', 'W'].map((other) => take(['S', 'H', 'O', `K|${other}`], 1.5e-3).text);
    expect([shop, show]).toEqual(['SHOP', 'SHOK']);
    // three letters are too few
    expect(take(['C', 'O', '|A', 'L'], 1.5e-3).text).toBe('COL');
  });

  it('are certain, or beside a land use', () => {
    const doubtful = ['S|X', 'T|X', 'O|X', 'R|X', 'R|A', 'G|X', 'E|X'];
    expect([take(doubtful, 0.45).text, take(doubtful, 0.45, true).text]).toEqual(['STORRGE', 'STORAGE']);
    expect(take(doubtful, 0.35).text).toBe('STORAGE');
  });

  it('are doubtful if uncertain, unless they are common or much likelier than others', () => {
    const doubted = (doubt: number, ...letters: string[]): string | undefined => take(letters, doubt).read?.text;
    expect(doubted(0.4, 'W', 'O|E', 'R|L', 'L')).toBe('WORL');
    expect(doubted(0.1, 'W', 'O|E', 'L', 'L')).toBeUndefined();
    expect(doubted(0.4, 'S', 'T|X', 'O|X', 'R|X', 'R|A', 'G', 'E')).toBeUndefined();
    expect(doubted(0.4, 'L|X', 'A|X', 'U|X', 'N|X', 'B|D', 'R', 'Y')).toBeUndefined();
  });

  it('are doubtful in place of a reading whose letters are all sure', () => {
    expect(take([...'HATTERAS'], 0.1, true)).toMatchObject({ text: 'HATTERS', read: { text: 'HATTERAS' } });
    expect(take(['S', 'K', 'Y', 'L', 'I', 'C|G', 'H', 'T'], 0.01).read).toBeUndefined();
  });

  it('take no letter from the space beside a reading', () => {
    const seen = evidence([...'PATTER', ' ']);
    const word = readGreedily(seen, alphabet).filter(({ character }) => character !== ' ');
    const taken = new Terms(alphabet).take(word, seen, 0, seen.steps);
    expect(taken).toMatchObject({ text: 'PATTERN', read: { text: 'PATTER' } });
  });

  it('do not replace their plurals', () => {
    expect(take(['C', 'R', 'A', 'N|T', 'E', 'S']).text).toBe('CRANES');
  });

  it('are not used in a sentence', () => {
    expect(isSentence('in favor of all tight loops'.split(' '))).toBe(true);
    expect(isSentence('OFFICE OF THE COAL YARD'.split(' '))).toBe(true);
    expect(isSentence('GRINDING & POLISHING ROOM'.split(' '))).toBe(false);
    expect(isSentence(['No', 'OF'])).toBe(false);
  });

  it('are known in any case and with any punctuation', () => {
    expect(['Gas-Light', 'COAL.', "FAC'Y", 'Brandt', 'of'].map(isKnown)).toEqual([true, true, true, false, false]);
  });
});

it('sum their likelihood over all ways to read them', () => {
  const classes = classesOf(alphabet);
  const seen = evidence([...'OIL']);
  const scoreOf = (word: string): number => likelihoodOf(word, seen, 0, seen.steps, classes, width);
  expect(scoreOf('OIL')).toBeCloseTo(0, 2);
  expect(scoreOf('OIL')).toBeGreaterThan(scoreOf('OIK') + 5);
  expect(scoreOf('OIL')).toBeGreaterThan(scoreOf('OILS') + 5);
  expect(likelihoodOf('OIL', seen, 2, seen.steps, classes, width)).toBeLessThan(scoreOf('OIL') - 5);
});

it('count differing letters up to a limit', () => {
  expect([editDistance('COAL', 'COAT', 2), editDistance('COAL', 'COALS', 2), editDistance('COAL', 'TREE', 2)]).toEqual([
    1, 1, 3,
  ]);
});
