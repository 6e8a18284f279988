/** Searches that are repeated without a person (issue 40): after another boundary, distances or edition. */
import { eventually } from '@symbio/runtime/testing';
import { projectEvents, Project } from '@symbio/proto/project';
import type { RecordSearch } from '@symbio/proto/records';
import { editor, frs, recordsSystem, viewer } from './system.js';

const NEAR = { id: 1, name: 'NEAR', interest: 'BROWNFIELDS PROPERTY', latitude: '40.7125' };
const NEW = { id: 2, name: 'NEW', interest: 'BROWNFIELDS PROPERTY', latitude: '40.713' };

let system: Awaited<ReturnType<typeof recordsSystem>>;
beforeAll(async () => {
  system = await recordsSystem({ rerunAfterMs: 100 });
  await system.search(frs(NEAR));
});
afterAll(() => system.stop());

const newest = async (): Promise<RecordSearch | undefined> =>
  (await system.client.listSearches({ projectId: system.projectId }, await system.as(viewer))).searches[0];
const repeated = (number: number) =>
  eventually(async () => {
    const search = await newest();
    expect(search).toMatchObject({ number, byName: 'Symbio', isOutdated: false });
    return search;
  });
const projectChanged = () => {
  const { projectId: entityId } = system;
  const data = { project: Project.fromPartial({ id: entityId }) };
  return system.events.publish(projectEvents.changed, { entityId, scope: entityId, data });
};

describe('a search is repeated', () => {
  it('after another edition, with the difference, and decisions survive', async () => {
    const [hit] = await system.hits();
    const decision = { kind: 'not_relevant', reasonCodes: ['size'], text: '', duplicateOfId: '' };
    await system.client.decideHit({ id: hit?.id ?? '', ...decision }, await system.as(editor));
    await system.add(frs(NEAR, NEW));
    expect(await repeated(2)).toMatchObject({ appeared: 1, vanished: 0 });
    expect((await system.hits()).map(({ name, disposition }) => [name, disposition?.kind])).toEqual([
      ['NEAR', 'not_relevant'],
      ['NEW', undefined],
    ]);
    const searches = system.events.published.filter(({ name }) => name === 'record_search.created');
    expect(searches).toHaveLength(2);
  });

  it('after a change of the boundary, and not after other changes of the project', async () => {
    await projectChanged();
    system.rings.splice(0, Infinity, [-73.96, 40.81, -73.957, 40.81, -73.957, 40.812, -73.96, 40.812, -73.96, 40.81]);
    await projectChanged();
    expect(await repeated(3)).toMatchObject({ appeared: 0, vanished: 2 });
  });

  it('after a change of the distances', async () => {
    const distance = { list: 'BROWNFIELD', kind: 'miles', miles: 10, reason: '', title: '' };
    const distances = [{ ...distance, defaultKind: '', defaultMiles: 0 }];
    await system.client.saveSearchDistances({ projectId: system.projectId, distances }, await system.as(editor));
    expect(await repeated(4)).toMatchObject({ appeared: 2 });
  });

  it('not in a completed project, until it is open again', async () => {
    system.project.status = 'completed';
    await system.add(frs(NEAR));
    await system.newestVersion();
    await eventually(async () => expect(await newest()).toMatchObject({ number: 4, isOutdated: true }));
    system.project.status = 'insights';
    await projectChanged();
    expect(await repeated(5)).toMatchObject({ appeared: 0, vanished: 1 });
  });
});
