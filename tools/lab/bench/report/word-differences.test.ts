import { describe, expect, it } from '@jest/globals';
import { sampleEvidence } from '@symbio/report/testing';
import type { Manifest } from '@symbio/report';
import { textDifferences, wordDifferences } from './word-differences.js';
import type { WordFile } from './word-file.js';

const paragraphs = [
  'Contents',
  '1Summary',
  '2Interviews',
  '1Summary',
  'YearSource',
  '1887S1',
  '1922S2',
  '2Interviews',
  'Theowner.',
];
const word = { paragraphs, headRows: ['YearSource'] };
const PDF = [
  ...['Contents', '1Summary......\u20603', '2Interviews......\u206032'],
  ...['1Summary', 'YearSource', '1887S1', 'YearSource', '1922S2', '2Interviews', 'Theowner.'],
].join('');

describe('the texts of a Word file and a PDF', () => {
  it('are equal but for pages of the contents and repeated heads of tables', () => {
    expect(textDifferences(word, PDF)).toEqual([]);
  });

  it('are equal where a row continues on the next pages, below the heads of its table', () => {
    const pages = PDF.replace('Theowner.', 'TheoYearSourcewneYearSourcer.');
    expect(textDifferences(word, pages)).toEqual([]);
    expect(textDifferences(word, pages.replace('wne', 'the'))).not.toEqual([]);
  });

  it('differ where one of both has more', () => {
    expect(textDifferences({ ...word, paragraphs: paragraphs.filter((one) => one !== '1922S2') }, PDF)).toEqual([
      'Only the PDF has: YearSource1922S2',
    ]);
    expect(textDifferences({ ...word, paragraphs: [...paragraphs, 'Theend.'] }, PDF)).toEqual([
      'Only the Word file has: Theend.',
    ]);
    expect(textDifferences(word, `${PDF}Theend.`)).toEqual(['Only the PDF has: Theend.']);
    expect(textDifferences(word, PDF.replace('Theowner.', 'Theuser.'))).toEqual([
      'Only the Word file has: Theowner.',
      'Only the PDF has: Theuser.',
    ]);
  });

  it('differ where the order of paragraphs does', () => {
    const swapped = [...paragraphs];
    [swapped[5], swapped[6]] = ['1922S2', '1887S1'];
    expect(textDifferences({ ...word, paragraphs: swapped }, PDF)).not.toEqual([]);
  });
});

describe('a Word file and a PDF', () => {
  const evidence = sampleEvidence();
  const { address, city, state, zip, number } = evidence.project;
  const header = `${number}${address},${city},${state}${zip}`.replaceAll(/[\s-]/g, '');
  const page = (text: string, links: string[] = []) => ({
    text: `${text}Version3,lockedtodayPage1of2`,
    pictures: [],
    links,
  });
  const pdf = { pages: [page('The'), page(`${header}end.`, ['https://symbio.test/1'])], pictures: new Set<string>() };
  const manifest = {
    ...{ version: { number: 3 }, site_plan: { file: 'figures/figure-001.jpg', sha256: 'aa' } },
    ...{ figures: [{ file: 'figures/figure-002.jpg', sha256: 'bb' }], photographs: [] },
  } as unknown as Manifest;
  const same: WordFile = {
    ...{ paragraphs: ['Theend.'], headRows: [] },
    ...{ pictures: new Set(['aa', 'bb']), links: new Set(['https://symbio.test/1']) },
  };

  it('are the same over pages with headers and footers', () => {
    expect(wordDifferences(same, pdf, manifest, evidence)).toEqual([]);
  });

  it('differ in pictures and links', () => {
    const other = { ...same, pictures: new Set(['aa']), links: new Set(['https://symbio.test/2']) };
    expect(wordDifferences(other, pdf, manifest, evidence)).toEqual([
      'The Word file does not show figures/figure-002.jpg.',
      'The Word file lacks the link https://symbio.test/1.',
      'The PDF lacks the link https://symbio.test/2.',
    ]);
  });
});
