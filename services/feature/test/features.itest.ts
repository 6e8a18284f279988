import geodesic from 'geographiclib-geodesic';
import { newId, type Actor } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { FeatureEvent, featureEvents } from '@symbio/proto/feature';
import {
  clock,
  events,
  project,
  otherProject,
  AGENT,
  editor,
  viewer,
  stranger,
  admin,
  apiKey,
  peers,
  api,
  mongo,
  feature,
  mention,
  current,
  records,
} from './service-under-test.js';

describe('Making a feature of interest', () => {
  it('stores its name, land use and place, and whose it is (DATA-14, API-11)', async () => {
    const coordinate = { longitude: -87.6298, latitude: 41.8781 };
    const made = await feature({ name: '  Gas works ', landUse: ['manufactured_gas_plant'], coordinate });
    expect(made).toMatchObject({
      projectId: project,
      name: 'Gas works',
      landUse: ['manufactured_gas_plant'],
      coordinate,
      authorId: editor.authorId,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    });
    expect((await api.getFeature({ id: made.id }, await callAs(viewer))).feature).toEqual(made);
  });

  it('needs neither a place nor a land use yet', async () => {
    const made = await feature({ landUse: [], coordinate: undefined });
    expect(made).toMatchObject({ landUse: [], coordinate: undefined });
  });

  it('names every bad field at once (API-17, FEAT-07, FEAT-09, FEAT-11, DATA-15)', async () => {
    const request = { id: 'f1', landUse: ['casino'], coordinate: { longitude: 181, latitude: NaN } };
    await expect(api.createFeature(request, await callAs(editor))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        id: 'id must be a UUID',
        project_id: 'project_id is required',
        name: 'Feature name is required',
        land_use: expect.stringContaining('"casino" is not a land use of the list') as unknown,
        latitude: 'Latitude must be between -90 and 90',
        longitude: 'Longitude must be between -180 and 180',
      },
    });
  });

  it('answers the one there is when it is asked for twice', async () => {
    const id = newId();
    const first = await feature({ id });
    expect(await feature({ id })).toEqual(first);
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created']));
    await expect(feature({ id }, admin)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'id_taken' });
    await expect(feature({ id, name: 'Again' })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('publishes the whole feature', async () => {
    const made = await feature();
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created']));
    const [event] = events.of(made.id);
    expect(FeatureEvent.fromJSON(event?.data)).toEqual({ feature: made });
    expect(event?.subject).toBe(featureEvents.created.subject(project));
  });

  it('is by an AI agent when an API key makes it', async () => {
    expect((await feature({}, apiKey)).authorId).toBe(AGENT);
    expect(await outcomeOf(feature({ authorId: AGENT }))).toBe('PERMISSION_DENIED');
  });
});

describe('Changing a feature', () => {
  it('changes the given fields, once (API-11)', async () => {
    const made = await feature();
    clock.advance(1000);
    const change = { id: made.id, name: 'Filling station', coordinate: { longitude: 1, latitude: 2 } };
    const request = { ...change, expectedUpdatedAt: made.updatedAt };
    const first = (await api.updateFeature(request, await callAs(editor))).feature!;
    expect(first).toEqual({ ...made, ...change, updatedAt: clock.now() });
    clock.advance(1000);
    expect((await api.updateFeature(request, await callAs(editor))).feature).toEqual(first);
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created', 'changed']));
  });

  it('refuses stale and invalid changes', async () => {
    const made = await feature();
    clock.advance(1000);
    const call = await callAs(editor);
    await api.updateFeature({ id: made.id, landUse: ['dump'] }, call);
    const late = { id: made.id, name: 'Late', expectedUpdatedAt: made.updatedAt };
    await expect(api.updateFeature(late, call)).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    await expect(api.updateFeature({ id: made.id, name: ' ' }, call)).rejects.toMatchObject({
      fields: { name: 'Feature name is required' },
    });
  });
});

