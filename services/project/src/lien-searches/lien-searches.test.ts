import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { LienSearchValues } from '@symbio/proto/project';
import { projectRules, type ProjectRules } from '../../test/memory.js';

let rules: ProjectRules;
let projectId: string;
beforeEach(async () => {
  rules = projectRules();
  const fields = {
    ...{ title: 'Riverside Mill', dueDate: '2026-03-31', propertyAddress: '12 Mill Street', propertyCity: 'Lowell' },
    ...{ propertyState: 'MA', propertyZip: '01852', clientCompany: 'Mill Holdings' },
  };
  projectId = (await rules.projects.create({ id: '', fields }, rules.staff)).project._id;
  await rules.members.set({ projectId, userId: rules.editor.actor.sub, role: 'editor' }, rules.staff);
  await rules.members.set({ projectId, userId: rules.viewer.actor.sub, role: 'viewer' }, rules.staff);
});

const values = (over: Partial<LienSearchValues> = {}): LienSearchValues =>
  LienSearchValues.fromPartial({
    ...{ searchedBy: 'Title Ltd.', date: '2026-02-03', fromYear: 1980, toYear: 2026, orderedBy: 'user' },
    ...{ result: 'none', ...over },
  });
const create = (over: Partial<LienSearchValues> = {}, id = '', by = rules.editor, documentProjectId = projectId) =>
  rules.lienSearches.create({ id, projectId, values: values(over), documentProjectId }, by);

it('lien searches are created once, changed and deleted; earlier ones are kept', async () => {
  const id = newId();
  const made = await create({}, id);
  expect(made).toMatchObject({ projectId, searchedBy: 'Title Ltd.', byName: 'Edgar Editor' });
  expect(await create({}, id)).toEqual(made);
  await expect(create({ result: 'found', text: 'A lien.' }, id)).rejects.toMatchObject({ reason: 'id_taken' });
  rules.clock.advance(1);
  const found = values({ result: 'found', text: 'Deed restriction.' });
  const change = { id, values: found, expectedUpdatedAt: made.updatedAt, documentProjectId: '' };
  expect(await rules.lienSearches.update(change, rules.editor)).toMatchObject({ result: 'found' });
  await expect(
    rules.lienSearches.update({ ...change, values: values({ fromYear: 1940 }) }, rules.editor),
  ).rejects.toMatchObject({ reason: 'stale' });
  await rules.lienSearches.remove(id, rules.editor);
  expect(await rules.lienSearches.list(projectId, rules.viewer)).toEqual([]);
  const kept = rules.projectRows.all().find(({ _id }) => _id === projectId)?.lienSearches?.history;
  expect(kept?.map(({ result, endedByName }) => [result, endedByName])).toEqual([
    ['none', 'Edgar Editor'],
    ['found', 'Edgar Editor'],
  ]);
});

it('the earliest one dates the component (40 CFR 312.20)', async () => {
  await create({ date: '2026-02-10' });
  await create();
  const { components } = await rules.assessments.get(projectId, rules.viewer);
  expect(components.find(({ kind }) => kind === 'lien_search')).toMatchObject({
    ...{ date: '2026-02-03', source: 'lien_search' },
  });
});

it('names documents of its own project only', async () => {
  const documentId = newId();
  const { id } = await create({ documentId });
  await expect(create({ documentId }, '', rules.editor, newId())).rejects.toMatchObject({
    message: 'Document not found',
  });
  await expect(
    rules.lienSearches.update({ id, values: values({ documentId }), documentProjectId: newId() }, rules.editor),
  ).rejects.toMatchObject({ fields: { document_id: 'Document not found' } });
});

it.each([
  ['searched_by', { searchedBy: ' ' }],
  ['date', { date: '2026-02-30' }],
  ['from', { fromYear: 12 }],
  ['to', { toYear: 1970 }],
  ['ordered_by', { orderedBy: 'seller' }],
  ['result', { result: 'perhaps' }],
  ['text', { result: 'found', text: ' ' }],
  ['document_id', { documentId: 'deed.pdf' }],
])('refuses a wrong %s', async (field, over) => {
  await expect(create(over)).rejects.toMatchObject({ fields: { [field]: expect.any(String) as string } });
});

it('is for editors, and hidden from strangers', async () => {
  const { id } = await create();
  expect(await outcomeOf(create({}, '', rules.viewer))).toBe('PERMISSION_DENIED');
  await expect(rules.lienSearches.remove(id, rules.stranger)).rejects.toMatchObject({
    message: 'Lien search not found',
  });
});
