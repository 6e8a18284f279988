import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openLedger, uuidOf } from './ledger.js';

const newFile = (): string => path.join(mkdtempSync(path.join(os.tmpdir(), 'vision-')), 'ledger.jsonl');

describe('the ledger of a run', () => {
  it('keeps what was done', () => {
    const file = newFile();
    openLedger(file).add({ kind: 'asked' });
    openLedger(file).add({ kind: 'proposed', page_id: 'p', count: 2 });
    expect(openLedger(file).entries).toEqual([{ kind: 'asked' }, { kind: 'proposed', page_id: 'p', count: 2 }]);
  });

  it('removes an incomplete last line', () => {
    const file = newFile();
    openLedger(file).add({ kind: 'asked' });
    appendFileSync(file, '{"kind":"propo“');
    expect(openLedger(file).entries).toEqual([{ kind: 'asked' }]);
    expect(readFileSync(file, 'utf8')).toBe('{"kind":"asked"}\n');
  });

  it('refuses another file', () => {
    const file = newFile();
    writeFileSync(file, 'name,street\n');
    expect(() => openLedger(file)).toThrow(/Line 1 of .* is not from this agent/);
  });
});

it('makes the same id of the same parts', () => {
  expect(uuidOf('run', 1)).toBe(uuidOf('run', 1));
  expect(uuidOf('run', 1)).not.toBe(uuidOf('run', 2));
  expect(uuidOf('run', 1)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
