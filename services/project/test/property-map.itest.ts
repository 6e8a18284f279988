import { connectMongo } from '@symbio/mongo';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import type { BoundaryPart } from '@symbio/proto/project';
import { projectModels } from '../src/model.js';
import { editor, staff, startService, viewer } from './service-under-test.js';

const { close, config, create, shared, get, list, events, projects } = await startService();
afterAll(close);

const RING = [-73.982, 40.735, -73.98, 40.735, -73.98, 40.737, -73.982, 40.737];
const parts: BoundaryPart[] = [{ rings: [{ degrees: RING }] }];

it('a boundary goes with its project: stored, listed by its size, published, restored by undo', async () => {
  const { id: projectId } = await shared({ title: 'Bounded' });
  const [asEditor, asViewer] = [await callAs(editor), await callAs(viewer)];
  expect(await outcomeOf(projects.saveBoundary({ projectId, parts }, asViewer))).toBe('PERMISSION_DENIED');
  const { propertyMap: saved } = await projects.saveBoundary({ projectId, parts, fileName: 'lot.zip' }, asEditor);
  expect(saved?.boundary).toMatchObject({ cornerCount: 4, fileName: 'lot.zip', byName: 'Edgar Editor' });

  const { propertyMap } = await projects.getPropertyMap({ projectId }, asViewer);
  expect(propertyMap).toEqual(saved);
  expect(propertyMap?.boundary?.parts[0]?.rings[0]?.degrees.slice(0, 8)).toEqual(RING);
  const project = await get(projectId, editor);
  expect(project.boundary).toMatchObject({ parts: [], partCount: 1, areaAcres: saved?.boundary?.areaAcres });
  expect((await list({ search: 'Bounded' }, editor)).projects[0]?.searchRadii.length).toBeGreaterThan(10);
  await eventually(() => {
    expect(events.published).toContainEqual(expect.objectContaining({ name: 'project.changed', scope: projectId }));
  });

  await projects.updateProject({ id: projectId, fields: { propertyBlock: '7' } }, asEditor);
  const { propertyMap: removed } = await projects.saveBoundary({ projectId, parts: [] }, asEditor);
  expect(removed?.boundary).toBeUndefined();
  const historyId = removed?.history.at(-1)?.id ?? '';
  const { propertyMap: restored } = await projects.undoPropertyChange({ projectId, historyId }, asEditor);
  expect(restored?.boundary?.parts).toEqual(saved?.boundary?.parts);
});

it('reads of projects leave out corners and history, which are stored in the row', async () => {
  const { id: projectId } = await create({ title: 'Corners' });
  await projects.saveBoundary({ projectId, parts }, await callAs(staff));
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  const row = await projectModels(mongo).projects.findById(projectId).lean();
  await mongo.close();
  expect(row?.propertyMap).toMatchObject({
    boundary: { geometry: { type: 'Polygon' }, corners: 4 },
    history: [{ kind: 'boundary' }],
  });
});
