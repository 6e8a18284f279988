import { jest } from '@jest/globals';
import { CATEGORIES } from '../../src/classification/categories.js';
import { SURE } from '../../src/classification/classifier.js';
import { misread } from './case.js';
import { casesOf, evaluate, figuresOf, SETS, type CaseSet, type Figures } from './evaluation.js';

// draws several hundred pictures, possibly on a shared machine
jest.setTimeout(120_000);

const figures = new Map<CaseSet, Figures>();

beforeAll(async () => {
  for (const set of SETS) figures.set(set, figuresOf(await evaluate(set), SURE));
});

const figuresOn = (set: CaseSet): Figures => {
  const found = figures.get(set);
  if (!found) throw new Error(`${set} was not evaluated`);
  return found;
};

describe('the evaluation of the classifier (DOC-28, OP-18, DATA-27)', () => {
  it('has at least eight cases of each category older than the rules', () => {
    const all = [...casesOf('tuning'), ...casesOf('held-out')];
    for (const { value } of CATEGORIES)
      expect(all.filter(({ category }) => category === value).length).toBeGreaterThanOrEqual(8);
    expect(new Set(all.map(({ fileName, pages }) => fileName + JSON.stringify(pages))).size).toBe(all.length);
  });

  // measured results; lowering them must be deliberate
  it.each([
    ['tuning', 0.97, 0.98, 0.09],
    ['held-out', 0.95, 0.96, 0.06],
    ['unseen', 0.83, 0.96, 0.13],
  ] as const)(
    'suggests the right category on the %s cases no less often than before',
    (set, accuracy, appliedRight, calibrationError) => {
      const figures = figuresOn(set);
      expect(figures.accuracy).toBeGreaterThanOrEqual(accuracy);
      expect(figures.appliedRight).toBeGreaterThanOrEqual(appliedRight);
      expect(figures.calibrationError).toBeLessThanOrEqual(calibrationError);
    },
  );

  it('counts every case in one bin and in one category', () => {
    for (const set of SETS) {
      const { cases, bins, byCategory } = figuresOn(set);
      expect(bins.reduce((sum, bin) => sum + bin.cases, 0)).toBe(cases);
      expect(byCategory.reduce((sum, one) => sum + one.cases, 0)).toBe(cases);
    }
  });

  it('misreads a text deterministically, at about the stated rate', () => {
    const text = 'commercial lease agreement between landlord and tenant '.repeat(20);
    expect(misread(text, 0.05)).toBe(misread(text, 0.05));
    expect(misread(text, 0)).toBe(text);
    expect(misread(text, 0.05)).not.toBe(text);
  });
});