describe('Features in lists', () => {
  it('come oldest first, narrowed by author, name and land use (API-11)', async () => {
    const list = newId();
    for (const each of [editor, viewer, apiKey]) peers.roles.set(`${each.sub}/${list}`, 'editor');
    const made: Record<string, string> = {};
    for (const [name, landUse, by] of [
      ['Former Gas Station', ['gas_station', 'auto_repair'], editor],
      ['Gas Works', ['manufactured_gas_plant'], apiKey],
      ['100% Clean Laundry', ['dry_cleaner'], editor],
    ] as const) {
      clock.advance(1000);
      made[(await feature({ projectId: list, name, landUse: [...landUse] }, by)).id] = name;
    }
    const names = async (filter: Parameters<typeof api.listFeatures>[0]): Promise<string[]> =>
      (await api.listFeatures({ projectId: list, ...filter }, await callAs(viewer))).features.map(
        ({ id }) => made[id]!,
      );
    expect(await names({})).toEqual(['Former Gas Station', 'Gas Works', '100% Clean Laundry']);
    expect(await names({ nameIlike: 'GAS' })).toEqual(['Former Gas Station', 'Gas Works']);
    expect(await names({ nameIlike: 'gas%' })).toEqual(['Gas Works']);
    expect(await names({ nameIlike: '%s%w_rks' })).toEqual(['Gas Works']);
    expect(await names({ nameIlike: '%a%s%a%' })).toEqual(['Former Gas Station']);
    expect(await names({ nameIlike: '100\\%%' })).toEqual(['100% Clean Laundry']);
    expect(await names({ nameWords: ' station  FORMER' })).toEqual(['Former Gas Station']);
    expect(await names({ nameWords: '100% .' })).toEqual([]);
    expect(await names({ landUseOverlaps: ['auto_repair', 'dry_cleaner'] })).toEqual([
      'Former Gas Station',
      '100% Clean Laundry',
    ]);
    expect(await names({ authorId: AGENT })).toEqual(['Gas Works']);
    expect(await names({ authorId: AGENT, nameIlike: 'laundry' })).toEqual([]);
    const slice = await api.listFeatures({ projectId: list, paging: { page: 2, perPage: 2 } }, await callAs(viewer));
    expect(slice.features.map(({ name }) => name)).toEqual(['100% Clean Laundry']);
    expect(slice.pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
  });

  it('are only those of projects the caller may see (AUTH-37)', async () => {
    const author = newId();
    peers.authors.set(author, { authorType: 'human', displayName: 'Bea Writer' });
    const writer = person({ authorId: author });
    for (const each of [project, otherProject]) peers.roles.set(`${writer.sub}/${each}`, 'editor');
    const here = await feature({}, writer);
    const there = await feature({ projectId: otherProject }, writer);
    const ids = async (by: Actor): Promise<string[]> =>
      (await api.listFeatures({ authorId: author }, await callAs(by))).features.map(({ id }) => id);
    expect(await ids(admin)).toEqual([here.id, there.id]);
    expect(await ids(viewer)).toEqual([here.id]);
    expect(await ids(stranger)).toEqual([]);
    expect(await outcomeOf(api.listFeatures({ projectId: otherProject }, await callAs(viewer)))).toBe('NOT_FOUND');
    const all = await api.listFeatures({}, await callAs(viewer));
    expect(all.features.map(({ id }) => id)).toContain(here.id);
    expect(new Set(all.features.map(({ projectId }) => projectId))).not.toContain(otherProject);
  });

  it('refuse filters that can find nothing', async () => {
    const request = { projectId: project, landUseOverlaps: ['casino'], nameIlike: 'x'.repeat(201) };
    await expect(api.listFeatures(request, await callAs(viewer))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { land_use_overlaps: expect.any(String) as unknown, name_ilike: expect.any(String) as unknown },
    });
  });
});

