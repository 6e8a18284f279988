import {
  isBusy,
  isRemovable,
  MAXIMUM_UPLOAD_BYTES,
  nextCheck,
  nextUpload,
  NO_UPLOADS,
  refusalOf,
  uploadReducer,
} from './upload-state.js';
import type { UploadAction, UploadState } from './upload-state.js';

const pdf = (name = 'sheet.pdf', bytes = '%PDF-1.7') =>
  new File([bytes], name, { type: 'application/pdf', lastModified: 1_000 });
const document = { id: 'doc-1', category: 'other', file_name: 'sheet.pdf', title: 'sheet' };
const result = { suggestedCategory: 'sanborn_maps', confidence: 0.93 };

function after(...actions: UploadAction[]): UploadState {
  return actions.reduce(uploadReducer, NO_UPLOADS);
}
const picked = (...files: File[]): UploadAction => ({
  kind: 'filesPicked',
  files: files.map((file, index) => ({ id: `${file.name}-${index}`, file })),
  category: null,
});
const id = 'sheet.pdf-0';
const started: UploadAction = { kind: 'uploadStarted', id };
const uploaded: UploadAction = { kind: 'uploaded', id, document };

describe('upload validation', () => {
  it('refuses a type that is not on the list (DOC-12, DOC-15)', () => {
    expect(refusalOf({ type: 'image/gif', size: 10 })).toBe('File type image/gif is not supported');
    for (const type of ['image/tiff', 'image/jpeg', 'image/png', 'image/jp2', 'application/zip'])
      expect(refusalOf({ type, size: 10 })).toBeNull();
  });

  it('refuses a file that is not under the maximum (DOC-13, CONST-01)', () => {
    const file = { type: 'application/pdf' };
    expect(refusalOf({ ...file, size: MAXIMUM_UPLOAD_BYTES })).toBe('File size must be less than 200 MB');
    expect(refusalOf({ ...file, size: MAXIMUM_UPLOAD_BYTES - 1 })).toBeNull();
  });

  it('refuses an empty file, and judges no file of unknown type by its name (DOC-15, OP-16)', () => {
    expect(refusalOf({ type: 'application/pdf', size: 0 })).toBe('This file is empty');
    expect(refusalOf({ type: '', size: 1 })).toBeNull();
  });

  it.each([
    ['plan.dwg', 'File type .dwg is not supported'],
    ['letter.pdf', 'File type unknown is not supported'],
    ['letter', 'File type unknown is not supported'],
  ])(
    '%s without PDF content is refused when its turn comes, and never uploaded (DOC-12, DOC-14, OP-16)',
    (name, error) => {
      const file = new File(['x'], name);
      const state = after(
        { kind: 'filesPicked', files: [{ id, file }], category: null, checks: true },
        { kind: 'checkStarted', id },
        { kind: 'foundForeign', id },
      );
      expect(state.items[0]).toMatchObject({ status: 'refused', error });
      expect([nextCheck(state), nextUpload(state)]).toEqual([null, null]);
    },
  );

  it('shows a refused file with its error and never uploads it (DOC-14)', () => {
    const state = after(picked(new File(['x'], 'plan.gif', { type: 'image/gif' })));
    expect(state.items[0]).toMatchObject({ status: 'refused', error: 'File type image/gif is not supported' });
    expect(nextUpload(state)).toBeNull();
  });
});

describe('the states of an upload', () => {
  it('are derived from the fields of an item (DATA-28)', () => {
    const file = pdf();
    const waiting = after(picked(file)).items[0];
    expect(waiting).toMatchObject({
      ...{ file, id, preview: null, error: null, progress: 0, classificationResult: null },
      ...{ isUploading: false, isComplete: false },
    });
    expect(typeof waiting?.status).toBe('string');
  });

  it('begins at 0% (DOC-18)', () => {
    expect(after(picked(pdf()), started).items[0]).toMatchObject({
      status: 'uploading',
      progress: 0,
      isUploading: true,
      isComplete: false,
    });
  });

  it('stays below 50% while bytes travel (DOC-18, DOC-19)', () => {
    const halfway = after(picked(pdf()), started, { kind: 'bytesSent', id, sent: 50, total: 100 });
    expect(halfway.items[0]?.progress).toBe(25);
    const all = after(picked(pdf()), started, { kind: 'bytesSent', id, sent: 100, total: 100 });
    expect(all.items[0]?.progress).toBe(49);
  });

  it('is at 50% once uploaded, while it is classified (DOC-19)', () => {
    expect(after(picked(pdf()), started, uploaded).items[0]).toMatchObject({
      status: 'classifying',
      progress: 50,
      isUploading: false,
      document,
    });
  });

  it('is at 100% with category and confidence when classified, in the finished list (DOC-21, DOC-24)', () => {
    const state = after(picked(pdf()), started, uploaded, { kind: 'classified', id, result });
    expect(state.items).toEqual([]);
    expect(state.finished[0]).toMatchObject({
      status: 'complete',
      progress: 100,
      isComplete: true,
      classificationResult: result,
    });
  });

  it('stays uploaded when the classification fails (DOC-22, ERR-13)', () => {
    const state = after(picked(pdf()), started, uploaded, {
      kind: 'classificationFailed',
      id,
      reason: 'Failed to classify document',
    });
    expect(state.finished[0]).toMatchObject({
      status: 'unclassified',
      error: 'Classification failed, but file was uploaded successfully',
      details: 'Failed to classify document',
      document,
    });
  });

  it('shows Failed with the reason, stays in the list and can be retried (DOC-23)', () => {
    const failed = after(picked(pdf()), started, {
      kind: 'uploadFailed',
      id,
      message: 'Upload failed. Please try again.',
      outcomeUnknown: false,
    });
    expect(failed.items[0]).toMatchObject({ status: 'failed', error: 'Upload failed. Please try again.' });
    expect(nextUpload(failed)).toBeNull();
    expect(nextUpload(uploadReducer(failed, { kind: 'retried', id }))?.id).toBe(id);
  });

  it('clears only the finished list with Clear All (DOC-24)', () => {
    const state = after(picked(pdf(), pdf('second.pdf')), started, uploaded, { kind: 'classified', id, result });
    const cleared = uploadReducer(state, { kind: 'finishedCleared' });
    expect(cleared.finished).toEqual([]);
    expect(cleared.items).toHaveLength(1);
  });

  it('lets a file be removed unless it is uploading, also while it is classified (DOC-25)', () => {
    const classifying = after(picked(pdf()), started, uploaded);
    expect(classifying.items.map((item) => [item.isUploading, isRemovable(item)])).toEqual([[false, true]]);
    const removed = uploadReducer(classifying, { kind: 'removed', id });
    expect(removed.items).toEqual([]);
    // later results of a removed item are ignored
    expect(uploadReducer(removed, { kind: 'classified', id, result })).toEqual(removed);
    const waiting = after(picked(pdf()));
    expect(uploadReducer(waiting, { kind: 'removed', id }).items).toEqual([]);
    const uploading = after(picked(pdf()), started);
    expect(uploading.items.some(isRemovable)).toBe(false);
    expect(uploadReducer(uploading, { kind: 'removed', id }).items).toHaveLength(1);
  });
});

