import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError, newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { eventually, outcomeOf, person, TestClock } from '@symbio/runtime/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { PhotographFailure } from '@symbio/page-engine/photographs';
import { MAX_CAPTION, MAX_PHOTOGRAPH_BYTES, MAX_VISIT_PHOTOGRAPHS } from '@symbio/proto/limits';
import { ReceivedBytes } from '../files/scratch.js';
import { createAddPhotograph, type AddPhotographDeps } from './add-photograph.js';
import type { PhotographRow, StoredPhotograph } from './model.js';
import { isStored } from './model.js';
import { createPhotographs, PHOTOGRAPH_RESTORABLE_MS } from './photographs.js';

const [PROJECT, VISIT, OTHER_VISIT] = [newId(), newId(), newId()];
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(200, 1)]);
const OTHER_JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(200, 2)]);

/** Rules over in-memory rows; encoding is a copy. */
function setUp() {
  const clock = new TestClock();
  const rows = new MemoryRows<PhotographRow>(clock);
  const editor = contextOf(person());
  const viewer = contextOf(person());
  const files = new Map<string, Buffer>();
  const visits = new Set([VISIT, OTHER_VISIT]);
  const notes: { takenAt?: string }[] = [];
  const is = (visitId: string) => (row: PhotographRow) => row.visitId === visitId && !row.purgeAt;
  const repository: AddPhotographDeps['repository'] = {
    find: (id) =>
      Promise.resolve(rows.all().find((row) => row._id === id && !(row.purgeAt && row.purgeAt <= clock.now())) ?? null),
    list: (_project, visitId) =>
      Promise.resolve(
        rows
          .all()
          .filter(is(visitId))
          .filter(isStored)
          .sort((a, b) => (a.sortKey + a._id < b.sortKey + b._id ? -1 : 1)),
      ),
    count: (visitId) => Promise.resolve(rows.all().filter(is(visitId)).length),
    allOfVisit: (visitId) => Promise.resolve(rows.all().filter((row) => row.visitId === visitId)),
    someOfVisit: (visitId) => Promise.resolve(rows.all().filter((row) => row.visitId === visitId)),
    someOfProject: (projectId) => Promise.resolve(rows.all().filter((row) => row.projectId === projectId)),
    expired: () => Promise.resolve(rows.all().filter(({ purgeAt }) => purgeAt && purgeAt <= clock.now())),
    abandoned: (before) => Promise.resolve(rows.all().filter(({ begunAt }) => begunAt && begunAt < before)),
  };
  const access: AddPhotographDeps['access'] = {
    require: ({ actor }, projectId, role, what = 'Project') => {
      if (projectId !== PROJECT || ![editor, viewer].some((known) => known.actor.sub === actor.sub))
        throw new AppError('NOT_FOUND', 'not_found', `${what} not found`);
      if (actor.sub === viewer.actor.sub && role !== 'viewer')
        throw new AppError('PERMISSION_DENIED', 'forbidden', 'Not authorized');
      return Promise.resolve(role);
    },
  };
  const develop = async ({ file, outDir }: { file: string; outDir: string }) => {
    const [picture, thumbnail] = [path.join(outDir, 'p'), path.join(outDir, 't')];
    await copyFile(file, picture);
    await writeFile(thumbnail, 'small');
    return { picture, thumbnail, width: 8, height: 6, notes: notes.shift() ?? {} };
  };
  const deps: AddPhotographDeps = {
    repository,
    writer: rows,
    visitExists: (_project, visitId) => Promise.resolve(visits.has(visitId)),
    access,
    clock,
    blobs: {
      putFile: async (key, from) => {
        files.set(key, await readFile(from));
        return { bytes: files.get(key)?.length ?? 0 };
      },
      removePrefix: (prefix) => {
        for (const key of files.keys()) if (key.startsWith(`${prefix}/`)) files.delete(key);
        return Promise.resolve();
      },
    },
    hasVisit: (_project, visitId) => Promise.resolve(visits.has(visitId)),
    stillMay: () => Promise.resolve(),
    received: new ReceivedBytes(MAX_PHOTOGRAPH_BYTES),
    develop,
  };
  const photographs = createPhotographs(deps);
  interface How {
    id?: string;
    visitId?: string;
    file?: Buffer;
    chunk?: number;
    caption?: string;
    context?: CallContext;
    adding?: Partial<AddPhotographDeps>;
  }
  const add = ({
    id = newId(),
    visitId = VISIT,
    file = JPEG,
    chunk = 50,
    caption = '',
    context = editor,
    adding,
  }: How = {}) =>
    createAddPhotograph({ ...deps, ...adding })(
      // eslint-disable-next-line @typescript-eslint/require-await -- a stream of messages is what the rule takes
      (async function* () {
        const value = { id, projectId: PROJECT, visitId, fileName: 'IMG_1.HEIC', caption };
        yield { part: { $case: 'header' as const, value } };
        for (let at = 0; at < file.length; at += chunk)
          yield { part: { $case: 'chunk' as const, value: file.subarray(at, at + chunk) } };
      })(),
      context,
    );
  const listed = async (visitId = VISIT): Promise<StoredPhotograph[]> => photographs.list(PROJECT, visitId, viewer);
  const published = () => rows.published.map(({ name }) => name);
  return { clock, rows, editor, viewer, files, visits, notes, photographs, add, develop, listed, published };
}

