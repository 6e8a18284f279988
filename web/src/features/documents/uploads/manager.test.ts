import { jest } from '@jest/globals';
import type { UploadedDocument, UploadItem } from './upload-state.js';
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
const document = { id: 'd7', title: 'Sheet 7' };
const result: ClassificationResult = { suggestedCategory: 'aerial_imagery', confidence: 0.8 };

function manager(changes: Partial<UploadEffects> = {}) {
  let ids = 0;
  const effects = {
    send: jest.fn<UploadEffects['send']>((item) => Promise.resolve(documentOf(item))),
    classify: jest.fn<UploadEffects['classify']>(() => Promise.resolve(result)),
    findUploaded: jest.fn<UploadEffects['findUploaded']>(() => Promise.resolve(null)),
    changed: jest.fn(),
    wait: jest.fn<UploadEffects['wait']>(() => Promise.resolve()),
    newId: () => `item-${(ids += 1)}`,
  };
  const { findSameFiles, canBeDocument, interruptedUploadId, connected, classificationFailed } = changes;
  if (changes.send) effects.send.mockImplementation(changes.send);
  if (changes.classify) effects.classify.mockImplementation(changes.classify);
  if (changes.findUploaded) effects.findUploaded.mockImplementation(changes.findUploaded);
  const more = { findSameFiles, canBeDocument, interruptedUploadId, connected, classificationFailed };
  return { uploads: new UploadManager({ ...effects, ...more }), effects };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

describe('the upload manager', () => {
  it('uploads, has each file classified half a second later, and lists it as finished (DOC-18 to DOC-21, DOC-24, CONST-02)', async () => {
    const { uploads, effects } = manager();
    uploads.add([file('a.pdf'), file('b.pdf')], null);
    await settled();
    expect(uploads.getState().items).toEqual([]);
    expect(uploads.getState().finished.map((item) => [item.file.name, item.status, item.progress])).toEqual([
      ['a.pdf', 'complete', 100],
      ['b.pdf', 'complete', 100],
    ]);
    expect(effects.wait.mock.calls).toEqual([[500], [500]]);
    expect(effects.classify.mock.calls).toEqual([['doc-a.pdf'], ['doc-b.pdf']]);
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

  it('continues with the next file when one fails, and drops none (DOC-23)', async () => {
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
      ['bad.pdf', 'failed', 'This file is no PDF inside'],
    ]);
    expect(finished.map((item) => item.file.name)).toEqual(['good.pdf']);
  });

  it('keeps the file when its classification fails (DOC-22)', async () => {
    const { uploads } = manager({ classify: () => Promise.reject(new Error('no classifier')) });
    uploads.add([file('a.pdf')], null);
    await settled();
    expect(uploads.getState().finished[0]).toMatchObject({
      status: 'unclassified',
      document: { id: 'doc-a.pdf' },
    });
  });

  it('says why a classification failed, to a user who asked for it as a toast (ERR-22)', async () => {
    const classificationFailed = jest.fn();
    const { uploads } = manager({
      classify: () => Promise.reject(new Error('Failed to classify document')),
      classificationFailed,
    });
    uploads.add([file('a.pdf')], null);
    await settled();
    const [item] = uploads.getState().finished;
    expect(item?.details).toBe('Failed to classify document');
    expect(classificationFailed).not.toHaveBeenCalled();
    uploads.classifyAgain(item?.id ?? '');
    await settled();
    expect(classificationFailed).toHaveBeenCalledWith('Failed to classify document');
  });

  it('classifies every file half a second after its own upload, however many there are (DOC-20, CONST-02)', async () => {
    const open: (() => void)[] = [];
    const { uploads, effects } = manager({
      classify: () => new Promise((resolve) => open.push(() => resolve(result))),
    });
    const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'];
    uploads.add(names.map(file), null);
    await settled();
    expect(effects.wait.mock.calls).toEqual(names.map(() => [500]));
    // classifications run concurrently
    expect(effects.classify.mock.calls).toEqual(names.map((name) => [`doc-${name}`]));
    for (const answer of open) answer();
    await settled();
    expect(uploads.getState().finished.map((item) => item.status)).toEqual(names.map(() => 'complete'));
  });

  it('asks again for a classification when the server is too busy, and fails on refusals (DOC-22)', async () => {
    let tries = 0;
    const waits: number[] = [];
    const busy = manager({
      classify: () =>
        ++tries < 3 ? Promise.reject(new ClassificationError('This took too long', true)) : Promise.resolve(result),
      connected: (attempt) => Promise.resolve(void waits.push(attempt)),
    });
    busy.uploads.add([file('a.pdf')], null);
    await settled();
    expect(waits).toEqual([1, 2]);
    expect(busy.uploads.getState().finished[0]?.status).toBe('complete');

    const refused = manager({
      classify: () => Promise.reject(new ClassificationError('Not found', false)),
      connected: (attempt) => Promise.resolve(void waits.push(attempt)),
    });
    refused.uploads.add([file('a.pdf')], null);
    await settled();
    expect(waits).toHaveLength(2);
    expect(refused.uploads.getState().finished[0]?.status).toBe('unclassified');
  });

  it('asks about files that the project already has, one by one or all at once (DOC-26)', async () => {
    const known = [{ id: 'd7', title: 'Sheet 7' }];
    const { uploads, effects } = manager({
      findSameFiles: (item) => Promise.resolve({ sha256: 'abc', known: item.file.name === 'new.pdf' ? [] : known }),
    });
    uploads.add(['a.pdf', 'new.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map(file), null);
    await settled();
    const names = () => effects.send.mock.calls.map(([item]) => item.file.name);
    expect(names()).toEqual(['new.pdf']);
    expect(uploads.getState().items.map((item) => [item.file.name, item.status, item.known])).toEqual(
      ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => [name, 'known', known]),
    );
    const [first, second] = uploads.getState().items;
    uploads.choose(first?.id ?? '', 'upload');
    uploads.choose(second?.id ?? '', 'skip');
    await settled();
    expect(names()).toEqual(['new.pdf', 'a.pdf']);
    expect(uploads.getState().finished.find((item) => item.file.name === 'b.pdf')).toMatchObject({
      status: 'skipped',
      document: { id: 'd7' },
    });
    uploads.chooseForAll('skip');
    expect(uploads.getState().items).toEqual([]);
    // choosing a skipped file again asks again
    uploads.add([file('d.pdf')], null);
    await settled();
    uploads.chooseForAll('upload');
    await settled();
    expect(names()).toEqual(['new.pdf', 'a.pdf', 'd.pdf']);
  });

  it('checks the content of a file of unknown type, whatever its name (DOC-15, OP-16)', async () => {
    const untyped = (name: string) => new File(['%PDF-1.7'], name, { lastModified: 1 });
    const canBeDocument = jest.fn<(file: File) => Promise<boolean>>(({ name }) => Promise.resolve(name !== 'plan.dwg'));
    const { uploads, effects } = manager({
      canBeDocument,
      findSameFiles: () => Promise.resolve({ sha256: 'abc', known: [] }),
    });
    uploads.add([untyped('plan.dwg'), untyped('scan'), file('typed.pdf')], null);
    await settled();
    expect(canBeDocument.mock.calls.map(([{ name }]) => name)).toEqual(['plan.dwg', 'scan']);
    expect(effects.send.mock.calls.map(([item]) => item.file.name)).toEqual(['scan', 'typed.pdf']);
    expect(uploads.getState().items.map((item) => [item.file.name, item.status, item.error])).toEqual([
      ['plan.dwg', 'refused', 'File type .dwg is not supported'],
    ]);
  });

  it('uploads a file when the check for duplicates fails', async () => {
    const { uploads, effects } = manager({ findSameFiles: () => Promise.reject(new Error('away')) });
    uploads.add([file('a.pdf')], null);
    await settled();
    expect(effects.send).toHaveBeenCalledTimes(1);
  });

  it('resumes automatically when the connection is restored, under the same id (DOC-26)', async () => {
    const back: (() => void)[] = [];
    const attempts: number[] = [];
    const { uploads, effects } = manager({
      connected: (attempt) => {
        attempts.push(attempt);
        return new Promise((resolve) => back.push(resolve));
      },
    });
    const broken = new UploadError('Upload failed. Please try again.', true);
    effects.send.mockRejectedValueOnce(broken).mockRejectedValueOnce(broken);
    uploads.add([file('a.pdf')], null);
    await settled();
    expect(uploads.getState().items[0]).toMatchObject({ status: 'failed', error: 'Upload failed. Please try again.' });
    back[0]?.();
    await settled();
    back[1]?.();
    await settled();
    expect(attempts).toEqual([1, 2]);
    expect(effects.send.mock.calls.map(([{ id }]) => id)).toEqual(['item-1', 'item-1', 'item-1']);
    expect(uploads.getState().finished).toHaveLength(1);
  });

  it('does not retry refusals automatically, and retries everything else (DOC-23)', async () => {
    const connected = jest.fn<() => Promise<void>>(() => Promise.resolve());
    const { uploads, effects } = manager({ connected });
    effects.send
      .mockRejectedValueOnce(new UploadError('File type text/plain is not supported', false, false))
      .mockRejectedValueOnce(new UploadError('Upload failed. Please try again.', false))
      .mockRejectedValueOnce(new UploadError('Upload failed. Please try again.', false));
    uploads.add(['text.pdf', 'b.pdf', 'c.pdf'].map(file), null);
    await settled();
    expect(connected).not.toHaveBeenCalled();
    expect(uploads.getState().items.map((item) => item.canRetry)).toEqual([false, true, true]);
    uploads.retryAll();
    await settled();
    expect(uploads.getState().items.map((item) => item.file.name)).toEqual(['text.pdf']);
    expect(uploads.getState().finished.map((item) => item.file.name)).toEqual(['b.pdf', 'c.pdf']);
  });

  it('notifies once for a bulk decision, and not at all without a change', async () => {
    const known = [{ id: 'd7', title: 'Sheet 7' }];
    const { uploads, effects } = manager({ findSameFiles: () => Promise.resolve({ sha256: 'abc', known }) });
    effects.send.mockRejectedValue(new UploadError('Upload failed. Please try again.', false));
    const listener = jest.fn();
    const notificationsOf = async (act: () => void): Promise<number> => {
      listener.mockClear();
      act();
      const count = listener.mock.calls.length;
      await settled();
      return count;
    };
    uploads.add(['a.pdf', 'b.pdf', 'c.pdf'].map(file), null);
    await settled();
    uploads.subscribe(listener);
    // one for the decision, one for the first upload
    expect(await notificationsOf(() => uploads.chooseForAll('upload'))).toBe(2);
    expect(uploads.getState().items.map((item) => item.status)).toEqual(['failed', 'failed', 'failed']);
    expect(await notificationsOf(() => uploads.retryAll())).toBe(2);
    expect(await notificationsOf(() => uploads.retry('nobody'))).toBe(0);
  });

  it('resumes a file whose upload ended with the page, with its id and category', async () => {
    const { uploads, effects } = manager({
      interruptedUploadId: ({ name }) => (name === 'long.pdf' ? { id: 'kept', category: 'sanborn_maps' } : undefined),
      findSameFiles: () => Promise.resolve({ sha256: 'abc', known: [{ id: 'kept', title: 'x' }] }),
    });
    uploads.add([file('long.pdf')], null);
    await settled();
    expect(effects.findUploaded.mock.calls).toEqual([['kept']]);
    expect(effects.send.mock.calls[0]?.[0]).toMatchObject({ id: 'kept', category: 'sanborn_maps' });
  });

  it('retries a failed classification on request, without sending the file again (DOC-22, DOC-26)', async () => {
    const { uploads, effects } = manager();
    effects.classify.mockRejectedValueOnce(new ClassificationError('Down', false));
    uploads.add([file('a.pdf')], null);
    await settled();
    const [failed] = uploads.getState().finished;
    uploads.classifyAgain(failed?.id ?? '');
    expect(uploads.getState().items[0]).toMatchObject({
      status: 'classifying',
      progress: 50,
      error: null,
    });
    // a second call has no effect
    uploads.classifyAgain(failed?.id ?? '');
    await settled();
    expect(uploads.getState().finished.map((item) => item.status)).toEqual(['complete']);
    expect(effects.classify.mock.calls).toEqual([['doc-a.pdf'], ['doc-a.pdf']]);
    expect(effects.send).toHaveBeenCalledTimes(1);
  });

  it('does not send a file again that arrived although the response was lost (DOC-26)', async () => {
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

  it('sends a file again under the same id when it did not arrive, or that is unknown (DOC-26)', async () => {
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

  it('drops every file on sign-out, and ignores later results (AUTH-24, NAV-22)', async () => {
    const open: (() => void)[] = [];
    const back: (() => void)[] = [];
    let ended: AbortSignal | undefined;
    const { uploads, effects } = manager({
      findSameFiles: (item) =>
        Promise.resolve({ sha256: 'abc', known: item.file.name === 'known.pdf' ? [document] : [] }),
      connected: () => new Promise((resolve) => back.push(resolve)),
      send: (item, _onBytes, signal) => {
        ended = signal;
        if (item.file.name === 'broken.pdf') return Promise.reject(new UploadError('Upload failed.', true));
        return new Promise((resolve) => open.push(() => resolve(documentOf(item))));
      },
    });
    uploads.add(['broken.pdf', 'known.pdf', 'sent.pdf', 'waits.pdf'].map(file), null);
    await settled();
    expect(uploads.getState().items.map(({ status }) => status)).toEqual(['failed', 'known', 'uploading', 'waiting']);
    uploads.end();
    expect(ended?.aborted).toBe(true);
    for (const answer of [...open, ...back]) answer();
    uploads.add([file('later.pdf')], null);
    await settled();
    expect(uploads.getState()).toEqual({ items: [], finished: [], repeated: [] });
    expect(effects.send.mock.calls.map(([item]) => item.file.name)).toEqual(['broken.pdf', 'sent.pdf']);
    for (const effect of [effects.classify, effects.changed, effects.wait]) expect(effect).not.toHaveBeenCalled();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('requests no classification after sign-out (AUTH-24)', async () => {
    const waits: (() => void)[] = [];
    const { uploads, effects } = manager();
    effects.wait.mockImplementation(() => new Promise((resolve) => waits.push(resolve)));
    uploads.add([file('a.pdf')], null);
    await settled();
    uploads.end();
    for (const done of waits) done();
    await settled();
    expect(waits).toHaveLength(1);
    expect(effects.classify).not.toHaveBeenCalled();
    expect(effects.changed).toHaveBeenCalledTimes(1);
  });

  it('asks before the tab is closed during an upload, and not afterwards (DOC-26)', async () => {
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
