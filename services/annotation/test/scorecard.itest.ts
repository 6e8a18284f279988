import { outcomeOf, eventually } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import type { Annotation, GetScorecardRequest } from '@symbio/proto/annotation';
import { pageEvents, Page } from '@symbio/proto/document';
import { Mention, mentionEvents } from '@symbio/proto/feature';
import { newId } from '@symbio/runtime';
import {
  AGENT,
  annotations,
  apiKey,
  clock,
  draw,
  editor,
  ellipse,
  events,
  mongo,
  page,
  peers,
  project,
  stranger,
  viewer,
} from './service-under-test.js';

const metadata = { pageType: 'sanborn_map', year: 1926 };
const scorecard = async (request: Partial<GetScorecardRequest> = {}, by = viewer) =>
  annotations.getScorecard({ authorId: AGENT, ...request }, await callAs(by));
const review = async (request: Parameters<typeof annotations.reviewAnnotation>[0]) =>
  annotations.reviewAnnotation(request, await callAs(editor));

/** As the feature service publishes it. */
async function mentioned(annotation: Annotation, over: Partial<Mention> = {}): Promise<void> {
  clock.advance(1000);
  const id = newId();
  const mention = Mention.fromPartial({
    ...{ id, projectId: project, sourceAnnotationId: annotation.id, currentHistoryId: newId() },
    ...{ currentAuthorId: annotation.authorId, currentConfidence: 8, suggestedLandUse: 'dry_cleaner' },
    ...{ createdAt: clock.now(), updatedAt: clock.now() },
    ...over,
  });
  await events.publish(mentionEvents.changed, { entityId: id, scope: project, data: { mention } });
  await eventually(async () =>
    expect(
      await mongo.collection('annotations').findOne({ _id: annotation.id as never, 'claim.at': mention.updatedAt! }),
    ).not.toBeNull(),
  );
}

async function proposal(over: Parameters<typeof draw>[2] = {}): Promise<Annotation> {
  const made = await draw(apiKey, page({ metadata: metadata as never }), over);
  await mentioned(made);
  return made;
}

