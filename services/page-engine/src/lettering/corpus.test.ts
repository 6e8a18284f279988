import { readdirSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { corpusFolder, hasCorpus } from '../testing/corpus.js';
import { hasModels, MODELS_FOLDER } from '../testing/models.js';
import { createOcrReader } from './ocr-reader.js';

jest.setTimeout(120_000);

/** Milliseconds per hostile file: some would use the whole CPU limit. */
const PATIENCE_MS = 2_000;

const PDFS = corpusFolder('pdf');
const present = hasCorpus('pdf') && (await hasModels());

(present ? describe : describe.skip)('files of the corpus', () => {
  it('are read or refused one after the other, and then a page of print is read', async () => {
    const impatient = createOcrReader({ models: MODELS_FOLDER, pageMs: PATIENCE_MS }).open();
    const names = readdirSync(PDFS).filter((name) => name.endsWith('.pdf'));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      // small: tests invalid pictures, not recognition
      const source = { kind: 'pdf', file: path.join(PDFS, name), pageNumber: 1, width: 120, height: 160 } as const;
      const outcome = await impatient.read(source);
      const detail = outcome.kind === 'unreadable' ? outcome.detail : outcome.text.text;
      expect([name, typeof detail]).toEqual([name, 'string']);
    }
    await impatient.close();
    const session = createOcrReader({ models: MODELS_FOLDER }).open();
    const file = path.join(PDFS, 'rotation.pdf');
    const outcome = await session.read({ kind: 'pdf', file, pageNumber: 1, width: 400, height: 520 });
    await session.close();
    expect(outcome).toMatchObject({ kind: 'read', engine: 'PP-OCR' });
    expect(outcome.kind === 'read' && outcome.text.text).toContain('the second line on the page');
  });
});
