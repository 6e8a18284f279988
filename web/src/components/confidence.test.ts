import { confidenceBand, confidenceText, confidenceWord } from './confidence.js';

describe('the confidence badge', () => {
  it.each([
    [10, 'green'],
    [8, 'green'],
    [7.9, 'yellow'],
    [7, 'yellow'],
    [6, 'yellow'],
    [5.9, 'red'],
    [0, 'red'],
  ])('%s is %s (FEAT-26, OP-52)', (confidence, band) => {
    expect(confidenceBand(confidence)).toBe(band);
  });

  it('shows a scale of ten (FEAT-26)', () => {
    expect([confidenceText(8), confidenceText(10), confidenceText(6.55)]).toEqual(['8/10', '10/10', '6.5/10']);
  });

  it('has a word beside it', () => {
    expect([9, 6, 2].map(confidenceWord)).toEqual(['High', 'Medium', 'Low']);
  });
});
