import { jest } from '@jest/globals';
import { evaluate, precision, recall, SEEDS, sitePrecision, type Figures } from './evaluation.js';

// draws two dozen sheets, perhaps on a busy machine
jest.setTimeout(180_000);

describe('spotting on generated sheets (FEAT-21, ANN-09)', () => {
  // current results; a regression must be intentional.
  it.each([
    ['clean lettering', 0, 1, 1, 0.63],
    ['a letter in 25 misread', 0.04, 0.97, 0.99, 0.63],
    ['a letter in 10 misread', 0.1, 0.97, 0.99, 0.63],
  ])('finds the sites of towns it was not made with, by %s', (_, noise, sitesFound, rightlyRead, atSites) => {
    const figures: Figures = evaluate(SEEDS.unseen, noise);
    expect(figures.sites).toBeGreaterThan(150);
    expect(recall(figures)).toBeGreaterThanOrEqual(sitesFound);
    expect(precision(figures)).toBeGreaterThanOrEqual(rightlyRead);
    expect(sitePrecision(figures)).toBeGreaterThanOrEqual(atSites);
  });
});
