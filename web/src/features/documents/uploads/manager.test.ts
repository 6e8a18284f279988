import { jest } from '@jest/globals';
import type { UploadedDocument, UploadItem } from './machine.js';
import type { ClassificationResult } from '../../../evidence/documents-api.js';
import { ClassificationError, UploadError, UploadManager } from './manager.js';
import type { UploadEffects } from './manager.js';

const file = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf', lastModified: 1 });
const documentOf = (item: UploadItem): UploadedDocument => ({
  id: `doc-${item.file.name}`,
  category: 'other',
  file_name: item.file.name,
  title: item.file.name,
});
const result: ClassificationResult = { suggestedCategory: 'aerial_imagery', confidence: 0.8 };

function manager(changes: Partial<UploadEffects> = {}) {
  let ids = 0;
  const effects = {
    send: jest.fn<UploadEffects['send']>((item) => Promise.resolve(documentOf(item))),
    classified: jest.fn<UploadEffects['classified']>(() => Promise.resolve(result)),
    classify: jest.fn<UploadEffects['classify']>(() => Promise.resolve(result)),
    findUploaded: jest.fn<UploadEffects['findUploaded']>(() => Promise.resolve(null)),
    changed: jest.fn(),
    wait: jest.fn<UploadEffects['wait']>(() => Promise.resolve()),
    newId: () => `item-${(ids += 1)}`,
  };
  if (changes.send) effects.send.mockImplementation(changes.send);
  if (changes.classified) effects.classified.mockImplementation(changes.classified);
  if (changes.classify) effects.classify.mockImplementation(changes.classify);
  if (changes.findUploaded) effects.findUploaded.mockImplementation(changes.findUploaded);
  return { uploads: new UploadManager(effects), effects };
}

