import { newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
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

const date = (kind: string, day: string, note = '') => ({ kind, date: day, note });
const save = (dates: ReturnType<typeof date>[], acquisitionDate = '', by = rules.editor) =>
  rules.assessments.save({ projectId, acquisitionDate, dates, expectedUpdatedAt: undefined }, by);
const visit = (visitDate: string, fields = { accessGranted: true, findings: 'Stained soil.' }) =>
  rules.visits.create(
    { id: '', projectId, fields: { ...{ visitDate, accessNotes: '', photos: [], weatherConditions: '' }, ...fields } },
    rules.editor,
  );
const get = () => rules.assessments.get(projectId, rules.viewer);
const inspection = async () => (await get()).components.find(({ kind }) => kind === 'site_inspection');

describe('the dates of an assessment', () => {
  it('are stored with who typed them, and published with their project', async () => {
    const saved = await save([date('interviews', '2026-01-05', 'Owner and tenant')], '2026-06-01');
    expect(saved).toMatchObject({ acquisitionDate: '2026-06-01', inspectionDays: [] });
    expect(saved.components).toHaveLength(5);
    expect(saved.components[0]).toMatchObject({
      ...{ kind: 'interviews', date: '2026-01-05', source: 'typed', note: 'Owner and tenant', byName: 'Edgar Editor' },
    });
    expect(await get()).toEqual(saved);
    expect(rules.projectRows.published.at(-1)?.name).toBe('project.changed');
    // another date keeps who typed the first
    const more = await save(
      [date('interviews', '2026-01-05', 'Owner and tenant'), date('lien_search', '2026-01-06')],
      '',
      rules.staff,
    );
    expect(more.components.map(({ byName }) => byName).slice(0, 2)).toEqual(['Edgar Editor', rules.staff.actor.name]);
    expect(more.acquisitionDate).toBe('');
  });

  it('unchanged are no change; changed concurrently they are not overwritten', async () => {
    const { updatedAt } = await save([date('interviews', '2026-01-05')]);
    const published = rules.projectRows.published.length;
    await save([date('interviews', '2026-01-05')]);
    expect(rules.projectRows.published).toHaveLength(published);
    rules.clock.advance(1);
    await save([date('interviews', '2026-01-06')]);
    const late = { projectId, acquisitionDate: '', dates: [], expectedUpdatedAt: updatedAt };
    await expect(rules.assessments.save(late, rules.editor)).rejects.toMatchObject({ reason: 'stale' });
  });

  it('take the inspection from the earliest visit with access and findings', async () => {
    await visit('2026-02-10');
    await visit('2026-02-03');
    await visit('2026-01-15', { accessGranted: true, findings: '' });
    await visit('2026-01-10', { accessGranted: false, findings: 'Gate locked.' });
    expect(await inspection()).toMatchObject({ date: '2026-02-03', source: 'visit', byName: '' });
    await save([date('site_inspection', '2026-02-10', 'The first visit was for another report.')]);
    expect(await inspection()).toMatchObject({ date: '2026-02-10', source: 'typed' });
    expect((await get()).inspectionDays).toEqual(['2026-02-03', '2026-02-10']);
  });

  it('are read by viewers, and set by people who may edit', async () => {
    const dates = [date('interviews', '2026-01-05')];
    await expect(save(dates, '', rules.viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(rules.assessments.get(projectId, rules.stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const authorId = newId();
    const agent = contextOf({ ...rules.staff.actor, via: 'api_key', name: 'Reader 1', agentId: authorId, authorId });
    const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };
    await expect(save(dates, '', agent)).rejects.toMatchObject(refused);
    expect((await rules.assessments.get(projectId, agent)).components[0]?.date).toBe('');
  });

  it.each([
    [[date('interviews', 'soon')], '', { interviews: 'The date must be in the form YYYY-MM-DD.' }],
    [[date('phase_two', '2026-01-05')], '', { dates: 'phase_two is no component of an assessment.' }],
    [
      [date('interviews', '2026-01-05'), date('interviews', '2026-01-06')],
      '',
      { dates: 'Two dates are given for interviews.' },
    ],
    [
      [date('site_inspection', '2026-01-05', ' ')],
      '',
      { site_inspection: 'A reason is needed: the date is otherwise that of the earliest visit.' },
    ],
    [
      [date('lien_search', '2026-01-05', 'x'.repeat(501))],
      '2026-02-30',
      {
        lien_search: 'The note must have at most 500 characters.',
        acquisition_date: 'The acquisition date must be a date in the form YYYY-MM-DD.',
      },
    ],
  ])('are refused with a sentence: %j', async (dates, acquisition, fields) => {
    await expect(save(dates, acquisition)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', fields });
  });
});

it('assessments with a date are listed for those who see the project, until it is completed', async () => {
  const ids = async (by = rules.viewer) => (await rules.assessments.list(by)).map((one) => one.projectId);
  expect(await ids()).toEqual([]);
  await visit('2026-02-03');
  expect(await ids()).toEqual([projectId]);
  expect(await ids(rules.stranger)).toEqual([]);
  await rules.projects.update({ id: projectId, fields: { status: 'completed' } }, rules.staff);
  expect(await ids()).toEqual([]);
});