let world: ReturnType<typeof setUp>;
beforeEach(() => (world = setUp()));

describe('photographs of a site visit (VISIT-02)', () => {
  it('are stored below their visit, and published once stored', async () => {
    const { add, files, listed, published, editor } = world;
    const added = await add({ caption: '  North side ' });
    expect(added).toMatchObject({
      projectId: PROJECT,
      visitId: VISIT,
      fileName: 'IMG_1.HEIC',
      caption: 'North side',
      addedBy: editor.actor.sub,
      addedByName: editor.actor.name,
      stored: { width: 8, height: 6, fileSize: JPEG.length },
    });
    expect([...files.keys()]).toEqual([added.stored.picture, added.stored.thumbnail]);
    expect(added.stored.picture.startsWith(`projects/${PROJECT}/visits/${VISIT}/photographs/${added._id}/`)).toBe(true);
    expect((await listed()).map(({ _id }) => _id)).toEqual([added._id]);
    expect(published()).toEqual(['photograph.added']);
  });

  it('are listed by time, those without a time last', async () => {
    const { add, listed, notes } = world;
    notes.push({}, { takenAt: '2026-05-04T13:41:22-04:00' }, { takenAt: '2026-05-04T09:00:00' });
    const [untimed, late, early] = [await add(), await add(), await add()];
    expect((await listed()).map(({ _id }) => _id)).toEqual([early._id, late._id, untimed._id]);
  });

  it('are visible to viewers, changed by editors, and unknown to others (OP-07)', async () => {
    const { add, viewer, photographs } = world;
    const { _id: id } = await add();
    const stranger = contextOf(person());
    expect(await outcomeOf(add({ context: viewer }))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(add({ context: stranger }))).toBe('NOT_FOUND');
    for (const act of [
      (context: CallContext) => photographs.update(id, { caption: 'x' }, context),
      (context: CallContext) => photographs.remove(id, context),
      (context: CallContext) => photographs.restore(id, context),
    ]) {
      expect(await outcomeOf(act(viewer))).toBe('PERMISSION_DENIED');
      expect(await outcomeOf(act(stranger))).toBe('NOT_FOUND');
    }
    expect(await outcomeOf(photographs.list(PROJECT, VISIT, stranger))).toBe('NOT_FOUND');
  });

  it('belong to a visit of their project', async () => {
    expect(await outcomeOf(world.add({ visitId: newId() }))).toBe('NOT_FOUND');
    expect(await outcomeOf(world.add({ visitId: 'today' }))).toBe('INVALID_ARGUMENT');
    expect(world.rows.all()).toEqual([]);
  });

  it('must be photographs by content, within the size limit, with a short caption', async () => {
    const { add, rows, files } = world;
    await expect(add({ file: Buffer.from('%PDF-1.7 named .jpg') })).rejects.toMatchObject({ reason: 'not_an_image' });
    await expect(add({ file: Buffer.alloc(0) })).rejects.toMatchObject({ reason: 'empty_file' });
    const large = Buffer.concat([JPEG, Buffer.alloc(MAX_PHOTOGRAPH_BYTES)]);
    await expect(add({ file: large, chunk: 1_048_576 })).rejects.toMatchObject({
      code: 'OUT_OF_RANGE',
      message: 'Photographs must be smaller than 40 MB',
    });
    await expect(add({ caption: 'n'.repeat(MAX_CAPTION + 1) })).rejects.toMatchObject({
      fields: { caption: `A caption has at most ${MAX_CAPTION} characters` },
    });
    expect([rows.all(), files.size]).toEqual([[], 0]);
  });

  it.each([
    ['damaged_image', 'INVALID_ARGUMENT'],
    ['too_many_pixels', 'INVALID_ARGUMENT'],
    ['crashed', 'UNAVAILABLE'],
  ] as const)('that cannot be encoded (%s) leave nothing behind, and can be sent again', async (reason, code) => {
    const { add, rows, files } = world;
    const id = newId();
    const develop = () => Promise.reject(new PhotographFailure(reason, 'A sentence.'));
    await expect(add({ id, adding: { develop } })).rejects.toMatchObject({ code, reason, message: 'A sentence.' });
    expect([rows.all(), files.size]).toEqual([[], 0]);
    expect((await add({ id }))._id).toBe(id);
  });

  it('are not added by a person removed from the project during the upload', async () => {
    const { add, files, listed, rows } = world;
    const gone = new AppError('NOT_FOUND', 'not_found', 'Project not found');
    expect(await outcomeOf(add({ adding: { stillMay: () => Promise.reject(gone) } }))).toBe('NOT_FOUND');
    expect([await listed(), rows.all().length, files.size]).toEqual([[], 0, 0]);
  });

  it(`are at most ${MAX_VISIT_PHOTOGRAPHS} a visit`, async () => {
    const { add } = world;
    for (let count = 0; count < MAX_VISIT_PHOTOGRAPHS; count++) await add();
    await expect(add()).rejects.toMatchObject({ reason: 'too_many_photographs' });
    expect(await outcomeOf(add({ visitId: OTHER_VISIT }))).toBe('OK');
  });
});

