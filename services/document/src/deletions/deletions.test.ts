import { createLogger, newId, notFound, serviceActor } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { createDeletions, type DeletionDeps } from './deletions.js';
import type { DocumentRow } from '../model.js';

const DAY_MS = 86_400_000;

async function world(over: Partial<DocumentRow> = {}) {
  const clock = new TestClock();
  const rows = new MemoryRows<DocumentRow>(clock);
  const id = newId();
  const done: string[] = [];
  const note = (what: string) => (): Promise<void> => Promise.resolve(void done.push(what));
  await rows.insert(
    id,
    { projectId: 'p', title: 'Sheet', processingStatus: 'pages_ready', totalPages: 1, ...over } as DocumentRow,
    serviceActor('test'),
    () => [],
  );
  const there = (wanted: string): DocumentRow | null => {
    const row = rows.find(wanted);
    return row && !row.removal ? row : null;
  };
  const isRestorable = ({ purgeAt }: DocumentRow): boolean => purgeAt !== undefined && purgeAt > clock.now();
  const made: unknown[] = [];
  const deps: DeletionDeps = {
    documents: {
      visible: (wanted) => {
        const row = there(wanted);
        return row ? Promise.resolve(row) : Promise.reject(notFound('Document'));
      },
    },
    repository: {
      find: (wanted) => Promise.resolve(there(wanted)),
      someOfProject: () => Promise.resolve(rows.all()),
      removePages: note('pages'),
      pageCounts: () => Promise.resolve({ total: 1, ready: 1, failed: 0, analyzed: 1, unaudited: 0 }),
    },
    deleted: {
      findAny: (wanted) => Promise.resolve(rows.find(wanted) ?? null),
      findDeleted: (wanted) =>
        Promise.resolve(rows.all().find((row) => row._id === wanted && isRestorable(row)) ?? null),
      listDeleted: () => Promise.resolve(rows.all().filter(isRestorable)),
      countDeleted: () => Promise.resolve(rows.all().filter(isRestorable).length),
      expired: () =>
        Promise.resolve(
          rows
            .all()
            .filter(({ purgeAt }) => purgeAt && purgeAt <= clock.now())
            .map(({ _id }) => _id),
        ),
    },
    writer: rows,
    splits: { removeOf: () => Promise.resolve() },
    georeferences: {
      removeOf: () => Promise.resolve(),
      hide: () => Promise.resolve(),
      show: () => Promise.resolve(),
    },
    pageOpenings: {
      removeOf: () => Promise.resolve(),
      hide: () => Promise.resolve(),
      show: () => Promise.resolve(),
    },
    texts: {
      removeOf: note('words'),
      hide: note('hide'),
      show: note('show'),
      removeWordsOf: note('forget'),
      addWordsOf: note('remember'),
    },
    alignments: { removeOf: () => Promise.resolve() },
    proposals: { removeOf: () => Promise.resolve() },
    shareLinks: { removeOf: () => Promise.resolve() },
    documentJobs: {
      recreate(_, job) {
        made.push(job);
        return Promise.resolve();
      },
    },
    access: { require: () => Promise.resolve('editor'), visible: () => Promise.resolve(['p']) },
    blobs: { removePrefix: note('files') },
    clock,
    log: createLogger({ name: 'test', level: 'silent' }),
  };
  const told = () => rows.published.map(({ name }) => name);
  return {
    clock,
    rows,
    id,
    done,
    made,
    told,
    texts: deps.texts,
    deletions: createDeletions(deps),
    editor: contextOf(person()),
  };
}

it('restores a deleted document for 30 days, then removes it permanently with its files', async () => {
  const { clock, rows, id, done, told, deletions, editor } = await world();
  await deletions.delete(id, editor);
  clock.advance(RESTORABLE_DAYS * DAY_MS - 1);
  await deletions.purge();
  expect((await deletions.list({ projectId: 'p', paging: undefined }, editor)).rows).toHaveLength(1);
  expect(done).toEqual(['hide']);
  clock.advance(1);
  await expect(deletions.restore(id, editor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await deletions.purge();
  expect(rows.all()).toEqual([]);
  expect(told()).toEqual(['document.deleted', 'document.erased']);
  expect(done).toEqual(['hide', 'pages', 'files']);
  // slow parts run after the event
  await deletions.follow('p', id);
  expect(done.slice(3)).toEqual(['words', 'pages', 'files']);
});

it('restores a document unchanged, and recreates the job that its deletion ended', async () => {
  const job = { id: newId(), type: 'document-specific', since: new Date(0) };
  const { clock, rows, id, made, deletions, editor } = await world({ job, processingStatus: 'processing' });
  const before = rows.find(id);
  await deletions.delete(id, editor);
  clock.advance(DAY_MS);
  const restored = await deletions.restore(id, editor);
  expect(restored.job).toMatchObject({ type: 'document-specific', since: clock.now() });
  expect(restored.job?.id).not.toBe(job.id);
  expect(made).toEqual([restored.job]);
  const { rev, updatedAt, job: again } = restored;
  expect(restored).toEqual({ ...before, rev, updatedAt, job: again, processingStatus: 'queued' });
});

it('moves the words by the state of the document, whichever event comes last', async () => {
  const { id, done, deletions, editor } = await world();
  await deletions.delete(id, editor);
  await deletions.restore(id, editor);
  done.length = 0;
  await deletions.follow('p', id);
  expect(done).toEqual(['show', 'remember']);
});

it('permanently removes all documents of a deleted project', async () => {
  const { rows, id, told, deletions, editor } = await world();
  await deletions.delete(id, editor);
  await deletions.projectDeleted('p');
  expect(rows.all()).toEqual([]);
  expect(told()).toEqual(['document.deleted', 'document.erased']);
});

it.each(['hide', 'removeWordsOf', 'show', 'addWordsOf', 'removeOf'] as const)(
  'repeats the steps after a deletion or restore when one fails (%s)',
  async (failing) => {
    const { id, rows, texts, deletions, editor } = await world();
    texts[failing] = () => Promise.reject(new Error('no database'));
    if (failing !== 'show' && failing !== 'addWordsOf')
      await rows.change(id, editor.actor, () => ({
        set: { removal: { authorId: 'a', authorName: 'Ann', at: new Date(0) } },
        remove: failing === 'removeOf',
        events: [],
      }));
    await expect(deletions.follow('p', id)).rejects.toThrow('no database');
  },
);

it("an agent's key neither restores a document nor removes it permanently", async () => {
  const { rows, id, deletions, editor } = await world();
  await deletions.delete(id, editor);
  const agent = contextOf({ ...editor.actor, via: 'api_key', agentId: newId() });
  const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };
  await expect(deletions.restore(id, agent)).rejects.toMatchObject(refused);
  await expect(deletions.erase(id, agent)).rejects.toMatchObject(refused);
  expect(rows.find(id)?.removal).toBeDefined();
  expect((await deletions.restore(id, editor)).removal).toBeUndefined();
});
