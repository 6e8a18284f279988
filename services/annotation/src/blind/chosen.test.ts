import { newId } from '@symbio/runtime';
import { isChosen } from './chosen.js';

const project = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const pages = Array.from({ length: 4000 }, (_, at) => `page ${at}`);
const chosen = (percent: number): string[] => pages.filter((page) => isChosen(project, page, percent));

describe('a blind sample (decision 165)', () => {
  it('has about the given share of the pages, none at 0', () => {
    expect(chosen(0)).toEqual([]);
    for (const percent of [5, 10, 20]) expect(Math.abs(chosen(percent).length / 40 - percent)).toBeLessThan(2);
  });

  it('contains each smaller one, and has other pages in another project', () => {
    expect(new Set(chosen(20))).toEqual(new Set([...chosen(20), ...chosen(5)]));
    expect(pages.filter((page) => isChosen(newId(), page, 20))).not.toEqual(chosen(20));
  });
});