describe('adding a photograph again under its id', () => {
  it('returns the existing one, and refuses another file, visit or person', async () => {
    const { add, published, files } = world;
    const id = newId();
    const first = await add({ id });
    expect(await add({ id })).toEqual(first);
    for (const how of [{ file: OTHER_JPEG }, { visitId: OTHER_VISIT }])
      expect(await outcomeOf(add({ id, ...how }))).toBe('FAILED_PRECONDITION');
    expect(published()).toEqual(['photograph.added']);
    expect(files.size).toBe(2);
  });

  it('concurrently adds one', async () => {
    const { add, listed, published } = world;
    const id = newId();
    const added = await Promise.all([1, 2, 3].map(() => add({ id })));
    expect(new Set(added.map(({ stored }) => stored.picture)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
    expect(published()).toEqual(['photograph.added']);
  });

  it.each([
    ['first', 0, 1],
    ['second', 1, 0],
  ])('leaves the photograph to the other attempt when the %s one fails', async (_which, failing, other) => {
    const { add, rows, files, listed } = world;
    const id = newId();
    const ends: { fail: (error: Error) => void; draw: () => void }[] = [];
    const attempts = [];
    for (const at of [0, 1]) {
      const develop: AddPhotographDeps['develop'] = async (options) => {
        await new Promise<void>((draw, fail) => ends.push({ fail, draw }));
        return world.develop(options);
      };
      attempts.push(outcomeOf(add({ id, adding: { develop } })));
      await eventually(() => expect(ends).toHaveLength(at + 1));
    }
    ends[failing]?.fail(new PhotographFailure('crashed', 'A sentence.'));
    expect(await attempts[failing]).toBe('UNAVAILABLE');
    expect(rows.all().map(({ _id }) => _id)).toEqual([id]);
    ends[other]?.draw();
    expect(await attempts[other]).toBe('OK');
    expect((await listed()).map(({ _id }) => _id)).toEqual([id]);
    expect(rows.find(id)).toMatchObject({ begunAt: undefined, attempts: undefined });
    expect(files.size).toBe(2);
  });

  it('leaves nothing when all attempts fail', async () => {
    const { add, rows, files } = world;
    const id = newId();
    const develop = () => Promise.reject(new PhotographFailure('crashed', 'A sentence.'));
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(add({ id, adding: { develop } }))));
    expect(outcomes).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    expect([rows.all(), files.size]).toEqual([[], 0]);
  });

  it('keeps a stored photograph when an attempt lost its response', async () => {
    const { add, rows, files, listed } = world;
    const id = newId();
    const writer: AddPhotographDeps['writer'] = {
      insert: (...parts) => rows.insert(...parts),
      change: async (...parts) => {
        const changed = await rows.change(...parts);
        if (changed && isStored(changed)) throw new AppError('UNAVAILABLE', 'unavailable', 'The database is away.');
        return changed;
      },
    };
    expect(await outcomeOf(add({ id, adding: { writer } }))).toBe('UNAVAILABLE');
    expect((await listed()).map(({ _id }) => _id)).toEqual([id]);
    expect(files.size).toBe(2);
  });

  it('resumes after a crash, and the sweep removes abandoned ones', async () => {
    const { add, rows, files, clock, photographs, listed } = world;
    const held: ((error: Error) => void)[] = [];
    const develop = () => new Promise<never>((_resolve, reject) => held.push(reject));
    const id = newId();
    const dying = [add({ id, adding: { develop } }), add({ adding: { develop } })].map(outcomeOf);
    await eventually(() => expect(held).toHaveLength(2));
    expect(await listed()).toEqual([]);
    expect((await add({ id }))._id).toBe(id);
    clock.advance(2 * 3_600_000);
    await photographs.sweep();
    expect(rows.all().map(({ _id }) => _id)).toEqual([id]);
    for (const end of held) end(new Error('the process ends'));
    await Promise.all(dying);
    expect(files.size).toBe(2);
  });
});

