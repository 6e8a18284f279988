import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError, createLogger, newId, notFound, Semaphore } from '@symbio/runtime';
import { person, TestClock } from '@symbio/runtime/testing';
import type { CallContext, CallParent } from '@symbio/rpc';
import { SplittingFailure, type Proposal } from '@symbio/page-engine/splitting';
import type { DocumentRow } from '../model.js';
import type { CheckedHeader } from '../uploads/upload-values.js';
import type { SplitRow } from './model.js';
import { createSplits, type SplitsDeps } from './splits.js';

const DAY_MS = 86_400_000;
const log = createLogger({ name: 'test', level: 'silent' });
const PARENT = newId();
const EMPTY_CUT = { fromPage: 1, category: '', title: '', year: 0, address: '' };
const agent = () => person({ agentId: 'reader', via: 'api_key' });

const FOUND: Proposal = {
  pageCount: 10,
  documents: [
    {
      from: 1,
      to: 4,
      kind: 'sanborn_maps',
      years: [1894],
      noCoverageYears: [1901],
      confidence: 1,
      why: ['first_page'],
    },
    { from: 5, to: 10, kind: 'unknown', years: [], noCoverageYears: [], confidence: 0.9, why: ['cover'] },
  ],
  years: [
    { page: 2, year: 1894, isCovered: true },
    { page: 3, year: 1901, isCovered: false },
  ],
};

function memorySplits(): SplitsDeps['splits'] & { rows: Map<string, SplitRow> } {
  const rows = new Map<string, SplitRow>();
  return {
    rows,
    find: (id) => Promise.resolve(rows.get(id) ?? null),
    add(row) {
      for (const [id, { documentId, status }] of rows)
        if (documentId === row.documentId && status === 'proposed') rows.delete(id);
      rows.set(row._id, row);
      return Promise.resolve(undefined);
    },
    ofDocument: (id) => Promise.resolve([...rows.values()].filter(({ documentId }) => documentId === id)),
    change(id, from, set) {
      const row = rows.get(id);
      if (!row || !from.includes(row.status)) return Promise.resolve(null);
      rows.set(id, { ...row, ...set });
      return Promise.resolve(rows.get(id) ?? null);
    },
    save(id, set, expected) {
      const row = rows.get(id);
      const revision = row?.revision ?? 0;
      if (row?.status !== 'proposed' || (expected !== undefined && expected !== revision)) return Promise.resolve(null);
      rows.set(id, { ...row, ...set, revision: revision + 1 });
      return Promise.resolve(rows.get(id) ?? null);
    },
    claimInterrupted(before, now) {
      const row = [...rows.values()].find(
        ({ status, touchedAt }) => status === 'confirming' && touchedAt && touchedAt < before,
      );
      if (row) rows.set(row._id, { ...row, touchedAt: now });
      return Promise.resolve(row ?? null);
    },
    removeOf: () => Promise.resolve(rows.clear()),
  };
}

