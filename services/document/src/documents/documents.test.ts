import { newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { UpdateDocumentRequest } from '@symbio/proto/document';
import { createDocuments, type DocumentsDeps } from './documents.js';
import type { DocumentRow } from '../model.js';

async function world() {
  const clock = new TestClock();
  const rows = new MemoryRows<DocumentRow>(clock);
  const editor = contextOf(person());
  const id = newId();
  const values = { projectId: 'p', title: 'Sheet', description: 'Coal yard', category: 'other', categoryBy: 'nobody' };
  await rows.insert(id, values as unknown as DocumentRow, editor.actor, () => []);
  const documents = createDocuments({
    repository: { find: (wanted: string) => Promise.resolve(rows.find(wanted) ?? null) },
    writer: rows,
    pageTypes: { follow: () => Promise.resolve() },
    access: { require: () => Promise.resolve('editor') },
  } as unknown as DocumentsDeps);
  const update = async (over: Partial<UpdateDocumentRequest>, by = editor) => {
    clock.advance(1);
    const { title, description, category } = values;
    return documents.update(UpdateDocumentRequest.fromPartial({ id, title, description, category, ...over }), by);
  };
  const setCategory = (category: DocumentRow['category'], by = editor) =>
    documents.setCategory(id, { category, categoryBy: 'person' }, by);
  const agent = contextOf({ ...editor.actor, via: 'api_key', agentId: newId() });
  return { id, documents, editor, agent, rows, update, setCategory, stored: () => rows.find(id) as DocumentRow };
}

describe('updating a document (DOC-09 to DOC-11)', () => {
  it('refuses a stale update', async () => {
    const { update, stored } = await world();
    const expectedUpdatedAt = stored().updatedAt;
    await update({ title: 'Gas works', expectedUpdatedAt });
    const stale = update({ description: 'Tar pit', expectedUpdatedAt });
    await expect(stale).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    expect(stored()).toMatchObject({ title: 'Gas works', description: 'Coal yard' });
    // without `expectedUpdatedAt` there is no conflict check
    expect((await update({ title: 'Works' })).title).toBe('Works');
  });

  it('ignores an unchanged document, without a conflict', async () => {
    const { rows, update, stored } = await world();
    const change = { title: 'Gas works', description: undefined, expectedUpdatedAt: stored().updatedAt };
    const changed = await update(change);
    expect(await update(change)).toEqual(changed);
    expect(rows.published.map(({ name }) => name)).toEqual(['document.changed']);
  });

  it('makes the saved category the choice of that person, also if unchanged (OP-18)', async () => {
    const { rows, update, stored } = await world();
    const { actor } = contextOf(person());
    const classification = { suggestedCategory: 'other' } as unknown as DocumentRow['classification'];
    await rows.change(stored()._id, actor, () => ({ set: { classification }, events: [] }));
    expect((await update({})).categoryBy).toBe('person');
  });
});

describe('the event of a change', () => {
  it('has the previous values, so that consumers see the difference', async () => {
    const { rows, update } = await world();
    await update({ title: 'Directory', category: 'city_directories' });
    await update({ description: 'Of 1931', title: 'Directory', category: 'city_directories' });
    expect(rows.published.map(({ data }) => (data as { former: object }).former)).toEqual([
      { category: 'other', title: 'Sheet' },
      { category: 'city_directories', title: 'Directory' },
    ]);
  });

  it('has them for a category alone, too', async () => {
    const { rows, setCategory } = await world();
    await setCategory('city_directories');
    expect(rows.published.map(({ data }) => data)).toMatchObject([
      { document: { category: 'city_directories' }, former: { category: 'other', title: 'Sheet' } },
    ]);
  });
});

describe("an agent's key", () => {
  const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };

  it('gives a document neither a title nor a category, and may not delete it', async () => {
    const { agent, documents, id, rows, setCategory, update } = await world();
    await expect(update({ title: 'Gas works' }, agent)).rejects.toMatchObject(refused);
    await expect(setCategory('city_directories', agent)).rejects.toMatchObject(refused);
    await expect(documents.visible(id, 'delete', agent)).rejects.toMatchObject(refused);
    expect(rows.published).toEqual([]);
  });

  it('is refused what a person and a key of a person may do', async () => {
    const { documents, editor, id, setCategory, update } = await world();
    const persons = contextOf({ ...editor.actor, via: 'api_key' });
    for (const by of [editor, persons]) {
      expect((await update({ title: 'Gas works' }, by)).title).toBe('Gas works');
      expect((await setCategory('city_directories', by)).category).toBe('city_directories');
      expect((await documents.visible(id, 'delete', by))._id).toBe(id);
    }
  });

  it('reads the document and requests its processing', async () => {
    const { agent, documents, id } = await world();
    for (const action of ['read', 'process', 'classify'] as const)
      expect((await documents.visible(id, action, agent))._id).toBe(id);
  });
});
