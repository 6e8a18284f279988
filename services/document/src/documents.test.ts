import { newId } from '@symbio/kit';
import { contextOf, MemoryRows, person, TestClock } from '@symbio/kit/testing';
import { UpdateDocumentRequest } from '@symbio/proto/document';
import { Documents, type DocumentsOptions } from './documents.js';
import type { DocumentRow } from './model.js';

async function world() {
  const clock = new TestClock();
  const rows = new MemoryRows<DocumentRow>(clock);
  const editor = contextOf(person());
  const id = newId();
  const values = { projectId: 'p', title: 'Sheet', description: 'Coal yard', category: 'other', categoryBy: 'nobody' };
  await rows.insert(id, values as unknown as DocumentRow, editor.actor, () => []);
  const documents = new Documents({
    repository: { find: (wanted: string) => Promise.resolve(rows.find(wanted) ?? null) },
    writer: rows,
    pageTypes: { follow: () => Promise.resolve() },
    access: { require: () => Promise.resolve('editor') },
  } as unknown as DocumentsOptions);
  const update = async (over: Partial<UpdateDocumentRequest>) => {
    clock.advance(1);
    const { title, description, category } = values;
    return documents.update(UpdateDocumentRequest.fromPartial({ id, title, description, category, ...over }), editor);
  };
  const setCategory = (category: DocumentRow['category']) =>
    documents.setCategory(id, { category, categoryBy: 'person' }, editor);
  return { rows, update, setCategory, stored: () => rows.find(id) as DocumentRow };
}

describe('a document that is changed (DOC-09 to DOC-11)', () => {
  it('is not written over when somebody else has changed it meanwhile', async () => {
    const { update, stored } = await world();
    const expectedUpdatedAt = stored().updatedAt;
    await update({ title: 'Gas works', expectedUpdatedAt });
    const stale = update({ description: 'Tar pit', expectedUpdatedAt });
    await expect(stale).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    expect(stored()).toMatchObject({ title: 'Gas works', description: 'Coal yard' });
    // without `expectedUpdatedAt` there is no conflict check
    expect((await update({ title: 'Works' })).title).toBe('Works');
  });

  it('as it is already changes nothing, and is no conflict', async () => {
    const { rows, update, stored } = await world();
    const change = { title: 'Gas works', description: undefined, expectedUpdatedAt: stored().updatedAt };
    const changed = await update(change);
    expect(await update(change)).toEqual(changed);
    expect(rows.published.map(({ name }) => name)).toEqual(['document.changed']);
  });

  it('has the category as the choice of the person who saved it, also where it stays (OP-18)', async () => {
    const { rows, update, stored } = await world();
    const { actor } = contextOf(person());
    const classification = { suggestedCategory: 'other' } as unknown as DocumentRow['classification'];
    await rows.change(stored()._id, actor, () => ({ set: { classification }, events: [] }));
    expect((await update({})).categoryBy).toBe('person');
  });
});

describe('what is published of a change', () => {
  it('says what the document was before, so that who follows sees what of it changed', async () => {
    const { rows, update } = await world();
    await update({ title: 'Directory', category: 'city_directories' });
    await update({ description: 'Of 1931', title: 'Directory', category: 'city_directories' });
    expect(rows.published.map(({ data }) => (data as { former: object }).former)).toEqual([
      { category: 'other', title: 'Sheet' },
      { category: 'city_directories', title: 'Directory' },
    ]);
  });

  it('says so of a category alone, too', async () => {
    const { rows, setCategory } = await world();
    await setCategory('city_directories');
    expect(rows.published.map(({ data }) => data)).toMatchObject([
      { document: { category: 'city_directories' }, former: { category: 'other', title: 'Sheet' } },
    ]);
  });
});