describe('a photograph', () => {
  it('has a caption that can be changed; an unchanged one is ignored', async () => {
    const { add, photographs, editor, published } = world;
    const { _id: id } = await add();
    expect(await photographs.update(id, { caption: ' Vent pipe ' }, editor)).toMatchObject({ caption: 'Vent pipe' });
    await photographs.update(id, { caption: 'Vent pipe' }, editor);
    expect(published()).toEqual(['photograph.added', 'photograph.changed']);
    expect(await outcomeOf(photographs.update(newId(), { caption: 'x' }, editor))).toBe('NOT_FOUND');
  });

  it('has a direction of view and a feature, each changed and removed apart', async () => {
    const { add, photographs, editor, published } = world;
    const { _id: id, projectId: featureProjectId } = await add();
    const featureId = newId();
    await photographs.update(id, { caption: 'Vent pipe' }, editor);
    await photographs.update(id, { viewDirection: 'NW' }, editor);
    const shown = await photographs.update(id, { featureId, featureProjectId }, editor);
    expect(shown).toMatchObject({ caption: 'Vent pipe', viewDirection: 'NW', featureId });
    const removed = await photographs.update(id, { viewDirection: '', featureId: '' }, editor);
    expect([removed.caption, removed.viewDirection, removed.featureId]).toEqual(['Vent pipe', undefined, undefined]);
    await photographs.update(id, { viewDirection: '' }, editor);
    expect(published()).toHaveLength(5);
    await expect(photographs.update(id, { viewDirection: 'up' }, editor)).rejects.toMatchObject({
      fields: { view_direction: 'Direction of view must be one of N, NE, E, SE, S, SW, W, NW' },
    });
    expect(await outcomeOf(photographs.update(id, { featureId: 'gas-works' }, editor))).toBe('INVALID_ARGUMENT');
  });

  it('is linked to features of its own project only', async () => {
    const { add, photographs, editor, published } = world;
    const { _id: id } = await add();
    const foreign = photographs.update(id, { featureId: newId(), featureProjectId: newId() }, editor);
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND', fields: { feature_id: 'Feature not found' } });
    expect(published()).toHaveLength(1);
  });

  it('can be restored with its pictures for 30 days', async () => {
    const { add, photographs, editor, listed, files, published, clock, rows } = world;
    const { _id: id } = await add();
    await photographs.remove(id, editor);
    expect(await listed()).toEqual([]);
    expect(await outcomeOf(photographs.remove(id, editor))).toBe('NOT_FOUND');
    expect(await outcomeOf(photographs.update(id, { caption: 'x' }, editor))).toBe('NOT_FOUND');
    await photographs.sweep();
    expect(files.size).toBe(2);
    expect((await photographs.restore(id, editor))._id).toBe(id);
    await photographs.restore(id, editor);
    expect(await listed()).toHaveLength(1);
    await photographs.remove(id, editor);
    clock.advance(PHOTOGRAPH_RESTORABLE_MS);
    expect(await outcomeOf(photographs.restore(id, editor))).toBe('NOT_FOUND');
    await photographs.sweep();
    expect([rows.all(), files.size]).toEqual([[], 0]);
    expect(published()).toEqual([
      'photograph.added',
      'photograph.deleted',
      'photograph.restored',
      'photograph.deleted',
      'photograph.deleted',
    ]);
  });

  it('is hidden and restored with its visit, unless deleted before', async () => {
    const { add, photographs, editor, listed, clock, visits, published } = world;
    const kept = await add();
    const { _id: deletedBefore } = await add();
    await photographs.remove(deletedBefore, editor);
    const purgeAt = new Date(clock.now().getTime() + PHOTOGRAPH_RESTORABLE_MS);
    visits.delete(VISIT);
    await photographs.followVisit(PROJECT, VISIT, purgeAt);
    await photographs.followVisit(PROJECT, VISIT, purgeAt);
    expect(await listed()).toEqual([]);
    // only the visit can be restored
    expect(await outcomeOf(photographs.restore(kept._id, editor))).toBe('NOT_FOUND');
    visits.add(VISIT);
    await photographs.followVisit(PROJECT, VISIT);
    // the deletion event, redelivered late
    await photographs.followVisit(PROJECT, VISIT, purgeAt);
    expect((await listed()).map(({ _id }) => _id)).toEqual([kept._id]);
    expect(published().slice(2)).toEqual(['photograph.deleted', 'photograph.deleted', 'photograph.restored']);
  });

  it('is removed with its visit and with its project', async () => {
    const { add, photographs, rows, files } = world;
    await add();
    const other = await add({ visitId: OTHER_VISIT });
    await photographs.visitErased(VISIT);
    expect(rows.all().map(({ _id }) => _id)).toEqual([other._id]);
    await photographs.projectDeleted(PROJECT);
    await photographs.projectDeleted(PROJECT);
    expect([rows.all(), files.size]).toEqual([[], 0]);
  });
});

