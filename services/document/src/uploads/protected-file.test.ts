import { Semaphore } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { person } from '@symbio/runtime/testing';
import { rm, writeFile } from 'node:fs/promises';
import { UnlockFailure } from '@symbio/page-engine/unlocking';
import type { DocumentRow } from '../model.js';
import { createUnlock, failureFields, PROTECTED, type UnlockDeps } from './protected-file.js';

const PASSWORD = 'plum-7-orchard';

function setUp(over: Partial<DocumentRow> = {}) {
  let document = {
    ...{ _id: 'd', projectId: 'p', category: 'other', categoryBy: 'nobody', title: 'Deed', fileName: 'deed.pdf' },
    ...{ filePath: 'projects/p/documents/d/original.pdf', fileSize: 900, mimeType: 'application/pdf', sha256: 'a' },
    ...{ totalPages: 0, pagesReady: 0, processingStatus: 'failed', processingError: PROTECTED, needsPassword: true },
    ...over,
  } as DocumentRow;
  const written: unknown[] = [];
  const deps = {
    documents: { visible: () => Promise.resolve(document) },
    writer: {
      change: (
        _id: string,
        _actor: unknown,
        decide: (row: DocumentRow, after: (set: object) => DocumentRow) => { set: object; events: unknown[] },
      ) => {
        const { set, events } = decide(document, (changes) => ({ ...document, ...changes }));
        document = { ...document, ...set };
        written.push(document, events);
        return Promise.resolve(document);
      },
    },
    blobs: {
      localCopy: () => Promise.resolve({ path: '/sent', release: () => Promise.resolve() }),
      remove: () => Promise.resolve(),
      // as the store does
      putFile: async (key: string, file: string) => {
        await rm(file);
        written.push(key);
      },
    },
    semaphore: new Semaphore(1),
    unlock: async ({ to, password }: { to: string; password: string }) => {
      if (password !== PASSWORD) throw new UnlockFailure('wrong_password', 'This is not the password of the file.');
      await writeFile(to, '%PDF-1.7 copy');
    },
  };
  const unlock = createUnlock(deps as unknown as UnlockDeps);
  return { written, unlock: (password: string) => unlock({ id: 'd', password }, contextOf(person())) };
}

describe('the password of a protected file', () => {
  it('is used once: the copy is read from then on, the file as sent stays, nothing holds the password', async () => {
    const { unlock, written } = setUp();
    const row = await unlock(PASSWORD);
    expect(row).toMatchObject({
      ...{ filePath: expect.stringMatching(/^projects\/p\/documents\/d\/unlocked-/) as string, fileSize: 13 },
      processingStatus: 'uploaded',
      ...{ needsPassword: undefined, processingError: '' },
      original: { filePath: 'projects/p/documents/d/original.pdf', fileSize: 900, mimeType: 'application/pdf' },
    });
    expect(JSON.stringify(written)).not.toContain(PASSWORD);
    await expect(unlock(PASSWORD)).rejects.toMatchObject({ reason: 'no_password_needed' });
  });

  it('may be tried again after a wrong one', async () => {
    const { unlock, written } = setUp();
    await expect(unlock('plum')).rejects.toMatchObject({
      ...{ code: 'INVALID_ARGUMENT', reason: 'wrong_password' },
      fields: { password: 'This is not the password of the file.' },
    });
    await expect(unlock('')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(unlock('x'.repeat(128))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(written).toEqual([]);
    expect(await unlock(PASSWORD)).toMatchObject({ processingStatus: 'uploaded' });
  });

  it('is asked for when a job could not open the file either', () => {
    expect(failureFields(PROTECTED)).toEqual({ needsPassword: true });
    expect(failureFields('This PDF is damaged.')).toEqual({});
  });
});