function world(over: Partial<SplitsDeps> = {}) {
  const clock = new TestClock();
  let parent = {
    ...{ _id: PARENT, projectId: 'p', fileName: 'package.pdf', filePath: 'original.pdf', sha256: 'hash' },
  } as DocumentRow;
  const made = new Map<string, CheckedHeader & { content: string }>();
  const searched: string[] = [];
  const deleted: string[] = [];
  const splits = memorySplits();
  const deps: SplitsDeps = {
    documents: { visible: () => Promise.resolve(parent) },
    writer: {
      change(_id, _actor, decide) {
        const change = decide(parent, (set) => ({ ...parent, ...set }));
        if (change && 'set' in change) parent = { ...parent, ...change.set };
        return Promise.resolve(parent);
      },
    },
    splits,
    uploads: {
      async add(header, body) {
        const parts: Buffer[] = [];
        for await (const part of body) parts.push(part);
        made.set(header.id, { ...header, content: Buffer.concat(parts).toString() });
        return { _id: header.id } as DocumentRow;
      },
    },
    deletions: {
      delete(id) {
        if (deleted.includes(id)) return Promise.reject(notFound('Document'));
        deleted.push(id);
        return Promise.resolve();
      },
    },
    texts: {
      hide: () => Promise.resolve(void searched.push('hidden')),
      show: () => Promise.resolve(void searched.push('shown')),
    },
    blobs: { localCopy: (key) => Promise.resolve({ path: key, release: () => Promise.resolve() }) },
    knownPages: () => Promise.resolve([]),
    semaphore: new Semaphore(1),
    clock,
    log,
    asSelf: () => Promise.resolve({ token: 'token', requestId: 'request' } as CallParent),
    propose: () => Promise.resolve(FOUND),
    async take(_file, ranges, folder) {
      const files = ranges.map(({ from }) => path.join(folder, `${from}.pdf`));
      for (const [index, { from, to }] of ranges.entries())
        await writeFile(files[index] ?? '', `pages ${from} to ${to}`);
      return { files };
    },
    ...over,
  };
  const rules = createSplits(deps);
  const by = (actor = person()) => ({ actor, signal: new AbortController().signal, log }) as CallContext;
  const id = newId();
  return {
    ...{ rules, clock, made, searched, deleted, splits, by, id },
    parent: () => parent,
    propose: () => rules.propose({ id, documentId: PARENT }, by()),
    names: { documentId: PARENT, id },
  };
}