describe("an agent's key", () => {
  const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };
  const agentOf = ({ actor }: CallContext) => contextOf({ ...actor, via: 'api_key', agentId: newId() });

  it('changes, deletes and restores no photograph that someone else added', async () => {
    const { add, editor, photographs } = world;
    const agent = agentOf(editor);
    for (const context of [editor, agentOf(editor)]) {
      const { _id } = await add({ context });
      await expect(photographs.update(_id, { caption: 'East side' }, agent)).rejects.toMatchObject(refused);
      await expect(photographs.remove(_id, agent)).rejects.toMatchObject(refused);
      await photographs.remove(_id, editor);
      await expect(photographs.restore(_id, agent)).rejects.toMatchObject(refused);
      expect(await outcomeOf(photographs.restore(_id, editor))).toBe('OK');
    }
  });

  it('changes and deletes its own, but only people restore a deleted one', async () => {
    const { add, editor, photographs } = world;
    const agent = agentOf(editor);
    const { _id } = await add({ context: agent });
    expect(await photographs.update(_id, { caption: 'East side' }, agent)).toMatchObject({ caption: 'East side' });
    await photographs.remove(_id, agent);
    await expect(photographs.restore(_id, agent)).rejects.toMatchObject(refused);
    expect(await outcomeOf(photographs.restore(_id, editor))).toBe('OK');
  });
});
