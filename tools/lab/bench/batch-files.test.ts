import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { batchFiles } from './batch-files.js';

describe('a batch of small files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'batch-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has the small PDFs of a folder and mutations of them, the same for every run', () => {
    expect(() => batchFiles(folder, 3)).toThrow('no PDF below');
    writeFileSync(path.join(folder, 'a.pdf'), `%PDF-1.7\n${'a'.repeat(500)}`);
    writeFileSync(path.join(folder, 'large.pdf'), Buffer.alloc(20_000));
    writeFileSync(path.join(folder, 'empty.pdf'), '');
    writeFileSync(path.join(folder, 'notes.txt'), 'a');
    const files = batchFiles(folder, 3);
    expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'a-1.pdf', 'a-2.pdf']);
    const [original, ...mutations] = files.map(({ bytes }) => bytes.toString('latin1'));
    expect(new Set([original, ...mutations]).size).toBe(3);
    for (const each of mutations) expect([each.length, each.slice(0, 8)]).toEqual([original?.length, '%PDF-1.7']);
    expect(batchFiles(folder, 3)).toEqual(files);
  });
});