describe('Nearby features (FEAT-28, CONST-16)', () => {
  const away = (from: { longitude: number; latitude: number }, azimuth: number, metres: number) => {
    const { lat2, lon2 } = geodesic.Geodesic.WGS84.Direct(from.latitude, from.longitude, azimuth, metres);
    return { latitude: lat2!, longitude: ((((lon2! + 180) % 360) + 360) % 360) - 180 };
  };

  it.each([
    ['in Chicago', { longitude: -87.6298, latitude: 41.8781 }, 90],
    ['on the equator, towards north', { longitude: 6.6, latitude: 0 }, 0],
    ['in Longyearbyen', { longitude: 15.6356, latitude: 78.2232 }, 45],
    ['near the pole', { longitude: 25, latitude: 89.9999 }, 0],
    ['across the antimeridian', { longitude: 179.9999, latitude: -16.8 }, 90],
    ['across the antimeridian from the other side', { longitude: -179.9999, latitude: 51.9 }, 270],
  ])('are those within 50 m of the ellipsoid, nearest first, with their distance: %s', async (_, near, azimuth) => {
    const place = newId();
    for (const each of [editor, viewer]) peers.roles.set(`${each.sub}/${place}`, 'editor');
    for (const metres of [50.1, 50.0, 49.9, 0, 3_000])
      await feature({ projectId: place, name: String(metres), coordinate: away(near, azimuth, metres) });
    await feature({ projectId: place, name: 'not placed', coordinate: undefined });
    const found = (await api.listFeatures({ projectId: place, near }, await callAs(viewer))).features;
    expect(found.map(({ name }) => name)).toEqual(['0', '49.9', '50']);
    for (const { name, distanceM } of found) expect(distanceM).toBeCloseTo(Number(name), 4);

    const there = await api.listFeatures({ projectId: place, near, radiusM: 0 }, await callAs(viewer));
    expect(there.features.map(({ name }) => name)).toEqual(['0']);

    const wider = { projectId: place, near, radiusM: 3_000, nameIlike: '%0', paging: { page: 1, perPage: 2 } };
    const slice = await api.listFeatures(wider, await callAs(viewer));
    expect(slice.features.map(({ name }) => name)).toEqual(['0', '50']);
    expect(slice.pageInfo).toMatchObject({ count: 3, totalPages: 2 });
  });

  it('need a point and a radius that exist', async () => {
    const request = { projectId: project, near: { longitude: 200, latitude: 0 }, radiusM: 1e9 };
    await expect(api.listFeatures(request, await callAs(viewer))).rejects.toMatchObject({
      fields: { longitude: 'Longitude must be between -180 and 180', radius: expect.any(String) as unknown },
    });
  });
});

describe('Land uses', () => {
  it('are the 44 of the list with label, contaminants and note (DATA-15, OP-26)', async () => {
    const { landUses } = await api.listLandUses({}, await callAs(stranger));
    expect(landUses).toHaveLength(44);
    expect(landUses[0]).toEqual({
      value: 'agriculture',
      label: 'Agriculture',
      typicalContaminants: expect.stringContaining('pesticides') as unknown,
      frequencyNote: expect.stringMatching(/common/i) as unknown,
    });
  });
});

