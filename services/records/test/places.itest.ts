/** Places of records that people decide, and rows of lists as their files have them, on real MongoDB and NATS. */
import type { HitChange, RecordHit } from '@symbio/proto/records';
import { agent, editor, frs, recordsSystem, viewer } from './system.js';

/** 340 m north of the boundary. */
const FAR = { id: 3, name: 'QUARTER MILE', interest: 'SQG', latitude: '40.7151' };
/** On the street of the property, without a place. */
const LOST = { id: 7, name: 'NO PLACE INC', interest: 'LQG', latitude: '' };

let system: Awaited<ReturnType<typeof recordsSystem>>;
beforeAll(async () => {
  system = await recordsSystem();
  await system.search(frs(FAR, LOST));
});
afterAll(() => system.stop());

const named = async (name: string): Promise<RecordHit> => {
  const hit = (await system.hits()).find((each) => each.name === name);
  if (!hit) throw new Error(`no ${name}`);
  return hit;
};
const place = async (name: string, more: object, actor = editor): Promise<RecordHit | undefined> =>
  (
    await system.client.decidePlace(
      { id: (await named(name)).id, address: '', text: 'Seen.', ...more },
      await system.as(actor),
    )
  ).hit;
const history = async (name: string): Promise<HitChange[]> =>
  (await system.client.getHit({ id: (await named(name)).id }, await system.as(viewer))).history;
const countOf = async (list: string) =>
  (await system.client.listSearches({ projectId: system.projectId }, await system.as(viewer))).searches[0]?.counts.find(
    (count) => count.list === list,
  );

describe('a place that a person decides', () => {
  it('moves the record: distance, direction, counts and history follow', async () => {
    expect(await countOf('RCRA-SQG')).toMatchObject({ on: 0, within: 1 });
    const hit = await place('QUARTER MILE', { longitude: -73.9585, latitude: 40.711 });
    expect(hit).toMatchObject({ distanceM: 0, onProperty: 'on', direction: '', certainty: 'within', quality: 'exact' });
    expect(hit?.placeDecision).toMatchObject({
      longitude: -73.9585,
      latitude: 40.711,
      text: 'Seen.',
      byName: editor.name,
    });
    expect(await countOf('RCRA-SQG')).toMatchObject({ on: 1, within: 1 });
    expect((await history('QUARTER MILE')).at(-1)).toMatchObject({ what: 'place', place: { text: 'Seen.' } });
  });

  it('survives another search', async () => {
    await system.search(frs(FAR, LOST, { id: 9, name: 'ANOTHER', interest: 'SQG', latitude: '40.7145' }));
    expect(await named('QUARTER MILE')).toMatchObject({ distanceM: 0, onProperty: 'on' });
  });

  it('is taken back: the place of the data holds again', async () => {
    const hit = await place('QUARTER MILE', { text: 'Undone.' });
    expect(hit).toMatchObject({ onProperty: 'off', direction: 'N' });
    expect(hit?.placeDecision).toBeUndefined();
    expect((await history('QUARTER MILE')).map(({ what }) => what)).toEqual(['place', 'place']);
  });

  it('of a record without one comes from an address that the street lines have once', async () => {
    expect(await countOf('RCRA-LQG')).toMatchObject({ within: 0, orphans: 1 });
    await expect(place('NO PLACE INC', { address: '7 Kent Ave' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    system.streets.set('7 Kent Ave', [
      [-73.958, 40.7125],
      [-74.2, 40.1],
    ]);
    await expect(place('NO PLACE INC', { address: '7 Kent Ave' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    system.streets.set('7 Kent Ave', [[-73.958, 40.7125]]);
    const hit = await place('NO PLACE INC', { address: '7 Kent Ave' });
    expect(hit).toMatchObject({ onProperty: 'off', direction: 'N', placeDecision: { address: '7 Kent Ave' } });
    expect(hit?.distanceM).toBeCloseTo(55.5, 0);
    expect(await countOf('RCRA-LQG')).toMatchObject({ within: 1, orphans: 0 });
  });

  it('needs a person, a reason, and a coordinate near the property', async () => {
    const at = { longitude: -73.9585, latitude: 40.711 };
    await expect(place('QUARTER MILE', at, agent)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(place('QUARTER MILE', at, viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(place('QUARTER MILE', { ...at, text: ' ' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(place('QUARTER MILE', { ...at, latitude: 91 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(place('QUARTER MILE', { longitude: 40.711, latitude: -73.9585 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(place('QUARTER MILE', { ...at, expectedRevision: 1 })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

describe('the row of a record', () => {
  it('is shown with all columns, as the file has it', async () => {
    const { original } = await system.client.getHit({ id: (await named('QUARTER MILE')).id }, await system.as(viewer));
    expect(original).toHaveLength(13);
    expect(original).toContainEqual({ column: 'COLLECT_DESC', value: 'GPS' });
    expect(original).toContainEqual({ column: 'LATITUDE83', value: '40.7151' });
  });
});