/** Lets every promise that can settle do so. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

describe('the upload manager', () => {
  it('uploads, looks half a second later what the server says it is, and lists the file as finished (DOC-18 to DOC-21, DOC-24, CONST-02)', async () => {
    const { uploads, effects } = manager();
    uploads.add([file('a.pdf'), file('b.pdf')], null);
    await settled();
    expect(uploads.getState().items).toEqual([]);
    expect(uploads.getState().finished.map((item) => [item.file.name, item.status, item.progress])).toEqual([
      ['a.pdf', 'Classification complete', 100],
      ['b.pdf', 'Classification complete', 100],
    ]);
    expect(effects.wait.mock.calls).toEqual([[500], [500]]);
    expect(effects.classified.mock.calls).toEqual([['doc-a.pdf'], ['doc-b.pdf']]);
    // the server does it by itself
    expect(effects.classify).not.toHaveBeenCalled();
  });

  it('sends one file at a time (DOC-26)', async () => {
    const open: (() => void)[] = [];
    const { uploads, effects } = manager({
      send: (item) => new Promise((resolve) => open.push(() => resolve(documentOf(item)))),
    });
    uploads.add([file('a.pdf'), file('b.pdf')], null);
    uploads.add([file('c.pdf')], null);
    await settled();
    expect(effects.send).toHaveBeenCalledTimes(1);
    open[0]?.();
    await settled();
    expect(effects.send).toHaveBeenCalledTimes(2);
    open[1]?.();
    await settled();
    open[2]?.();
    await settled();
    expect(effects.send.mock.calls.map(([item]) => item.file.name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  });

  it('goes on with the next file when one fails, and loses none (DOC-23)', async () => {
    const { uploads } = manager({
      send: (item) =>
        item.file.name === 'bad.pdf'
          ? Promise.reject(new UploadError('This file is no PDF inside', false))
          : Promise.resolve(documentOf(item)),
    });
    uploads.add([file('bad.pdf'), file('good.pdf')], null);
    await settled();
    const { items, finished } = uploads.getState();
    expect(items.map((item) => [item.file.name, item.status, item.error])).toEqual([
      ['bad.pdf', 'Failed', 'This file is no PDF inside'],
    ]);
    expect(finished.map((item) => item.file.name)).toEqual(['good.pdf']);
  });

  it('keeps the file when its classification fails (DOC-22)', async () => {
    const { uploads } = manager({ classified: () => Promise.reject(new Error('no classifier')) });
    uploads.add([file('a.pdf')], null);
    await settled();
    expect(uploads.getState().finished[0]).toMatchObject({
      status: 'Uploaded (classification failed)',
      document: { id: 'doc-a.pdf' },
    });
  });

  it('has as many documents classified at a time as the server reads, the others wait here (DOC-20, DOC-21)', async () => {
    const open: (() => void)[] = [];
    const { uploads, effects } = manager({
      classified: () => new Promise((resolve) => open.push(() => resolve(result))),
    });
    uploads.add(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map(file), null);
    await settled();
    expect(effects.classified.mock.calls).toEqual([['doc-a.pdf'], ['doc-b.pdf']]);
    open[1]?.();
    await settled();
    expect(effects.classified.mock.calls.at(-1)).toEqual(['doc-c.pdf']);
    for (let next = 0; next < 4; next++) {
      open[next]?.();
      await settled();
    }
    expect(uploads.getState().finished.map((item) => item.status)).toEqual(Array(4).fill('Classification complete'));
  });

  it('asks a busy server again before it calls a classification failed (DOC-22)', async () => {
    let asked = 0;
    const busy = manager({
      classified: () =>
        ++asked < 3 ? Promise.reject(new ClassificationError('This took too long', true)) : Promise.resolve(result),
    });
    busy.uploads.add([file('a.pdf')], null);
    await settled();
    expect(busy.uploads.getState().finished[0]?.status).toBe('Classification complete');

    const refused = manager({ classified: () => Promise.reject(new ClassificationError('Not found', false)) });
    refused.uploads.add([file('a.pdf')], null);
    await settled();
    expect(refused.effects.classified).toHaveBeenCalledTimes(1);
    expect(refused.uploads.getState().finished[0]?.status).toBe('Uploaded (classification failed)');
  });

  it('classifies again what failed, when asked to, without sending the file again (DOC-22, DOC-26)', async () => {
    const { uploads, effects } = manager({
      classified: () => Promise.reject(new ClassificationError('Down', false)),
    });
    uploads.add([file('a.pdf')], null);
    await settled();
    const [failed] = uploads.getState().finished;
    uploads.classifyAgain(failed?.id ?? '');
    expect(uploads.getState().items[0]).toMatchObject({
      status: 'Uploaded, classifying...',
      progress: 50,
      error: null,
    });
    // twice is once
    uploads.classifyAgain(failed?.id ?? '');
    await settled();
    expect(uploads.getState().finished.map((item) => item.status)).toEqual(['Classification complete']);
    expect(effects.classify.mock.calls).toEqual([['doc-a.pdf']]);
    expect(effects.send).toHaveBeenCalledTimes(1);
  });

  it('does not send a file again that arrived although the answer was lost (DOC-26)', async () => {
    const arrived = { id: 'item-1', category: 'other', file_name: 'a.pdf', title: 'a.pdf' };
    const { uploads, effects } = manager({
      send: () => Promise.reject(new UploadError('Upload failed. Please try again.', true)),
      findUploaded: () => Promise.resolve(arrived),
    });
    uploads.add([file('a.pdf')], null);
    await settled();
    expect(effects.findUploaded).not.toHaveBeenCalled();
    const [failed] = uploads.getState().items;
    uploads.retry(failed?.id ?? '');
    await settled();
    expect(effects.findUploaded.mock.calls).toEqual([['item-1']]);
    expect(effects.send).toHaveBeenCalledTimes(1);
    expect(uploads.getState().finished.map((item) => item.document?.id)).toEqual(['item-1']);
  });

  it('sends a file again under the same id when it did not arrive, or nobody knows (DOC-26)', async () => {
    const { uploads, effects } = manager();
    effects.send.mockRejectedValueOnce(new UploadError('Upload failed. Please try again.', true));
    effects.findUploaded.mockRejectedValueOnce(new UploadError('The document service is away.', true));
    uploads.add([file('a.pdf')], null);
    await settled();
    uploads.retry('item-1');
    await settled();
    expect(uploads.getState().items[0]).toMatchObject({ error: 'The document service is away.', isUnanswered: true });
    expect(effects.send).toHaveBeenCalledTimes(1);
    uploads.retry('item-1');
    await settled();
    expect(effects.findUploaded).toHaveBeenCalledTimes(2);
    expect(effects.send.mock.calls.map(([{ id }]) => id)).toEqual(['item-1', 'item-1']);
    expect(uploads.getState().finished).toHaveLength(1);
  });

  it('asks before the tab is closed while something travels, and not afterwards (DOC-26)', async () => {
    let arrive: () => void = () => undefined;
    const { uploads } = manager({
      send: (item) => new Promise((resolve) => (arrive = () => resolve(documentOf(item)))),
    });
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    uploads.add([file('a.pdf')], null);
    expect(leaves()).toBe(false);
    arrive();
    await settled();
    expect(leaves()).toBe(true);
  });
});
