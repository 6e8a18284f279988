import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { CoverageStatement, GapValues, SaveCoverageRequest } from '@symbio/proto/project';
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

const override = (over: Partial<CoverageStatement> = {}): CoverageStatement =>
  CoverageStatement.fromPartial({
    ...{ source: 'city_directories', decade: 1920, area: 'property', state: 'unavailable', note: 'No copy exists.' },
    ...over,
  });
const save = (overrides: CoverageStatement[], by = rules.editor, expectedUpdatedAt?: Date) =>
  rules.coverage.save(SaveCoverageRequest.fromPartial({ projectId, overrides, expectedUpdatedAt }), by);
const gap = (over: Partial<GapValues> = {}): GapValues =>
  GapValues.fromPartial({ kind: 'interval', fromYear: 1924, toYear: 1938, tried: 'State archive', ...over });
const create = (over: Partial<GapValues> = {}, id = '', by = rules.editor) =>
  rules.coverage.createGap({ id, projectId, values: gap(over) }, by);
const stored = () => rules.coverage.get(projectId, rules.viewer);

describe('statements about sources', () => {
  it('are stored with who made them and published with the project; unchanged ones keep their author', async () => {
    await save([override()]);
    expect(rules.projectRows.published.at(-1)?.name).toBe('project.changed');
    const published = rules.projectRows.published.length;
    await save([override()], rules.staff);
    expect(rules.projectRows.published).toHaveLength(published);
    const { overrides } = await save([override(), override({ decade: 1930 })], rules.staff);
    expect(overrides.map(({ decade, byName }) => [decade, byName])).toEqual([
      [1920, 'Edgar Editor'],
      [1930, rules.staff.actor.name],
    ]);
    expect((await stored()).overrides).toEqual(overrides);
  });

  it.each([
    ['source', { source: 'tarot' }],
    ['decade', { decade: 1925 }],
    ['area', { area: 'moon' }],
    ['state', { state: 'lost' }],
    ['note', { note: ' ' }],
  ])('with a wrong %s are refused', async (field, over) => {
    await expect(save([override(over)])).rejects.toMatchObject({ fields: { [field]: expect.any(String) as string } });
  });

  it('are each made once, and not over newer ones', async () => {
    await expect(save([override(), override()])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const { updatedAt } = await save([override()]);
    rules.clock.advance(1);
    await save([override({ state: 'reviewed' })]);
    await expect(save([], rules.editor, updatedAt)).rejects.toMatchObject({ reason: 'stale' });
    expect(await outcomeOf(save([], rules.viewer))).toBe('PERMISSION_DENIED');
  });
});

it('the first developed use is stated with a reason', async () => {
  const use = (over: Partial<SaveCoverageRequest>) =>
    rules.coverage.save(SaveCoverageRequest.fromPartial({ projectId, ...over }), rules.editor);
  const firstUse = { firstUseYear: 1887, firstUseNote: 'Gas holders on the sheet of 1887.' };
  await expect(use({ firstUseYear: 1887 })).rejects.toMatchObject({ fields: { first_use: 'A reason is needed.' } });
  await expect(use({ ...firstUse, firstUseYear: 12 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(await use(firstUse)).toMatchObject({ firstUse: { year: 1887, byName: 'Edgar Editor' }, history: [] });
  const { firstUse: removed, history } = await use({});
  expect(removed).toBeUndefined();
  expect(history).toMatchObject([{ record: { $case: 'firstUse', value: { year: 1887 } } }]);
});

it('replaced and removed records are kept with their author (as those of mentions)', async () => {
  const { id } = await create();
  await rules.coverage.updateGap({ id, values: gap({ toYear: 1940 }), expectedUpdatedAt: undefined }, rules.staff);
  await rules.coverage.deleteGap(id, rules.editor);
  await save([override()]);
  await save([override({ state: 'reviewed' })], rules.staff);
  const { history } = await stored();
  expect(history.map(({ record, byName }) => [record?.$case, record?.value.byName, byName])).toEqual([
    ['gap', 'Edgar Editor', rules.staff.actor.name],
    ['gap', rules.staff.actor.name, 'Edgar Editor'],
    ['override', 'Edgar Editor', rules.staff.actor.name],
  ]);
  expect(history[0]?.record).toMatchObject({ value: { toYear: 1938 } });
});

describe('a gap', () => {
  it('is created once, changed, judged and deleted', async () => {
    const id = newId();
    const made = await create({}, id);
    expect(await create({}, id)).toEqual(made);
    await expect(create({ toYear: 1940 }, id)).rejects.toMatchObject({ reason: 'id_taken' });
    expect(made).toMatchObject({ projectId, kind: 'interval', byName: 'Edgar Editor', significant: undefined });
    const judged = gap({ significant: false, reason: 'The use did not change.' });
    const changed = await rules.coverage.updateGap({ id, values: judged, expectedUpdatedAt: undefined }, rules.editor);
    expect(changed).toMatchObject({ significant: false, reason: 'The use did not change.' });
    expect((await stored()).gaps).toEqual([changed]);
    await rules.coverage.deleteGap(id, rules.editor);
    expect((await stored()).gaps).toEqual([]);
    expect(await outcomeOf(rules.coverage.deleteGap(id, rules.editor))).toBe('NOT_FOUND');
  });

  it('of an outdated state is not changed', async () => {
    const { id, updatedAt } = await create();
    rules.clock.advance(1);
    await rules.coverage.updateGap({ id, values: gap({ effect: 'None' }), expectedUpdatedAt: undefined }, rules.editor);
    const late = { id, values: gap({ effect: 'Some' }), expectedUpdatedAt: updatedAt };
    await expect(rules.coverage.updateGap(late, rules.editor)).rejects.toMatchObject({ reason: 'stale' });
  });

  it.each([
    ['kind', { kind: 'hole' }],
    ['from', { fromYear: 12 }],
    ['to', { toYear: 1900 }],
    ['area', { area: 'moon' }],
    ['source', { source: 'tarot' }],
    ['tried', { tried: 'x'.repeat(2_001) }],
  ])('with a wrong %s is refused', async (field, over) => {
    await expect(create(over)).rejects.toMatchObject({ fields: { [field]: expect.any(String) as string } });
  });

  it('is for editors, and hidden from strangers', async () => {
    const { id } = await create();
    expect(await outcomeOf(create({}, '', rules.viewer))).toBe('PERMISSION_DENIED');
    await expect(rules.coverage.deleteGap(id, rules.stranger)).rejects.toMatchObject({ message: 'Gap not found' });
    expect(await outcomeOf(rules.coverage.deleteGap(id, rules.viewer))).toBe('PERMISSION_DENIED');
  });
});
