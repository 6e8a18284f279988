import { newId, notAuthorized, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { CorrectPageKindsRequest, type PageKindEdit } from '@symbio/proto/document';
import type { DocumentRow, PageRow } from '../model.js';
import { toPage } from '../mapping.js';
import { toHistory } from '../title-block/mapping.js';
import { volumeOf } from '../title-block/correct-volume.js';
import { createCorrectPageKinds, MAX_KIND_HISTORY } from './correct-page-kinds.js';

const editor = person({ name: 'Erin Editor' });
const other = person({ name: 'Olga Other' });
const viewer = person();
const documentId = newId();
const [text, map, unread, stranger] = [newId(), newId(), newId(), newId()];

async function world() {
  const clock = new TestClock();
  const rows = new MemoryRows<PageRow>(clock);
  const add = (id: string, of: string, pageNumber: number, pageType: PageRow['pageType'], analyzed = true) => {
    const values = { documentId: of, projectId: newId(), pageNumber, pageType, pageTypeConfidence: 0.6, analyzed };
    return rows.insert(id, values as unknown as PageRow, editor, () => []);
  };
  await add(text, documentId, 1, 'text');
  await add(map, documentId, 2, 'sanborn_map');
  await add(unread, documentId, 3, '', false);
  await add(stranger, newId(), 1, 'sanborn_map');
  const asked: string[] = [];
  const rule = createCorrectPageKinds({
    documents: {
      visible: (id: string, action: string, { actor }: CallContext) => {
        if (id !== documentId) return Promise.reject(notFound('Document'));
        const mayEdit = action === 'read' || actor.sub !== viewer.sub;
        return mayEdit ? Promise.resolve({ _id: id } as DocumentRow) : Promise.reject(notAuthorized());
      },
    },
    repository: { sheets: (of) => Promise.resolve(rows.all().filter((row) => row.documentId === of)) },
    pageWriter: rows,
    volumes: { schedule: (id) => asked.push(id) },
    clock,
  });
  const say = (edits: (Partial<PageKindEdit> & { pageId: string })[], by = editor, of = documentId) =>
    rule(CorrectPageKindsRequest.fromPartial({ documentId: of, edits }), contextOf(by));
  const shown = (id: string) => toPage(rows.find(id)!);
  return { asked, clock, rows, say, shown };
}

describe('kinds of pages set by people (DATA-09)', () => {
  it('override the detected ones, name their author, and notify consumers of sheets', async () => {
    const { asked, clock, rows, say, shown } = await world();
    const { changes } = await say([
      { pageId: text, kind: 'sanborn_map' },
      { pageId: map, kind: '' },
      { pageId: unread, kind: 'aerial_photo' },
    ]);
    expect(changes.map(({ from, said, page }) => [page.pageNumber, from, said])).toEqual([
      [1, '', undefined],
      [2, 'sanborn_map', undefined],
      [3, '', undefined],
    ]);
    const by = { byId: editor.sub, byName: 'Erin Editor', at: clock.now() };
    expect(shown(text)).toMatchObject({
      metadata: { pageType: 'sanborn_map', pageTypeConfidence: 1 },
      kindCorrection: { read: '', by },
    });
    expect(shown(map)).toMatchObject({ metadata: { pageType: '' }, kindCorrection: { read: 'sanborn_map' } });
    // never analyzed: no analysis event
    expect(rows.published.map(({ name }) => name)).toEqual(['page.analyzed', 'page.analyzed', 'page.changed']);
    expect(asked).toEqual([documentId]);
    expect(toHistory(rows.find(text)!)).toMatchObject([
      { fact: 'page_type', kind: 'corrected', from: undefined, to: 'sanborn_map', by },
    ]);
  });

  it('make sheets part of a volume, and remove others from it', async () => {
    const { rows, say } = await world();
    await say([{ pageId: text, kind: 'sanborn_map' }]);
    const numbers = (id: string) => volumeOf(rows.find(id)!, rows.all()).map(({ pageNumber }) => pageNumber);
    expect(numbers(map)).toEqual([1, 2, 1]);
    await say([{ pageId: map }]);
    expect(numbers(text)).toEqual([1, 1]);
    expect(numbers(map)).toEqual([]);
  });

  it('change nothing twice, and are undone to the previous kind', async () => {
    const { asked, rows, say, shown } = await world();
    await say([{ pageId: map, kind: 'aerial_photo' }], other);
    const { changes } = await say([{ pageId: map, kind: 'topographic_map' }]);
    expect((await say([{ pageId: map, kind: 'topographic_map' }])).changes).toEqual([]);
    expect(changes[0]?.said).toBe('aerial_photo');
    expect(asked).toHaveLength(2);
    await say([{ pageId: map, kind: 'aerial_photo', afterChangeId: changes[0]!.changeId }]);
    expect(shown(map).metadata?.pageType).toBe('aerial_photo');
    await say([{ pageId: map, reset: true }]);
    expect(shown(map)).toMatchObject({ metadata: { pageType: 'sanborn_map', pageTypeConfidence: 0.6 } });
    expect(shown(map).kindCorrection).toBeUndefined();
    expect(toHistory(rows.find(map)!).map(({ kind, to }) => [kind, to])).toEqual([
      ['reset', 'sanborn_map'],
      ['corrected', 'aerial_photo'],
      ['corrected', 'topographic_map'],
      ['corrected', 'aerial_photo'],
    ]);
  });

  it('do not replace a later edit, and report that', async () => {
    const { say, shown } = await world();
    const { changes } = await say([{ pageId: text, kind: 'sanborn_map' }]);
    await say([{ pageId: text, kind: 'aerial_photo' }], other);
    const undone = await say([{ pageId: text, reset: true, afterChangeId: changes[0]!.changeId }]);
    expect(undone).toEqual({ changes: [], keptPageIds: [text] });
    expect(shown(text).metadata?.pageType).toBe('aerial_photo');
  });

  it.each([
    [[], { pages: 'Say at least one page.' }],
    [Array.from({ length: 2_001 }, () => ({ pageId: map })), { pages: 'pages must hold at most 2000 pages' }],
    [[{ pageId: map }, { pageId: map, reset: true }], { pages: 'Say each page once.' }],
    [[{ pageId: stranger }], { page_id: 'page_id must be a page of this document' }],
    [[{ pageId: map, kind: 'text', reset: true }], { reset: 'Either say a kind or reset it.' }],
    [
      [{ pageId: map, kind: 'text' }],
      { page_type: 'page_type must be one of sanborn_map, topographic_map, aerial_photo, or null' },
    ],
  ])('is refused in a sentence (%#)', async (edits, fields) => {
    const { rows, say } = await world();
    await expect(say(edits)).rejects.toMatchObject({ fields });
    expect(rows.published).toEqual([]);
  });

  it('have a bounded history; a refused page leaves the others of the call unchanged', async () => {
    const { say, shown } = await world();
    for (let count = 0; count < MAX_KIND_HISTORY; count += 2) {
      await say([{ pageId: map, kind: 'aerial_photo' }]);
      await say([{ pageId: map, reset: true }]);
    }
    const edits = [
      { pageId: text, kind: 'aerial_photo' },
      { pageId: map, kind: 'aerial_photo' },
    ];
    await expect(say(edits)).rejects.toMatchObject({
      ...{ reason: 'history_full', message: 'The kind of page 2 was changed 200 times already.' },
    });
    expect(shown(text).kindCorrection).toBeUndefined();
    expect((await say([edits[0]!, { pageId: map, reset: true }])).changes).toHaveLength(1);
  });

  it('need an editor of the project (OP-07)', async () => {
    const { say } = await world();
    await expect(say([{ pageId: map }], viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(say([{ pageId: map }], editor, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it("an agent's key sets a kind that nobody has set, and replaces only its agent's own", async () => {
  const { rows, say } = await world();
  const agent = { ...editor, via: 'api_key', agentId: newId() } as const;
  await say([{ pageId: text, kind: 'sanborn_map' }], agent);
  await say([{ pageId: text, kind: 'aerial_photo' }], agent);
  expect(rows.find(text)?.kindSaid?.word?.kind).toBe('aerial_photo');
  await say([{ pageId: map, kind: 'aerial_photo' }]);
  for (const edit of [{ kind: 'sanborn_map' }, { reset: true }])
    await expect(say([{ pageId: map, ...edit }], agent)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'agents_propose',
    });
  expect(rows.find(map)?.kindSaid?.word?.kind).toBe('aerial_photo');
});
