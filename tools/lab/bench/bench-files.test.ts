import { readFileSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { PDFDocument } from '@cantoo/pdf-lib';
import { KINDS, kindOf } from './kinds.js';
import { textPages } from '@symbio/fixtures/corpora/text-pages';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

jest.setTimeout(120_000);

describe('files of the benchmarks', () => {
  let folder = '';
  eachInFolder((made) => (folder = made));

  it('of text have their number of pages, and are reproducible', async () => {
    const [one, two] = [path.join(folder, '1.pdf'), path.join(folder, '2.pdf')];
    await textPages(3).make(one);
    await textPages(3).make(two);
    const pages = async (file: string) => (await PDFDocument.load(readFileSync(file))).getPages();
    expect(await pages(one)).toHaveLength(3);
    const lengths = async (file: string) => (await pages(file)).map((page) => page.node.Contents()?.toString().length);
    expect(await lengths(one)).toEqual(await lengths(two));
  });

  it('are found by name', () => {
    expect(() => kindOf('fex')).toThrow('There is no kind of file "fex"; there are scans, grey, fax, text.');
  });

  it('are named by their content, so that lengths are not confused', () => {
    const names = KINDS.flatMap((kind) => [kind.recipe(kind.pages).name, kind.recipe(kind.quickPages).name]);
    expect(new Set(names).size).toBe(names.length);
  });
});
