import { newId } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { runEvents } from '@symbio/proto/annotation';
import { CreateMentionRequest } from '@symbio/proto/feature';
import {
  annotation,
  api,
  apiKey,
  clock,
  current,
  editor,
  events,
  feature,
  mention,
  mongo,
  project,
  run,
  viewer,
} from './service-under-test.js';

/** In pages of two, by cursor. */
async function readAll<Row>(
  slice: (cursor: string) => Promise<{ rows: Row[]; next: string | undefined }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { rows, next } = await slice(cursor);
    expect(rows.length).toBeLessThanOrEqual(2);
    all.push(...rows);
    cursor = next;
  }
  return all;
}
const paging = (cursor: string) => ({ page: 0, perPage: 2, cursor });

describe('Lists', () => {
  it('are read to their end by cursor, also of rows of one moment, and by run', async () => {
    const runId = run().id;
    const places: string[] = [];
    const sightings: string[] = [];
    for (let n = 0; n < 5; n++) {
      if (n === 3) clock.advance(1000);
      const place = await feature({ runId });
      places.push(place.id);
      sightings.unshift((await mention({ featureOfInterestId: place.id, runId })).id);
    }
    const call = await callAs(viewer);
    const features = await readAll(async (cursor) => {
      const answer = await api.listFeatures({ runId, paging: paging(cursor) }, call);
      expect(answer.pageInfo).toMatchObject({ count: 5, totalPages: 3 });
      return { rows: answer.features, next: answer.pageInfo?.nextCursor };
    });
    expect(features.map(({ id }) => id)).toEqual(places);
    const mentions = await readAll(async (cursor) => {
      const answer = await api.listMentions({ runId, paging: paging(cursor) }, call);
      return { rows: answer.mentions, next: answer.pageInfo?.nextCursor };
    });
    expect(mentions.map(({ id }) => id)).toEqual(sightings);
    const records = await readAll(async (cursor) => {
      const answer = await api.listMentionHistory({ runId, paging: paging(cursor) }, call);
      return { rows: answer.records, next: answer.pageInfo?.nextCursor };
    });
    expect(records.map(({ mentionId }) => mentionId)).toEqual(sightings);
    const writes = await readAll(async (cursor) => {
      const answer = await api.listRunWrites({ runId, paging: paging(cursor) }, call);
      expect(answer).toMatchObject({ featureCount: 5, mentionCount: 5, historyRecordCount: 0 });
      return { rows: answer.writes, next: answer.pageInfo?.nextCursor };
    });
    expect(writes.map(({ id }) => id).sort()).toEqual([...places, ...sightings].sort());
  });

  it('contain only items changed after a moment, if requested', async () => {
    const place = await feature();
    const [early, late] = [await mention({ featureOfInterestId: place.id }), await mention()];
    const updatedAfter = clock.now();
    clock.advance(1000);
    await api.updateMention({ id: late.id, confidence: 1 }, await callAs(editor));
    await api.updateFeature({ id: place.id, clearLandUse: true }, await callAs(editor));
    const call = await callAs(viewer);
    const { mentions } = await api.listMentions({ projectId: project, updatedAfter }, call);
    expect(mentions.map(({ id }) => id)).toEqual([late.id]);
    expect(mentions.map(({ id }) => id)).not.toContain(early.id);
    const { features } = await api.listFeatures({ projectId: project, updatedAfter }, call);
    expect(features).toMatchObject([{ id: place.id, landUse: [] }]);
    const { records } = await api.listMentionHistory({ projectId: project, createdAfter: updatedAfter }, call);
    expect(records.map(({ mentionId }) => mentionId)).toEqual([late.id]);
  });

  it('by distance know no cursor', async () => {
    const near = { longitude: 0, latitude: 0 };
    const { features, pageInfo } = await api.listFeatures({ near }, await callAs(viewer));
    expect([features, pageInfo]).toEqual([[], undefined]);
    const refused = api.listFeatures({ near, paging: paging('x') }, await callAs(viewer));
    await expect(refused).rejects.toMatchObject({ fields: { cursor: 'A list by distance is read by page' } });
  });
});

describe('A batch of mentions', () => {
  it('is written together, each with its event, and answered in order', async () => {
    const [place, runId] = [await feature(), run().id];
    const items = Array.from({ length: 40 }, (_, n) =>
      CreateMentionRequest.fromPartial({
        ...{ id: newId(), featureOfInterestId: place.id, sourceAnnotationId: annotation().id },
        ...{ confidence: n === 7 ? 70 : 5, narrative: `Tank ${n}`, projectId: project, runId },
      }),
    );
    const call = await callAs(apiKey);
    const made = async (dryRun: boolean) =>
      (await api.createMentions({ items, dryRun }, call)).results.map(({ outcome }) => outcome);
    const tried = await made(true);
    expect(await mongo.collection('mentions').countDocuments({ featureId: place.id })).toBe(0);
    const outcomes = await made(false);
    for (const each of [tried, outcomes]) {
      expect(each.map((outcome) => outcome?.$case === 'mention')).toEqual(items.map((_, n) => n !== 7));
      expect(each[7]).toMatchObject({ value: { status: 'INVALID_ARGUMENT', reason: 'invalid_fields' } });
      expect(each[39]).toMatchObject({ value: { id: items[39]?.id, narrative: 'Tank 39' } });
    }
    await eventually(() => {
      for (const { id, confidence } of items) expect(events.verbsOf(id)).toEqual(confidence === 5 ? ['created'] : []);
    });
  });
});

describe('When a run is undone', () => {
  it('its event undoes the writes of this service', async () => {
    const runId = run().id;
    const place = await feature({ runId }, apiKey);
    const made = await mention({ featureOfInterestId: place.id, runId, confidence: 5 }, apiKey);
    const theirs = await mention({ narrative: 'Seen in 1911' });
    await api.updateMention({ id: theirs.id, narrative: 'Seen in 1912', runId }, await callAs(editor));
    const undone = run({ id: runId, status: 'undone' });
    for (let n = 0; n < 2; n++)
      await events.publish(runEvents.undone, { entityId: runId, scope: project, data: { run: undone } });
    await eventually(() => {
      expect(events.verbsOf(place.id)).toEqual(['created', 'deleted']);
      expect(events.verbsOf(made.id)).toEqual(['created', 'deleted']);
      expect(events.verbsOf(theirs.id)).toEqual(['created', 'changed', 'changed']);
    });
    expect(await current(theirs.id)).toMatchObject({ currentNarrative: 'Seen in 1911', historyCount: 3 });
    expect(await api.applyRun({ runId }, await callAs(editor))).toEqual({
      ...{ deletedMentions: 0, deletedFeatures: 0, endedRecords: 0 },
      ...{ keptFeatureIds: [], keptMentionIds: [] },
    });
    expect(await outcomeOf(mention({ runId }))).toBe('FAILED_PRECONDITION');
  });
});

describe('A mention that is deleted', () => {
  it('is deleted with its history and publishes an event', async () => {
    const source = annotation();
    const made = await mention({ sourceAnnotationId: source.id });
    await api.deleteMention({ id: made.id, dryRun: true }, await callAs(editor));
    expect((await api.getMention({ id: made.id }, await callAs(viewer))).mention?.id).toBe(made.id);
    await api.deleteMention({ id: made.id }, await callAs(editor));
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created', 'deleted']));
    expect(await outcomeOf(api.getMention({ id: made.id }, await callAs(viewer)))).toBe('NOT_FOUND');
    const { records } = await api.listMentionHistory({ annotationId: source.id }, await callAs(viewer));
    expect(records).toEqual([]);
  });
});
