import { newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { BOUNDARY_LIMITS } from '@symbio/proto/limits';
import type { BoundaryPart } from '@symbio/proto/project';
import { projectRules, type ProjectRules } from '../../test/memory.js';
import { projectMessage } from '../mapping.js';
import { DEFAULT_RADII } from './search-radii.js';

const SQUARE = [
  [-73.982, 40.735],
  [-73.98, 40.735],
  [-73.98, 40.737],
  [-73.982, 40.737],
];
const partsOf = (...rings: number[][][]): BoundaryPart[] => [
  { rings: rings.map((ring) => ({ degrees: ring.flat() })) },
];
const square = partsOf(SQUARE);
const moved = (by: number): BoundaryPart[] =>
  partsOf(SQUARE.map(([longitude = 0, latitude = 0]) => [longitude + by, latitude]));
const SITE = { longitude: -73.9, latitude: 40.7, label: '', byId: '', byName: '', at: undefined };

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

const save = (parts: BoundaryPart[], by = rules.editor, fileName = '') =>
  rules.propertyMaps.saveBoundary({ projectId, parts, fileName, expectedUpdatedAt: undefined }, by);

describe('the boundary of a property', () => {
  it('is stored closed, with size, middle and author, and published with its project', async () => {
    const map = await save(square, rules.editor, 'parcel.geojson');
    expect(map.boundary).toMatchObject({
      ...{ cornerCount: 4, partCount: 1, fileName: 'parcel.geojson', byName: 'Edgar Editor' },
      bounds: [-73.982, 40.735, -73.98, 40.737],
    });
    expect(map.boundary?.parts[0]?.rings[0]?.degrees).toHaveLength(10);
    expect(map.boundary?.areaAcres).toBeCloseTo(9.27, 1);
    expect(map.site).toMatchObject({ source: 'boundary' });
    expect(map.site?.longitude).toBeCloseTo(-73.981, 6);
    expect(rules.projectRows.published.at(-1)?.name).toBe('project.changed');
    const row = rules.projectRows.find(projectId);
    const { boundary, site } = row ? projectMessage(row) : {};
    expect([boundary?.parts, boundary?.cornerCount, site?.source]).toEqual([[], 4, 'boundary']);
  });

  it('is read by viewers and changed by editors only', async () => {
    await expect(save(square, rules.viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(save(square, rules.stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await save(square);
    expect((await rules.propertyMaps.get(projectId, rules.viewer)).boundary).toBeDefined();
    await expect(rules.propertyMaps.get(projectId, rules.stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is set by people: an agent’s key is refused, also in its own project', async () => {
    const authorId = newId();
    const agent = contextOf({ ...rules.staff.actor, via: 'api_key', name: 'Reader 1', agentId: authorId, authorId });
    const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };
    await expect(save(square, agent)).rejects.toMatchObject(refused);
    const radii = { projectId, searchRadii: [], expectedUpdatedAt: undefined };
    await expect(rules.propertyMaps.saveSearchRadii(radii, agent)).rejects.toMatchObject(refused);
    await expect(rules.propertyMaps.undo({ projectId, historyId: newId() }, agent)).rejects.toMatchObject(refused);
    expect((await rules.propertyMaps.get(projectId, agent)).hasDefaultRadii).toBe(true);
  });

  it('is refused with a sentence', async () => {
    const [a = [], b = [], c = [], d = []] = SQUARE;
    await expect(save(partsOf([a, c, b, d]))).rejects.toMatchObject({
      ...{
        code: 'INVALID_ARGUMENT',
        fields: { geometry: expect.stringMatching(/^The boundary crosses itself near/) as unknown },
      },
    });
    const many = Array.from({ length: BOUNDARY_LIMITS.parts + 1 }, () => square[0] ?? { rings: [] });
    await expect(save(many)).rejects.toMatchObject({
      fields: { geometry: 'The boundary has 21 parts; 20 are allowed.' },
    });
  });

  it('unchanged is no change; removed and replaced ones are restored by undo', async () => {
    await save(square);
    const published = rules.projectRows.published.length;
    expect((await save(square)).history).toHaveLength(1);
    expect(rules.projectRows.published).toHaveLength(published);

    const removed = await save([]);
    expect([removed.boundary, removed.site]).toEqual([undefined, undefined]);
    const undo = (historyId = '') => rules.propertyMaps.undo({ projectId, historyId }, rules.editor);
    const restored = await undo(removed.history.at(-1)?.id);
    expect(restored.boundary?.parts).toHaveLength(1);
    expect(restored.history.map(({ kind, replaced }) => [kind, replaced])).toEqual([
      ['boundary', false],
      ['boundary', true],
      ['boundary', false],
    ]);
    expect((await undo(restored.history[0]?.id)).boundary).toBeUndefined();
    await expect(undo(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('changed concurrently is not overwritten', async () => {
    const { updatedAt } = await save(square);
    rules.clock.advance(1);
    await save(moved(0.01));
    const late = { projectId, parts: moved(0.02), fileName: '', expectedUpdatedAt: updatedAt };
    await expect(rules.propertyMaps.saveBoundary(late, rules.editor)).rejects.toMatchObject({ reason: 'stale' });
  });

  it('keeps the latest 20 changes', async () => {
    for (let at = 0; at < 25; at++) await save(moved(at / 1_000));
    expect((await rules.propertyMaps.get(projectId, rules.editor)).history).toHaveLength(20);
  });
});

describe('the site', () => {
  const saveSite = (site: Parameters<ProjectRules['propertyMaps']['saveSite']>[0]['site']) =>
    rules.propertyMaps.saveSite({ projectId, site, expectedUpdatedAt: undefined }, rules.editor);

  it('is what a person gave, else the middle of the boundary', async () => {
    await save(square);
    expect((await saveSite({ ...SITE, source: 'geocoded', label: '401 East 21st Street' })).site).toMatchObject({
      ...{ longitude: -73.9, latitude: 40.7, source: 'geocoded', label: '401 East 21st Street' },
      byName: 'Edgar Editor',
    });
    expect((await saveSite(undefined)).site?.source).toBe('boundary');
  });

  it('is refused with every wrong field', async () => {
    const wrong = saveSite({ ...SITE, longitude: 190, latitude: NaN, source: 'boundary' });
    await expect(wrong).rejects.toMatchObject({
      fields: {
        longitude: 'longitude must be from -180 to 180.',
        latitude: 'latitude must be from -90 to 90.',
        source: 'source must be typed or geocoded.',
      },
    });
  });
});

describe('search radii', () => {
  const saveRadii = (searchRadii: { name: string; miles: number }[]) =>
    rules.propertyMaps.saveSearchRadii({ projectId, searchRadii, expectedUpdatedAt: undefined }, rules.editor);

  it('are those of the standard until someone changes them', async () => {
    const { searchRadii, hasDefaultRadii } = await rules.propertyMaps.get(projectId, rules.viewer);
    expect([searchRadii, hasDefaultRadii]).toEqual([DEFAULT_RADII, true]);
    const changed = await saveRadii([{ name: ' Landfills ', miles: 0.75 }]);
    expect([changed.searchRadii, changed.hasDefaultRadii]).toEqual([[{ name: 'Landfills', miles: 0.75 }], false]);
    expect((await saveRadii([])).hasDefaultRadii).toBe(true);
  });

  it.each([
    [[{ name: '', miles: 1 }], 'Each search radius needs a name.'],
    [[{ name: 'SEMS', miles: 0 }], 'A search radius must be a number of miles, more than 0 and at most 10.'],
    [[{ name: 'SEMS', miles: NaN }], 'A search radius must be a number of miles, more than 0 and at most 10.'],
    [
      [
        { name: 'SEMS', miles: 1 },
        { name: 'sems', miles: 0.5 },
      ],
      'Two search radii have the same name.',
    ],
  ])('are refused with a sentence: %j', async (radii, sentence) => {
    await expect(saveRadii(radii)).rejects.toMatchObject({ fields: { search_radii: sentence } });
  });
});

it('copies the boundary, site and radii of a sample, without their earlier versions', async () => {
  await save(square);
  const shifted = await save(moved(0.001));
  const site = { ...SITE, source: 'typed' };
  await rules.propertyMaps.saveSite({ projectId, site, expectedUpdatedAt: undefined }, rules.editor);
  await rules.projects.setSample(projectId, true, rules.admin);
  const { project } = await rules.projects.copySample({ id: '', sampleId: projectId }, rules.stranger);
  const copy = await rules.propertyMaps.get(project._id, rules.stranger);
  expect(copy.boundary?.parts).toEqual(shifted.boundary?.parts);
  expect(copy.site).toMatchObject({ longitude: SITE.longitude, latitude: SITE.latitude });
  expect(copy.boundary?.byId).toBe(rules.stranger.actor.sub);
  expect(copy.history).toEqual([]);
});