describe('A scorecard', () => {
  beforeEach(async () => {
    await mongo.collection('annotations').deleteMany({});
  });

  it('counts proposals by their current decision, with corrected, undone and standing ones', async () => {
    const made: Annotation[] = [];
    for (let count = 0; count < 7; count += 1) made.push(await proposal());
    const [asIs, moved, otherUse, givenUp, rejected, undone] = made;
    const accepted = [];
    for (const [each, shape] of [[asIs], [moved, ellipse({ centerX: 600 })], [otherUse], [givenUp]] as const) {
      const { copy } = await review({ id: each!.id, action: 'accept', ...(shape && { shape }) });
      accepted.push(copy!);
    }
    await mentioned(accepted[0]!, { linkedLandUse: ['gas_station'] });
    await mentioned(accepted[2]!, { linkedLandUse: ['gas_station'], statedLandUse: 'gas_station' });
    await mentioned(accepted[3]!, { currentHistoryId: '', currentAuthorId: '' });
    await review({ id: rejected!.id, action: 'reject', reason: 'A street', reasonCode: 'not_a_site' });
    await review({ id: undone!.id, action: 'reject', reason: 'A street' });
    await review({ id: undone!.id, action: 'undo' });
    const { rows } = await scorecard();
    expect(rows).toMatchObject([
      {
        ...{ authorId: AGENT, authorName: 'Sanborn Reader 1.2', group: '', proposed: 7 },
        ...{ accepted: 4, corrected: 2, standing: 3, rejected: 1, everDecided: 6, undone: 1 },
        rejections: [{ code: 'not_a_site', count: 1 }],
        bands: [{ from: 8, decided: 5, accepted: 4, meanConfidence: 8 }],
      },
    ]);
  });

  it('keeps proposals that their agent deleted after a decision, and not other deleted ones (decision 146)', async () => {
    const [rejected, undecided] = [await proposal(), await proposal()];
    await review({ id: rejected.id, action: 'reject', reason: 'A street' });
    for (const { id } of [rejected, undecided]) await annotations.deleteAnnotation({ id }, await callAs(apiKey));
    expect((await scorecard()).rows).toMatchObject([{ proposed: 1, rejected: 1 }]);
    const kept = await mongo.collection('annotations').findOne({ _id: rejected.id as never });
    expect(kept).not.toHaveProperty('purgeAt');
    clock.advance(31 * 86_400_000);
    expect(await outcomeOf(annotations.restoreAnnotation({ id: rejected.id }, await callAs(apiKey)))).toBe('NOT_FOUND');
  });

  it('does not take what a person writes about a proposal as the claim of its agent', async () => {
    const made = await proposal();
    await mentioned(made, { currentAuthorId: editor.authorId, currentConfidence: 2, linkedLandUse: ['gas_station'] });
    expect((await scorecard({ groupBy: 'land_use' })).rows).toMatchObject([{ group: 'dry_cleaner', proposed: 1 }]);
  });

  it('is divided by land use, decade and kind of sheet, and filtered by them', async () => {
    await proposal();
    const late = page({ metadata: { pageType: 'aerial_photo', year: 1951 } as never });
    await draw(apiKey, late);
    const groups = async (groupBy: string) => (await scorecard({ groupBy })).rows.map(({ group }) => group);
    expect(await groups('land_use')).toEqual(['', 'dry_cleaner']);
    expect(await groups('decade')).toEqual(['1920', '1950']);
    expect(await groups('sheet_kind')).toEqual(['aerial_photo', 'sanborn_map']);
    const counted = async (request: Partial<GetScorecardRequest>) => (await scorecard(request)).rows[0]?.proposed ?? 0;
    expect(await counted({ landUse: 'dry_cleaner' })).toBe(1);
    expect(await counted({ fromYear: 1930 })).toBe(1);
    expect(await counted({ toYear: 1900 })).toBe(0);
    expect(await counted({ sheetKind: 'aerial_photo' })).toBe(1);
    expect(await outcomeOf(scorecard({ groupBy: 'weather' }))).toBe('INVALID_ARGUMENT');
  });

  it('follows the kind and year that are read from a page later', async () => {
    const on = page();
    await draw(apiKey, on);
    const read = { ...on, metadata: Page.fromPartial({ metadata }).metadata };
    peers.pages.set(on.id, read);
    await events.publish(pageEvents.analyzed, { entityId: on.id, scope: project, data: { page: read } });
    await eventually(async () =>
      expect((await scorecard({ groupBy: 'decade' })).rows).toMatchObject([{ group: '1920', proposed: 1 }]),
    );
  });

  it('times decisions from when they were shown, and people’s own marks', async () => {
    const made = await proposal();
    clock.advance(60_000);
    const shownAt = new Date(clock.now().getTime() - 6_000);
    await review({ id: made.id, action: 'reject', reason: 'A street', shownAt });
    const on = page();
    for (let mark = 0; mark < 3; mark += 1) {
      await draw(editor, on);
      clock.advance(40_000);
    }
    expect(await scorecard()).toMatchObject({
      rows: [{ decisions: { count: 1, median: 6 } }],
      ownMarks: { count: 2, median: 40 },
    });
  });

  it('is read from a project with thousands of annotations that are all accepted copies', async () => {
    const made = await proposal();
    const { copy } = await review({ id: made.id, action: 'accept' });
    const row = await mongo.collection('annotations').findOne({ _id: copy!.id as never });
    const copies = Array.from({ length: 12_000 }, () => ({ ...row, _id: newId() as never }));
    await mongo.collection('annotations').insertMany(copies);
    expect(await scorecard()).toMatchObject({ rows: [{ proposed: 1, accepted: 1 }], ownMarks: { count: 0 } });
  });

  it('counts neither other projects than those the caller may see, nor decisions copied with a sample', async () => {
    const made = await proposal();
    const { copy } = await review({ id: made.id, action: 'accept' });
    expect((await scorecard({}, stranger)).rows).toEqual([]);
    expect(await outcomeOf(scorecard({ projectId: project }, stranger))).toBe('NOT_FOUND');
    const before = new Date(made.createdAt!.getTime() - 1);
    await mongo
      .collection('annotations')
      .updateOne({ _id: made.id as never }, { $set: { 'decisions.0.at': before, 'decisions.0.copyId': copy!.id } });
    expect((await scorecard()).rows).toMatchObject([{ proposed: 1, accepted: 0, everDecided: 0 }]);
  });
});
