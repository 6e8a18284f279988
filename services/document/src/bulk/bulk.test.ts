import { AppError, createLogger, newId, type Clock } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { ChangeDocumentsRequest } from '@symbio/proto/document';
import { MAX_DOCUMENT_BATCH } from '@symbio/proto/limits';
import { newPageRow } from '../documents/new-page-row.js';
import { createSetDetails, type SetDetailsDeps } from '../documents/set-details.js';
import type { DocumentRow, PageRow } from '../model.js';
import { createBulk, type BulkDeps } from './bulk.js';
import type { BulkChanges, ItemResult } from './repository.js';
import { createBulkStep, type StepDeps } from './bulk-step.js';
import type { BulkRow } from './model.js';

function memoryChanges(clock: Clock) {
  const rows = new Map<string, BulkRow>();
  const find = (id: string): BulkRow | null => structuredClone(rows.get(id) ?? null);
  const changes: Pick<BulkChanges, 'find' | 'add' | 'record' | 'claimAbandoned' | 'removeOfProject'> = {
    find: (id) => Promise.resolve(find(id)),
    add(row) {
      const known = find(row._id);
      if (!known) rows.set(row._id, structuredClone(row));
      return Promise.resolve(known ?? undefined);
    },
    record(id, results: readonly ItemResult[], isEnded) {
      const row = rows.get(id);
      if (!row) return Promise.resolve(null);
      for (const { index, ...result } of results) Object.assign(row.items[index] ?? {}, result);
      Object.assign(row, { isEnded, touchedAt: clock.now() });
      return Promise.resolve(find(id));
    },
    claimAbandoned() {
      const left = [...rows.values()].find((row) => !row.isEnded);
      if (left) left.touchedAt = clock.now();
      return Promise.resolve(left ? find(left._id) : null);
    },
    removeOfProject: () => Promise.resolve(rows.clear()),
  };
  return { rows, changes };
}

/** Bulk rules over in-memory documents and a fake job service that records its requests. */
function world() {
  const clock = new TestClock();
  const documents = new Map<string, DocumentRow>();
  const jobs = new Map<string, 'pending' | 'processing' | 'failed'>();
  const pages = new Map<string, PageRow>();
  const writes: string[] = [];
  let away: ((title: string | undefined) => boolean) | undefined;
  const write = (what: string, id: string, set: Partial<DocumentRow>): Promise<DocumentRow> => {
    if (away?.(documents.get(id)?.title))
      return Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'The project service is away.'));
    writes.push(`${what} ${documents.get(id)?.title}`);
    const row = { ...documents.get(id), ...set } as DocumentRow;
    documents.set(id, row);
    return Promise.resolve(row);
  };
  const add = (title: string, over: Partial<DocumentRow> = {}): string => {
    const _id = newId();
    const row = { _id, projectId: 'p', title, category: 'other', categoryBy: 'nobody', ...over };
    documents.set(_id, row as DocumentRow);
    return _id;
  };
  const stepDeps = {
    details: createSetDetails({
      documents: { visible: (id: string) => Promise.resolve(documents.get(id) as DocumentRow) },
      repository: { sheets: () => Promise.resolve([...pages.values()]) },
      writer: {
        change: (
          id: string,
          _actor: unknown,
          decide: (row: DocumentRow, after: (set: object) => DocumentRow) => { set: Partial<DocumentRow> },
        ) => {
          const before = documents.get(id) as DocumentRow;
          return write('details', id, decide(before, (set) => ({ ...before, ...set })).set);
        },
      },
      pageWriter: {
        change: (
          id: string,
          _actor: unknown,
          decide: (row: PageRow, after: (set: object) => PageRow) => { set: Partial<PageRow> } | undefined,
        ) => {
          const before = pages.get(id) as PageRow;
          const after = { ...before, ...decide(before, (set) => ({ ...before, ...set }))?.set };
          pages.set(id, after);
          return Promise.resolve(after);
        },
      },
      pageTypes: { follow: () => Promise.resolve() },
      clock,
    } as unknown as SetDetailsDeps),
    documents: { setCategory: (id: string, to: Partial<DocumentRow>) => write('category', id, to) },
    deletions: {
      delete: (id: string, { signal }: CallContext) =>
        signal.aborted
          ? Promise.reject(new AppError('CANCELLED', 'cancelled', 'The call was cancelled.'))
          : write('delete', id, { removal: { authorId: 'a', authorName: 'Ana', at: clock.now() } }),
      restore: (id: string) => write('restore', id, { removal: undefined }),
    },
    deleted: { findAny: (id: string) => Promise.resolve(documents.get(id) ?? null) },
    processing: {
      startProcessing({ id, jobId }: { id: string; jobId: string }) {
        if (documents.get(id)?.job)
          return Promise.reject(new AppError('FAILED_PRECONDITION', 'already_processing', 'Wait.'));
        jobs.set(jobId, 'pending');
        return write('process', id, { job: { id: jobId, type: 'document-specific', since: clock.now() } }).then(() => ({
          jobId,
        }));
      },
    },
    jobs: {
      cancelJob({ id }: { id: string }) {
        if (jobs.get(id) !== 'pending') return Promise.reject(new AppError('FAILED_PRECONDITION', 'x', 'No.'));
        jobs.set(id, 'failed');
        return Promise.resolve();
      },
    },
    documentJobs: { exists: ({ id }: { id: string }) => Promise.resolve(jobs.has(id)) },
  };
  const { rows, changes } = memoryChanges(clock);
  const deps = {
    changes,
    deleted: { findAnyOf: (ids: string[]) => Promise.resolve(ids.flatMap((id) => documents.get(id) ?? [])) },
    repository: { list: () => Promise.resolve([...documents.values()].filter(({ job }) => !job)) },
    step: createBulkStep(stepDeps as unknown as StepDeps),
    access: {
      require: (_context: CallContext, project: string) =>
        project === 'p' ? Promise.resolve('editor') : Promise.reject(new AppError('NOT_FOUND', 'not_found', 'None')),
    },
    asSelf: () => Promise.resolve({ token: 'self', requestId: 'sweep' }),
    clock,
    log: createLogger({ name: 'test', level: 'silent' }),
  };
  const bulk = createBulk(deps as unknown as BulkDeps);
  const editor = contextOf(person());
  const change = (asked: Partial<ChangeDocumentsRequest>, by: CallContext = editor) =>
    bulk.change(ChangeDocumentsRequest.fromPartial({ projectId: 'p', ...asked }), by);
  const results = ({ items }: BulkRow) =>
    items.map(({ title, result, error }) => [title, result, ...(error ? [error] : [])]);
  return {
    ...{ bulk, editor, change, add, documents, pages, jobs, rows, results, changes },
    /** Returns the writes since the last call and clears them. */
    written: () => writes.splice(0),
    clock,
    /** @param title the only document affected */
    setAway: (isAway: boolean, title?: string) =>
      (away = isAway ? (of) => title === undefined || of === title : undefined),
  };
}

