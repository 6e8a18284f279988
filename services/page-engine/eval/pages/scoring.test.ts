import { placesOf, precisionOf, recallOf, surenessOf } from './scoring.js';
import { SEEN } from './seen.js';
import { SHEETS } from './sheets.js';

const word = (text: string, x: number, y: number, confidence = 0.9) => ({
  text,
  x,
  y,
  width: 40,
  height: 20,
  confidence,
});

describe('the evaluation of recognized words (DATA-09)', () => {
  const PLACES = placesOf('120,110 YARD; 220,110 Consolidated; 320,110 -; 420,110 1896');

  it('counts confident words as right, as pieces of a word, or as wrong', () => {
    const words = [word('Yard.', 100, 100), word('dated', 200, 100), word('ill', 300, 100), word('189', 400, 100)];
    const sureness = surenessOf(words, PLACES);
    expect(sureness).toEqual({ right: 1, part: 1, wrong: 2, unseen: [] });
    expect(precisionOf(sureness)).toBe(0.25);
  });

  it('excludes unsure words, and reports places not inspected', () => {
    const elsewhere = word('STREET', 100, 500);
    expect(surenessOf([word('YARO', 100, 100, 0.5), elsewhere], PLACES)).toEqual({
      right: 0,
      part: 0,
      wrong: 0,
      unseen: [elsewhere],
    });
  });

  it('finds words of a list as whole words', () => {
    expect(recallOf([word('GAS-HOLDER', 0, 0), word('yards', 0, 0)], 'gas holder yard gas')).toEqual({
      found: ['gas', 'holder'],
      missed: ['yard'],
    });
  });

  it('has places for every sheet', () => {
    expect(Object.keys(SEEN).sort()).toEqual(SHEETS.map(({ file, page }) => `${file} ${page}`).sort());
    for (const list of Object.values(SEEN)) expect(placesOf(list).length).toBeGreaterThan(9);
  });
});