describe('the split of a package', () => {
  it('is proposed by people and agents, once per id', async () => {
    const { rules, by, propose, splits, id } = world();
    const row = await rules.propose({ id, documentId: PARENT }, by(agent()));
    expect(row).toMatchObject({ status: 'proposed', pageCount: 10 });
    expect(row.ranges.map(({ from, to, category, title }) => [from, to, category, title])).toEqual([
      [1, 4, 'sanborn_maps', 'Sanborn Maps, 1894'],
      [5, 10, undefined, 'Document, pages 5–10'],
    ]);
    expect(await propose()).toEqual(row);
    await rules.propose({ id: newId(), documentId: PARENT }, by());
    expect(splits.rows.size).toBe(1);
  });

  it('refuses a change to cuts that another person else has changed since (issue 42)', async () => {
    const { rules, by, propose, names } = world();
    await propose();
    const save = (expectedRevision: number) =>
      rules.save({ ...names, cuts: [EMPTY_CUT, { ...EMPTY_CUT, fromPage: 5 }], expectedRevision }, by());
    expect(await save(0)).toHaveProperty('revision', 1);
    await expect(save(0)).rejects.toMatchObject({
      code: 'ABORTED',
      message: 'This split was changed by someone else in the meantime. Reload and try again.',
    });
    expect(await save(1)).toHaveProperty('revision', 2);
  });

  it('is changed by people only, and has all pages in order', async () => {
    const { rules, by, propose, names } = world();
    await propose();
    const cut = (fromPage: number, category = '', title = '', more = { year: 0, address: '' }) => ({
      ...{ fromPage, category, title },
      ...more,
    });
    const save = (cuts: ReturnType<typeof cut>[], context = by()) => rules.save({ ...names, cuts }, context);
    const { ranges } = await save([cut(1, 'other', ' Front '), cut(5, 'sanborn_maps'), cut(7)]);
    expect(ranges.map(({ from, to, title, confidence }) => [from, to, title, confidence])).toEqual([
      [1, 4, 'Front', 1],
      [5, 6, 'Sanborn Maps, pages 5–6', 0.9],
      [7, 10, 'Document, pages 7–10', 1],
    ]);
    await expect(save([cut(1)], by(agent()))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    for (const [cuts, problem] of [
      [[], 'Give at least one document'],
      [[cut(2)], 'The first document must begin at page 1'],
      [[cut(1), cut(5), cut(5)], 'Each document must begin after the one before'],
      [[cut(1), cut(11)], 'The PDF has 10 pages only'],
      [[cut(1, 'maps')], 'There is no category maps'],
      [[cut(1, '', '', { year: 0, address: 'x'.repeat(201) })], 'An address must have at most 200 characters'],
      [[cut(1, '', 'x'.repeat(251))], `Shorten the title that begins with “${'x'.repeat(40)}”`],
    ] as const)
      await expect(save([...cuts])).rejects.toMatchObject({ fields: { documents: problem } });
    await expect(save([cut(1, '', '', { year: 3000, address: '' })])).rejects.toHaveProperty('fields.documents');
  });

  it('takes title, year and address from a person, and default titles follow', async () => {
    const { rules, by, propose, names, made } = world();
    await propose();
    const cut = (fromPage: number, title: string, more: object) => ({ ...EMPTY_CUT, fromPage, title, ...more });
    const { ranges } = await rules.save(
      {
        ...names,
        cuts: [
          cut(1, '', { category: 'sanborn_maps', year: 1901, address: ' 1 Main St ' }),
          cut(5, 'Letters', { address: '2 Main St' }),
        ],
      },
      by(),
    );
    expect(ranges.map(({ title, isTitled, year, address }) => [title, isTitled, year, address])).toEqual([
      ['Sanborn Maps, 1901, 1 Main St', undefined, 1901, '1 Main St'],
      ['Letters', true, undefined, '2 Main St'],
    ]);
    await rules.confirm(names, by());
    expect([...made.values()]).toMatchObject([
      { description: 'Pages 1 to 4 of “package.pdf”. 1 Main St', said: { year: { value: '1901' } } },
      { description: 'Pages 5 to 10 of “package.pdf”. 2 Main St' },
    ]);
  });

  it('makes documents that name their source, and hides the package', async () => {
    const { rules, by, propose, names, made, parent, searched } = world();
    await propose();
    await expect(rules.confirm(names, by(agent()))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const { status, ranges } = await rules.confirm(names, by());
    expect(status).toBe('confirmed');
    expect(ranges.map(({ documentId = '' }) => made.get(documentId))).toMatchObject([
      {
        ...{ content: 'pages 1 to 4', fileName: 'Sanborn Maps, 1894.pdf', category: 'sanborn_maps' },
        derivedFrom: { documentId: PARENT, from: 1, to: 4, sha256: 'hash' },
        noCoverageYears: [1901],
      },
      { content: 'pages 5 to 10', category: undefined, noCoverageYears: [] },
    ]);
    expect(parent().split?.id).toBe(names.id);
    expect(searched).toEqual(['hidden']);
    await rules.confirm(names, by());
    expect(made.size).toBe(2);
    await expect(rules.save({ ...names, cuts: [EMPTY_CUT] }, by())).rejects.toMatchObject({
      reason: 'not_proposed',
    });
    await expect(rules.propose({ id: newId(), documentId: PARENT }, by())).rejects.toMatchObject({
      reason: 'already_split',
    });
  });

  it('is undone once within 30 days: the documents go to the deleted ones', async () => {
    const { rules, by, propose, names, parent, deleted, searched, clock } = world();
    await propose();
    await expect(rules.undo(names, by())).rejects.toMatchObject({ reason: 'not_confirmed' });
    const { ranges } = await rules.confirm(names, by());
    deleted.push(ranges[0]?.documentId ?? '');
    clock.advance(29 * DAY_MS);
    expect((await rules.undo(names, by())).status).toBe('undone');
    expect(deleted).toEqual(ranges.map(({ documentId }) => documentId));
    expect(parent().split).toBeUndefined();
    expect(searched).toEqual(['hidden', 'shown']);
    expect((await rules.undo(names, by())).status).toBe('undone');
  });

  it('cannot be undone after 30 days', async () => {
    const { rules, by, propose, names, clock } = world();
    await propose();
    await rules.confirm(names, by());
    clock.advance(31 * DAY_MS);
    await expect(rules.undo(names, by())).rejects.toMatchObject({ reason: 'too_late' });
  });

  it('continues after an interruption with the same documents', async () => {
    let isAway = true;
    const { rules, by, propose, names, made, splits } = world();
    await propose();
    const broken = world({
      splits,
      uploads: {
        add: (header) =>
          isAway && header.category === undefined
            ? Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'The store is away.'))
            : Promise.resolve({ _id: header.id } as DocumentRow),
      },
    });
    await expect(broken.rules.confirm(names, by())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(splits.rows.get(names.id)?.status).toBe('confirming');
    isAway = false;
    const { ranges } = await broken.rules.confirm(names, by());
    expect((await rules.confirm(names, by())).ranges).toEqual(ranges);
    expect(made.size).toBe(0);
  });

  it('is completed by a sweep for the person who confirmed it', async () => {
    const { rules, by, propose, names, splits, clock, made } = world();
    await propose();
    const row = splits.rows.get(names.id);
    const ana = person({ name: 'Ana' });
    const begun = { confirmedBySub: ana.sub, confirmedById: ana.authorId, confirmedByName: ana.name };
    splits.rows.set(names.id, { ...row!, status: 'confirming', touchedAt: clock.now(), ...begun });
    const { signal } = by();
    await rules.sweep(signal);
    expect(made.size).toBe(0);
    clock.advance(16 * 60_000);
    await rules.sweep(signal);
    expect(made.size).toBe(2);
    expect(splits.rows.get(names.id)).toMatchObject({ status: 'confirmed', confirmedByName: 'Ana' });
  });

  it('is undone by the sweep if it is refused for good', async () => {
    const failure = new SplittingFailure('damaged_file', 'This PDF is damaged and cannot be split.');
    const { rules, by, propose, names, splits, clock, deleted, searched } = world({
      take: () => Promise.reject(failure),
    });
    await propose();
    splits.rows.set(names.id, { ...splits.rows.get(names.id)!, status: 'confirming', touchedAt: clock.now() });
    clock.advance(16 * 60_000);
    await rules.sweep(by().signal);
    expect(splits.rows.get(names.id)?.status).toBe('proposed');
    expect(deleted).toHaveLength(2);
    expect(searched).toEqual(['shown']);
  });

  it('is changed by the agent that proposed it, until a person has changed it', async () => {
    const { rules, by, names } = world();
    const own = agent();
    await rules.propose(names, by(own));
    const cuts = [EMPTY_CUT, { ...EMPTY_CUT, fromPage: 3 }];
    const { ranges } = await rules.save({ ...names, cuts }, by(own));
    expect(ranges.map(({ why }) => why)).toEqual([['first_page'], ['agent']]);
    await rules.save({ ...names, cuts }, by());
    await expect(rules.save({ ...names, cuts }, by(own))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('is refused with the sentence of the file, and stays proposed', async () => {
    const failure = new SplittingFailure('damaged_file', 'This PDF is damaged and cannot be split.');
    const { rules, by, propose, names, splits } = world({ take: () => Promise.reject(failure) });
    await propose();
    await expect(rules.confirm(names, by())).rejects.toMatchObject({
      ...{ code: 'INVALID_ARGUMENT', reason: 'damaged_file', message: failure.message },
    });
    expect(splits.rows.get(names.id)?.status).toBe('proposed');
    await rules.save({ ...names, cuts: [EMPTY_CUT] }, by());
    await expect(rules.confirm(names, by())).rejects.toMatchObject({ reason: 'one_document' });
  });

  it('has at most 500 documents', async () => {
    const [first] = FOUND.documents;
    const many = Array.from({ length: 501 }, (_, index) => ({ ...first!, from: index + 1, to: index + 1 }));
    const { propose } = world({ propose: () => Promise.resolve({ ...FOUND, pageCount: 501, documents: many }) });
    await expect(propose()).rejects.toMatchObject({
      reason: 'too_many_documents',
      message:
        'This PDF seems to hold 501 documents; it can be split into at most 500. Divide it in another program and upload the parts.',
    });
  });
});
