import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { InterviewValues } from '@symbio/proto/project';
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

const values = (over: Partial<InterviewValues> = {}): InterviewValues =>
  InterviewValues.fromPartial({
    ...{
      role: 'owner',
      person: 'Ms. Hale',
      date: '2026-02-03',
      method: 'telephone',
      answered: true,
      text: 'No tanks.',
    },
    ...over,
  });
const create = (over: Partial<InterviewValues> = {}, id = '', by = rules.editor) =>
  rules.interviews.create({ id, projectId, values: values(over) }, by);

it('interviews are created once, changed and deleted; earlier ones are kept', async () => {
  const id = newId();
  const made = await create({}, id);
  expect(made).toMatchObject({ projectId, person: 'Ms. Hale', byName: 'Edgar Editor' });
  expect(await create({}, id)).toEqual(made);
  await expect(create({ text: 'Two tanks.' }, id)).rejects.toMatchObject({ reason: 'id_taken' });
  rules.clock.advance(1);
  const change = { id, values: values({ text: 'Two tanks.' }), expectedUpdatedAt: made.updatedAt };
  expect(await rules.interviews.update(change, rules.editor)).toMatchObject({ text: 'Two tanks.' });
  await expect(
    rules.interviews.update({ ...change, values: values({ text: 'Three tanks.' }) }, rules.editor),
  ).rejects.toMatchObject({ reason: 'stale' });
  await rules.interviews.remove(id, rules.editor);
  expect(await rules.interviews.list(projectId, rules.viewer)).toEqual([]);
  expect(await outcomeOf(rules.interviews.remove(id, rules.editor))).toBe('NOT_FOUND');
  const kept = rules.projectRows.all().find(({ _id }) => _id === projectId)?.interviews?.history;
  expect(kept?.map(({ text, endedByName }) => [text, endedByName])).toEqual([
    ['No tanks.', 'Edgar Editor'],
    ['Two tanks.', 'Edgar Editor'],
  ]);
});

it('the earliest answered interview dates the component (40 CFR 312.20)', async () => {
  const component = async () =>
    (await rules.assessments.get(projectId, rules.viewer)).components.find(({ kind }) => kind === 'interviews');
  await create({ role: 'occupant', date: '2026-01-10', answered: false, text: '' });
  expect(await component()).toMatchObject({ date: '', source: '' });
  await create({ date: '2026-02-10' });
  await create();
  expect(await component()).toMatchObject({ date: '2026-02-03', source: 'interview' });
  const dates = [{ kind: 'interviews', date: '2026-02-20', note: '' }];
  const typed = { projectId, acquisitionDate: '', dates, expectedUpdatedAt: undefined };
  await rules.assessments.save(typed, rules.editor);
  expect(await component()).toMatchObject({ date: '2026-02-20', source: 'typed' });
});

it.each([
  ['role', { role: 'neighbour' }],
  ['method', { method: 'pigeon' }],
  ['date', { date: '2026-02-30' }],
  ['person', { person: ' ' }],
  ['text', { text: '' }],
])('refuses a wrong %s', async (field, over) => {
  await expect(create(over)).rejects.toMatchObject({ fields: { [field]: expect.any(String) as string } });
});

it('is for editors, and hidden from strangers', async () => {
  const { id } = await create();
  expect(await outcomeOf(create({}, '', rules.viewer))).toBe('PERMISSION_DENIED');
  await expect(rules.interviews.remove(id, rules.stranger)).rejects.toMatchObject({ message: 'Interview not found' });
});
