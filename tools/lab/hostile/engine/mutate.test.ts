import { PAGES, pdfOf } from '@symbio/fixtures/plain-pdf';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { mutant, MUTATIONS, type Mutation } from './mutate.js';

const content = deflateSync(Buffer.from('0 0 10 10 re f '.repeat(20)));
const stream = Buffer.concat([
  Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>\nstream\n`),
  content,
  Buffer.from('\nendstream'),
]);
const bytes = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', ...PAGES, stream]);
const source = { bytes, other: Buffer.from('another file altogether, of another length') };

const resultsOf = (mutation: Mutation, numRuns: number): Buffer[] =>
  fc.sample(
    fc.gen().map((choose) => mutation(source, choose)),
    { seed: 3, numRuns },
  );

describe('files that are damaged on purpose', () => {
  it.each(Object.entries(MUTATIONS))('%s changes the file, and not always alike', (_name, mutation) => {
    const made = resultsOf(mutation, 20).map((one) => one.toString('latin1'));
    expect(made.some((text) => text !== bytes.toString('latin1'))).toBe(true);
    expect(source.bytes.toString('latin1')).toBe(bytes.toString('latin1'));
  });

  it('are the same for a seed, and others for another', () => {
    const made = (seed: number) => mutant('plain.pdf', source, seed);
    expect(made(1)).toEqual(made(1));
    const different = new Set(Array.from({ length: 10 }, (_, seed) => made(seed).bytes.toString('latin1')));
    expect(different.size).toBeGreaterThan(8);
    expect(made(1).name).toMatch(/^plain\.pdf: /);
  });

  it('swap the contents of two objects, not their numbers', () => {
    const swap = MUTATIONS['objects swapped'];
    for (const file of swap ? resultsOf(swap, 5) : []) {
      expect(file).toHaveLength(bytes.length);
      expect(file.toString('latin1').match(/\d+ 0 obj/g)).toEqual(bytes.toString('latin1').match(/\d+ 0 obj/g));
    }
  });

  it('inflate a stream and store it changed and uncompressed', () => {
    const inflate = MUTATIONS['a stream unpacked and changed'];
    const changed = (inflate ? resultsOf(inflate, 5) : []).map((file) => file.toString('latin1'));
    expect(changed).toHaveLength(5);
    for (const file of changed) expect(file).toContain('/Was/Flate');
    expect(changed.some((file) => file.includes('re f'))).toBe(true);
  });
});