describe('one upload at a time, no duplicates', () => {
  it('sends the next file only after the previous one arrived (DOC-26)', () => {
    const both = after(picked(pdf(), pdf('second.pdf')));
    expect(nextUpload(both)?.id).toBe(id);
    const sending = uploadReducer(both, started);
    expect(nextUpload(sending)).toBeNull();
    expect(isBusy(sending)).toBe(true);
    expect(nextUpload(uploadReducer(sending, uploaded))?.id).toBe('second.pdf-1');
  });

  it('skips a file that is already in the list, and says so (DOC-26)', () => {
    const state = after(picked(pdf()), started, picked(pdf()));
    expect(state.items).toHaveLength(1);
    expect(state.repeated).toEqual(['sheet.pdf']);
    const done = after(picked(pdf()), started, uploaded, { kind: 'classified', id, result }, picked(pdf()));
    expect(done.items).toEqual([]);
    expect(done.repeated).toEqual(['sheet.pdf']);
  });

  it('ignores a second start or response for the same file (DOC-26)', () => {
    const sent = after(picked(pdf()), started, uploaded);
    expect(uploadReducer(sent, started)).toEqual(sent);
    expect(uploadReducer(sent, uploaded)).toEqual(sent);
  });

  it('remembers that the outcome of an attempt is unknown, until a response arrives (DOC-26)', () => {
    const lost: UploadAction = { kind: 'uploadFailed', id, message: 'no connection', outcomeUnknown: true };
    expect(after(picked(pdf()), started, lost).items[0]?.isUnanswered).toBe(true);
    expect(after(picked(pdf()), started, { ...lost, outcomeUnknown: false }).items[0]?.isUnanswered).toBe(false);
    expect(after(picked(pdf()), started, lost, { kind: 'retried', id }, started, uploaded).items[0]).toMatchObject({
      isUnanswered: false,
    });
  });

  it('restarts a failed file that is chosen again (DOC-26)', () => {
    const lost: UploadAction = { kind: 'uploadFailed', id, message: 'no connection', outcomeUnknown: true };
    const state = after(picked(pdf()), started, lost, picked(pdf()));
    expect(state.items).toHaveLength(1);
    expect(state.items[0]).toMatchObject({ id, status: 'waiting', isUnanswered: true });
  });

  it('skips a file that was skipped first and uploaded later (DOC-26)', () => {
    const again: UploadAction = { kind: 'filesPicked', files: [{ id: 'again', file: pdf() }], category: null };
    const done = after(
      { kind: 'filesPicked', files: [{ id, file: pdf() }], category: null, checks: true },
      { kind: 'checkStarted', id },
      { kind: 'checked', id, sha256: 'abc', known: [{ id: 'd7', title: 'Sheet 7' }] },
      { kind: 'knownChosen', id, choice: 'skip' },
      again,
      { ...started, id: 'again' },
      { ...uploaded, id: 'again' },
      { kind: 'classified', id: 'again', result },
      again,
    );
    expect(done.items).toEqual([]);
    expect(done.repeated).toEqual(['sheet.pdf']);
  });
});

describe('a folder of thousands of files', () => {
  const COUNT = 2_000;
  const files = Array.from({ length: COUNT }, (_, index) => pdf(`${index}.pdf`));

  it('is compared with the list in linear time (DOC-26)', () => {
    let reads = 0;
    const counted = files.map(
      (file) =>
        new Proxy(file, {
          get: (target, field) => {
            if (field === 'name') reads++;
            return Reflect.get(target, field, target) as unknown;
          },
        }),
    );
    const twice = after(picked(...counted), picked(...counted));
    expect([twice.items.length, twice.repeated.length]).toEqual([COUNT, COUNT]);
    expect(reads).toBeLessThan(10 * COUNT);
  });

  it('does not create a new list for bytes that do not change the percentage (DOC-18)', () => {
    const sent = (bytes: number): UploadAction => ({ kind: 'bytesSent', id: '7.pdf-7', sent: bytes, total: 1_000 });
    const before = after(picked(...files), { ...started, id: '7.pdf-7' }, sent(20));
    expect(before.items[7]?.progress).toBe(1);
    expect(uploadReducer(before, sent(21))).toBe(before);
    expect(uploadReducer(before, sent(40)).items[7]?.progress).toBe(2);
  });
});
