import { PAGES, pdfOf } from '@symbio/page-engine/testing';
import { deflateSync } from 'node:zlib';
import { randomFor } from '@symbio/fixtures/random';
import { mutant, MUTATIONS } from './mutate.js';

const content = deflateSync(Buffer.from('0 0 10 10 re f '.repeat(20)));
const stream = Buffer.concat([
  Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>\nstream\n`),
  content,
  Buffer.from('\nendstream'),
]);
const bytes = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', ...PAGES, stream]);
const source = { bytes, other: Buffer.from('another file altogether, of another length') };

describe('files that are damaged on purpose', () => {
  it.each(Object.entries(MUTATIONS))('%s changes the file, and not always alike', (_name, mutation) => {
    const made = Array.from({ length: 20 }, (_, index) =>
      mutation(source, randomFor('test', index)).toString('latin1'),
    );
    expect(made.some((text) => text !== bytes.toString('latin1'))).toBe(true);
    expect(source.bytes.toString('latin1')).toBe(bytes.toString('latin1'));
  });

  it('is the same for a seed, and another for another', () => {
    const made = (seed: number) => mutant('plain.pdf', source, randomFor('seed', seed));
    expect(made(1)).toEqual(made(1));
    const different = new Set(Array.from({ length: 10 }, (_, seed) => made(seed).bytes.toString('latin1')));
    expect(different.size).toBeGreaterThan(8);
    expect(made(1).name).toMatch(/^plain\.pdf: /);
  });

  it('swaps what two objects say, not their numbers', () => {
    const swapped = [1, 2, 3, 4, 5].map((seed) => MUTATIONS['objects swapped']?.(source, randomFor('swap', seed)));
    for (const file of swapped) {
      expect(file).toHaveLength(bytes.length);
      expect(file?.toString('latin1').match(/\d+ 0 obj/g)).toEqual(bytes.toString('latin1').match(/\d+ 0 obj/g));
    }
  });

  it('unpacks a stream and stores it changed, as it is', () => {
    const changed =
      MUTATIONS['a stream unpacked and changed']?.(source, randomFor('unpack', 3)).toString('latin1') ?? '';
    expect(changed).toContain('/Was/Flate');
    expect(changed).toContain('re f');
  });
});
