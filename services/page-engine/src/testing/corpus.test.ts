import path from 'node:path';
import { corpusFolder, hasCorpus } from './corpus.js';

const given = process.env.CORPUS;
afterEach(() => {
  if (given === undefined) delete process.env.CORPUS;
  else process.env.CORPUS = given;
});

it('the corpus is at CORPUS, by default next to the repository', () => {
  process.env.CORPUS = '/mnt/corpus';
  expect(corpusFolder()).toBe(path.resolve('/mnt/corpus'));
  expect(corpusFolder('maps')).toBe(path.resolve('/mnt/corpus/maps'));
  expect(hasCorpus()).toBe(false);
  delete process.env.CORPUS;
  expect(corpusFolder('pdf')).toBe(path.resolve(import.meta.dirname, '../../../../../shared/corpus/pdf'));
});
