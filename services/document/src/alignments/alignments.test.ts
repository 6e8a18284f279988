import { AppError, newId, notAuthorized, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { SaveAlignmentRequest } from '@symbio/proto/document';
import type { PageRow } from '../model.js';
import { createAlignments } from './alignments.js';
import { hasContent } from './checks.js';
import type { AlignmentRow } from './model.js';

const editor = person({ name: 'Erin Editor' });
const viewer = person();
const project = newId();

function world() {
  const clock = new TestClock();
  const rows = new MemoryRows<AlignmentRow>(clock);
  const pages = new Map<string, PageRow>();
  const page = (documentId: string, more: Partial<PageRow> = {}): string => {
    const _id = newId();
    pages.set(_id, {
      _id,
      documentId,
      projectId: project,
      status: 'ready',
      width: 1000,
      height: 800,
      ...more,
    } as PageRow);
    return _id;
  };
  const rules = createAlignments({
    documents: {
      page: (id: string, context: CallContext, action = 'read') => {
        const row = pages.get(id);
        if (!row) return Promise.reject(notFound('Page'));
        if (action !== 'read' && context.actor.sub !== editor.sub) return Promise.reject(notAuthorized());
        return Promise.resolve(row);
      },
    },
    repository: {
      between: (one, other) =>
        Promise.resolve(
          rows
            .all()
            .filter(
              ({ firstDocumentId: a, secondDocumentId: b }) =>
                [a, b].sort().join(' ') === [one, other].sort().join(' '),
            )
            .filter(hasContent)
            .reverse(),
        ),
    },
    writer: rows,
  });
  const save = (firstPageId: string, secondPageId: string, more: object = {}, actor = editor) =>
    rules.save(SaveAlignmentRequest.fromPartial({ firstPageId, secondPageId, ...more }), contextOf(actor));
  const list = (firstPageId: string, secondPageId: string) =>
    rules.list({ firstPageId, secondPageId }, contextOf(viewer));
  return { clock, rows, page, save, list };
}

/** `apart`: vertical offset of the third pair from where the others predict it. */
const threePairs = (apart = 0) => [
  { fromX: 0, fromY: 0, toX: 100, toY: 0 },
  { fromX: 200, fromY: 0, toX: 300, toY: 0 },
  { fromX: 100, fromY: 300, toX: 200, toY: 300 + apart },
];
const two = threePairs().slice(0, 2);

const problem = async (call: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('the call was not refused');
};

describe('alignments', () => {
  it('stores author and residual, and is the same from both sides', async () => {
    const { rows, page, save, list } = world();
    const [old, young] = [page('1887'), page('1896')];
    const stored = await save(old, young, { pairs: threePairs(9) });
    expect(stored).toMatchObject({ byName: 'Erin Editor', byId: editor.sub, firstPageId: old, secondPageId: young });
    expect(stored.residualPx).toBeGreaterThan(0.5);
    expect(stored.residualPx).toBeLessThan(9);
    await save(young, old, { pairs: threePairs() });
    const [only, ...none] = await list(old, young);
    expect(none).toEqual([]);
    expect(only).toMatchObject({ _id: stored._id, firstPageId: young });
    expect(only?.residualPx).toBeCloseTo(0, 9);
    expect(rows.published.map(({ name, scope }) => [name, scope])).toEqual([
      ['alignment.created', project],
      ['alignment.changed', project],
    ]);
  });

  it('has no residual with two places', async () => {
    const { page, save } = world();
    expect((await save(page('1887'), page('1896'), { pairs: two })).residualPx).toBeUndefined();
  });

  it('ignores an unchanged alignment and refuses a stale one', async () => {
    const { clock, rows, page, save } = world();
    const [old, young] = [page('1887'), page('1896')];
    const first = await save(old, young, { pairs: two });
    clock.advance(1000);
    await save(old, young, { pairs: two, expectedUpdatedAt: new Date(0) });
    expect(rows.published).toHaveLength(1);
    expect(await problem(save(old, young, { pairs: [], expectedUpdatedAt: new Date(0) }))).toMatchObject({
      code: 'ABORTED',
      reason: 'stale',
    });
    await save(old, young, { pairs: [], expectedUpdatedAt: first.updatedAt });
    expect(rows.published).toHaveLength(2);
  });

  it('is retracted by one without places, and can be stored again', async () => {
    const { page, save, list } = world();
    const [old, young] = [page('1887'), page('1896')];
    await save(old, young, { pairs: two });
    await save(old, young, { pairs: [] });
    expect(await list(old, young)).toEqual([]);
    await save(old, young, { base: { re: 0, im: 2, x: 5, y: 6 } });
    expect(await list(old, young)).toEqual([
      expect.objectContaining({ base: { re: 0, im: 2, x: 5, y: 6 }, pairs: [] }),
    ]);
  });

  it('is offered to the other sheets of its two volumes, its own pair first', async () => {
    const { page, save, list } = world();
    const [old, young, oldNext, youngNext, elsewhere] = [
      page('1887'),
      page('1896'),
      page('1887'),
      page('1896'),
      page('x'),
    ];
    const own = await save(oldNext, youngNext, { pairs: two });
    const other = await save(young, old, { pairs: two });
    await save(old, elsewhere, { pairs: two });
    expect((await list(oldNext, youngNext)).map(({ _id }) => _id)).toEqual([own._id, other._id]);
    expect((await list(old, youngNext)).map(({ _id }) => _id)).toEqual([other._id, own._id]);
  });

  it('needs an editor, two sheets of one project, both pictures, and places on them (OP-07)', async () => {
    const { page, save } = world();
    const [old, young] = [page('1887'), page('1896')];
    const elsewhere = page('far', { projectId: newId() });
    const bare = page('1896', { status: 'pending', width: 0, height: 0 });
    expect(await problem(save(old, young, { pairs: two }, viewer))).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(await problem(save(old, old))).toMatchObject({ fields: { second_page_id: 'Name two different sheets.' } });
    expect(await problem(save(old, elsewhere))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await problem(save(old, bare))).toMatchObject({ reason: 'page_not_ready' });
    const outside = [{ fromX: 10, fromY: 10, toX: 10, toY: 801 }];
    expect(await problem(save(old, young, { pairs: outside }))).toMatchObject({
      fields: { pairs: 'Each place must lie on both sheets.' },
    });
    const nan = [{ fromX: NaN, fromY: 10, toX: 10, toY: 1 }];
    expect(await problem(save(old, young, { pairs: nan }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    const many = Array.from({ length: 21 }, () => two[0]);
    expect(await problem(save(old, young, { pairs: many }))).toMatchObject({
      fields: { pairs: 'There can be at most 20 places.' },
    });
    expect(await problem(save(old, young, { base: { re: 0, im: 0, x: 0, y: 0 } }))).toMatchObject({
      fields: { base: 'base must be a turn, a stretch and a move.' },
    });
  });
});

it("an agent's key aligns unaligned sheets, and replaces only its agent's alignments", async () => {
  const { page, save } = world();
  const [old, young] = [page('1887'), page('1896')];
  const agent = { ...editor, via: 'api_key', agentId: newId() } as const;
  await save(old, young, { pairs: two }, agent);
  expect((await save(old, young, { pairs: threePairs() }, agent)).byId).toBe(agent.agentId);
  await save(old, young, { pairs: two });
  for (const pairs of [threePairs(), []])
    expect(await problem(save(old, young, { pairs }, agent))).toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'agents_propose',
    });
});