describe('Merging features that are the same site', () => {
  it('the kept one takes over land uses, a missing place and all mentions; earlier records are unchanged', async () => {
    const kept = await feature({ name: 'Gas Works' });
    const other = await feature({
      name: 'Manufactured Gas Plant',
      landUse: ['manufacturing', 'gas_station'],
      coordinate: { longitude: -73.9, latitude: 40.7 },
    });
    const mine = await mention({ featureOfInterestId: kept.id });
    const theirs = await mention({ featureOfInterestId: other.id, confidence: 7 }, apiKey);
    clock.advance(1000);
    const merged = (await api.mergeFeatures({ featureId: kept.id, mergedIds: [other.id] }, await callAs(editor)))
      .feature!;
    expect(merged).toMatchObject({
      id: kept.id,
      name: 'Gas Works',
      landUse: ['gas_station', 'manufacturing'],
      coordinate: { longitude: -73.9, latitude: 40.7 },
    });
    expect(await outcomeOf(api.getFeature({ id: other.id }, await callAs(viewer)))).toBe('NOT_FOUND');
    expect(await current(mine.id)).toMatchObject({ featureOfInterestId: kept.id, historyCount: 1 });
    expect(await current(theirs.id)).toMatchObject({
      featureOfInterestId: kept.id,
      historyCount: 2,
      currentNarrative: theirs.narrative,
      currentConfidence: 7,
      currentAuthorId: editor.authorId,
    });
    expect((await records({ featureId: other.id })).map(({ id, status }) => [id, status])).toEqual([
      [theirs.currentHistoryId, 'superseded'],
    ]);
    await eventually(() =>
      expect([
        events.verbsOf(kept.id),
        events.verbsOf(other.id),
        events.verbsOf(theirs.id),
        events.verbsOf(mine.id),
      ]).toEqual([['created', 'changed'], ['created', 'deleted'], ['created', 'changed'], ['created']]),
    );
  });

  it('is refused with a sentence for none, itself, a feature that is gone and one of another project', async () => {
    const kept = await feature();
    const elsewhere = await feature({ projectId: otherProject }, admin);
    const call = await callAs(admin);
    const merge = (mergedIds: string[]) => outcomeOf(api.mergeFeatures({ featureId: kept.id, mergedIds }, call));
    expect(await merge([])).toBe('INVALID_ARGUMENT');
    expect(await merge([kept.id])).toBe('INVALID_ARGUMENT');
    expect(await merge([newId()])).toBe('NOT_FOUND');
    expect(await merge([elsewhere.id])).toBe('INVALID_ARGUMENT');
    expect(await merge(Array.from({ length: 21 }, () => newId()))).toBe('INVALID_ARGUMENT');
    expect((await api.getFeature({ id: elsewhere.id }, call)).feature?.id).toBe(elsewhere.id);
  });

  it('that was cut off is finished by the next call', async () => {
    const kept = await feature();
    const other = await feature();
    const moved = await mention({ featureOfInterestId: other.id });
    // state after a crash once the first mention has moved
    const stuck = { featureId: kept.id, 'current.featureId': kept.id };
    await mongo.collection('mentions').updateOne({ _id: moved.id as never }, { $set: stuck });
    const left = await mention({ featureOfInterestId: other.id });
    await api.mergeFeatures({ featureId: kept.id, mergedIds: [other.id] }, await callAs(editor));
    for (const { id } of [moved, left]) expect((await current(id)).featureOfInterestId).toBe(kept.id);
  });

  it('is undone: restores features, mentions and values, and publishes events (OP-29)', async () => {
    const coordinate = { longitude: -73.9, latitude: 40.7 };
    const kept = await feature({ name: 'Gas Works', coordinate: undefined });
    const other = await feature({ name: 'Gas Plant', landUse: ['manufacturing'], coordinate });
    const moved = await mention({ featureOfInterestId: other.id, confidence: 7 }, apiKey);
    const changed = await mention({ featureOfInterestId: other.id });
    const mergeId = newId();
    const call = await callAs(editor);
    const merge = () => api.mergeFeatures({ mergeId, featureId: kept.id, mergedIds: [other.id] }, call);
    const listed = async () =>
      (await api.listFeatures({ projectId: project }, call)).features.filter(({ id }) => id === other.id);
    const merged = await merge();
    expect([merged.mergeId, await listed()]).toEqual([mergeId, []]);
    // a repeat returns the same
    expect(await merge()).toEqual(merged);
    await api.updateMention({ id: changed.id, narrative: 'Three tanks' }, call);
    clock.advance(1000);

    const undone = await api.undoMerge({ mergeId }, call);
    expect(undone.stayingMentions).toBe(1);
    expect(undone.feature).toEqual({ ...kept, updatedAt: clock.now() });
    expect(undone.restored).toEqual([{ ...other, updatedAt: clock.now() }]);
    expect(await listed()).toEqual(undone.restored);
    expect(await current(moved.id)).toMatchObject({
      featureOfInterestId: other.id,
      historyCount: 3,
      currentAuthorId: AGENT,
      currentConfidence: 7,
    });
    expect(await current(changed.id)).toMatchObject({ featureOfInterestId: kept.id, currentNarrative: 'Three tanks' });
    expect(await api.undoMerge({ mergeId }, call)).toEqual(undone);
    expect(await outcomeOf(merge())).toBe('FAILED_PRECONDITION');
    await eventually(() =>
      expect([kept.id, other.id, moved.id].map((id) => events.verbsOf(id))).toEqual([
        ['created', 'changed', 'changed'],
        ['created', 'deleted', 'created'],
        ['created', 'changed', 'changed'],
      ]),
    );
    // a restored feature is an ordinary one: new mentions stay with it
    const again = await mention({ featureOfInterestId: other.id });
    expect((await current(again.id)).featureOfInterestId).toBe(other.id);
    expect(await outcomeOf(api.undoMerge({ mergeId: newId() }, call))).toBe('NOT_FOUND');
  });
});