describe('bulk changes of documents', () => {
  it('deletes each document separately and reports each outcome with its reason', async () => {
    const { change, add, results, written } = world();
    const [a, b] = [add('A'), add('B', { projectId: 'another' })];
    const gone = add('C', { removal: { authorId: '', authorName: '', at: new Date(0) } });
    const done = await change({ action: 'delete', documentIds: [a, b, gone, 'no-id', a] });
    const notHere = 'It is not in this project any more. Read the list again.';
    expect(results(done)).toEqual([
      ['A', 'done'],
      ['', 'refused', notHere],
      ['C', 'unchanged'],
      ['', 'refused', notHere],
    ]);
    expect(written()).toEqual(['delete A']);
  });

  it('restores by one undo, once, only what the change deleted', async () => {
    const { bulk, editor, change, add, documents, results, written } = world();
    const [a, b] = [add('A'), add('B')];
    const before = add('C', { removal: { authorId: '', authorName: '', at: new Date(0) } });
    const { _id } = await change({ action: 'delete', documentIds: [a, b, before] });
    written();
    const undone = await bulk.undo(_id, editor);
    expect(results(undone)).toEqual([
      ['A', 'done'],
      ['B', 'done'],
    ]);
    expect(documents.get(before)?.removal).toBeDefined();
    await change({ action: 'delete', documentIds: [a] });
    written();
    // retry after a lost response
    expect(await bulk.undo(_id, editor)).toEqual(undone);
    expect(written()).toEqual([]);
    await expect(bulk.undo(undone._id, editor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('sets a category and restores the previous ones, unless changed since', async () => {
    const { bulk, editor, change, add, documents, results } = world();
    const [a, b] = [add('A', { category: 'deed_documents', categoryBy: 'classifier' }), add('B')];
    const c = add('C', { category: 'site_survey', categoryBy: 'person' });
    const changed = await change({ action: 'set_category', category: 'site_survey', documentIds: [a, b, c] });
    expect(results(changed).map(([, result]) => result)).toEqual(['done', 'done', 'unchanged']);
    expect(documents.get(a)).toMatchObject({ category: 'site_survey', categoryBy: 'person' });
    documents.set(b, { ...documents.get(b), category: 'title_record' } as DocumentRow);
    expect(results(await bulk.undo(changed._id, editor))).toEqual([
      ['A', 'done'],
      ['B', 'refused', 'A person gave it another category since, which it keeps.'],
    ]);
    expect(documents.get(a)).toMatchObject({ category: 'deed_documents', categoryBy: 'classifier' });
  });

  it('sets year, source and category in one step, also of the sheets, and one undo restores all', async () => {
    const { bulk, editor, change, add, documents, pages, results } = world();
    const map = add('Map', { category: 'other', categoryBy: 'classifier', fileName: 'map.pdf' });
    const page = newPageRow(
      { documentId: map, projectId: 'p', pageNumber: 1 },
      documents.get(map) as DocumentRow,
      new Date(0),
    );
    pages.set(page._id, { ...page, pageType: 'sanborn_map' });
    const known = add('Known', {
      said: { provider: { value: 'ERIS', byId: 'b', byName: 'Bo', at: new Date(0), correctionId: 'c' } },
    });
    const wish = { action: 'set_details', year: '1904', provider: ' EDR ', category: 'sanborn_maps' };
    const done = await change({ ...wish, documentIds: [map, known] });
    expect(results(done)).toEqual([
      ['Map', 'done'],
      ['Known', 'done'],
    ]);
    expect(documents.get(map)).toMatchObject({
      ...{ category: 'sanborn_maps', categoryBy: 'person' },
      said: { year: { value: '1904' }, provider: { value: 'EDR' } },
    });
    expect(pages.get(page._id)).toMatchObject({ year: 1904, yearSource: 'person' });
    const again = await change({ ...wish, documentIds: [map] });
    expect(results(again)).toEqual([['Map', 'unchanged']]);
    await bulk.undo(done._id, editor);
    expect(documents.get(map)).toMatchObject({ category: 'other', categoryBy: 'classifier', said: {} });
    expect(documents.get(map)?.said).toEqual({ year: undefined, provider: undefined });
    expect(pages.get(page._id)?.year).toBeUndefined();
    expect(documents.get(known)?.said?.provider?.value).toBe('ERIS');
  });

  it('keeps details that were changed since, and refuses bad ones', async () => {
    const { bulk, editor, change, add, documents, results } = world();
    const a = add('A');
    const done = await change({ action: 'set_details', year: '1904', documentIds: [a] });
    await change({ action: 'set_details', year: '1911', documentIds: [a] });
    expect(results(await bulk.undo(done._id, editor))).toEqual([
      ['A', 'refused', 'Its year, source or category has changed since, and stays.'],
    ]);
    expect(documents.get(a)?.said?.year?.value).toBe('1911');
    const refused = (asked: Partial<ChangeDocumentsRequest>) => change({ documentIds: [a], ...asked });
    await expect(refused({ action: 'set_details' })).rejects.toMatchObject({
      fields: { year: 'Give a year, a provider or a category' },
    });
    await expect(refused({ action: 'set_details', year: '19' })).rejects.toMatchObject({
      fields: { year: expect.stringContaining('The year must be a number from') as unknown },
    });
    await expect(refused({ action: 'delete', provider: 'EDR' })).rejects.toMatchObject({
      fields: { provider: 'year and provider go with set_details only' },
    });
  });

  it('processes documents, also all maps of the project; undo cancels jobs that have not begun (DOC-04)', async () => {
    const { bulk, editor, change, add, jobs, results } = world();
    const [a] = [add('A'), add('B')];
    const one = await change({ action: 'process', documentIds: [a] });
    const again = await change({ action: 'process', documentIds: [a] });
    expect(results(again)).toEqual([['A', 'refused', 'Wait.']]);
    const all = await change({ action: 'process', allMaps: true });
    expect(results(all)).toEqual([['B', 'done']]);
    jobs.set(one.items[0]?.jobId ?? '', 'processing');
    expect(results(await bulk.undo(one._id, editor))).toEqual([
      ['A', 'refused', 'It is being processed already, or has been: that stays.'],
    ]);
    expect(results(await bulk.undo(all._id, editor))).toEqual([['B', 'done']]);
    expect([...jobs.values()]).toEqual(['processing', 'failed']);
  });

  it('changes once under one id, and refuses another change with it', async () => {
    const { change, add, written } = world();
    const id = newId();
    const a = add('A');
    const first = await change({ id, action: 'delete', documentIds: [a] });
    expect(await change({ id, action: 'delete', documentIds: [a] })).toEqual(first);
    expect(written()).toEqual(['delete A']);
    await expect(change({ id, action: 'restore', documentIds: [a] })).rejects.toMatchObject({ reason: 'id_taken' });
    const other = contextOf(person({ sub: 'somebody-else' }));
    await expect(change({ id, action: 'delete', documentIds: [a] }, other)).rejects.toMatchObject({
      reason: 'id_taken',
    });
  });

  it('resumes after an interruption, by a retry or the sweep, without repeating a step', async () => {
    const { bulk, change, add, rows, results, written, setAway, documents } = world();
    const id = newId();
    const ids = Array.from({ length: 20 }, (_, index) => add(`D${index}`));
    setAway(true);
    await expect(change({ id, action: 'delete', documentIds: ids })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(rows.get(id)?.isEnded).toBe(false);
    setAway(false);
    // a process crashed after deleting this one, before recording it
    const at = new Date(0);
    documents.set(ids[0] ?? '', {
      ...documents.get(ids[0] ?? ''),
      removal: { authorId: '', authorName: '', at },
    } as DocumentRow);
    await bulk.sweep(new AbortController().signal);
    const ended = rows.get(id);
    expect(ended?.isEnded).toBe(true);
    expect(ended && results(ended).every(([, result]) => result === 'done')).toBe(true);
    expect(written()).toHaveLength(19);
    expect(await change({ id, action: 'delete', documentIds: ids })).toEqual(ended);
  });

  it('gives up after a day, and can undo the finished part', async () => {
    const { bulk, editor, change, add, rows, results, written, setAway, clock } = world();
    const id = newId();
    const [a, b] = [add('A'), add('B')];
    setAway(true, 'B');
    await expect(change({ id, action: 'delete', documentIds: [a, b] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(bulk.undo(id, editor)).rejects.toMatchObject({ reason: 'not_ended' });
    clock.advance(86_400_000 - 1);
    await expect(bulk.sweep(new AbortController().signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    clock.advance(1);
    await bulk.sweep(new AbortController().signal);
    const ended = rows.get(id);
    expect(ended && results(ended)).toEqual([
      ['A', 'done'],
      ['B', 'refused', 'It could not be done within a day, and is not tried any more.'],
    ]);
    expect(results(await bulk.undo(id, editor))).toEqual([['A', 'done']]);
    expect(written()).toEqual(['delete A', 'restore A']);
  });

  it('continues after the caller has disconnected', async () => {
    const { change, add, rows, written } = world();
    const closed = new AbortController();
    const context = { ...contextOf(person()), signal: closed.signal };
    const id = newId();
    const work = change(
      { id, action: 'delete', documentIds: Array.from({ length: 30 }, (_, n) => add(`D${n}`)) },
      context,
    );
    closed.abort();
    await work;
    expect(written()).toHaveLength(30);
    expect(rows.get(id)?.isEnded).toBe(true);
  });

  it('refuses an invalid request as a whole, naming all errors', async () => {
    const { change } = world();
    const fields = async (asked: Partial<ChangeDocumentsRequest>) =>
      change(asked).then(
        () => ({}),
        (error: AppError) => error.fields,
      );
    expect(await fields({ projectId: '', action: 'burn' })).toEqual({
      project_id: 'project_id is required',
      action: 'action must be one of delete, restore, process, set_category, set_details',
      ids: 'Select at least one document',
    });
    const many = Array.from({ length: MAX_DOCUMENT_BATCH + 1 }, () => newId());
    expect(await fields({ action: 'set_category', documentIds: many })).toEqual({
      ids: 'At most 500 documents can be changed at once',
      category: 'Category is required',
    });
    expect(await fields({ action: 'delete', allMaps: true, category: 'other' })).toEqual({
      all_maps: 'all_maps goes with the action process only',
      category: 'category goes with set_category or set_details only',
    });
    expect(await fields({ projectId: 'q', action: 'delete', documentIds: [newId()] })).toBeUndefined();
  });
});

it("an agent's key undoes only its agent's bulk changes", async () => {
  const { bulk, editor, change, add, results } = world();
  const agent = contextOf({ ...editor.actor, via: 'api_key', agentId: newId() });
  const persons = await change({ action: 'process', documentIds: [add('A')] });
  await expect(bulk.undo(persons._id, agent)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    reason: 'agents_propose',
  });
  expect(results(await bulk.undo(persons._id, editor))).toEqual([['A', 'done']]);
  const own = await change({ action: 'process', documentIds: [add('B')] }, agent);
  expect(results(await bulk.undo(own._id, agent))).toEqual([['B', 'done']]);
});
