import { outcomeOf, eventually } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import type { Annotation, ReviewRule } from '@symbio/proto/annotation';
import { documentEvents, Document } from '@symbio/proto/document';
import { Mention, mentionEvents } from '@symbio/proto/feature';
import { projectEvents } from '@symbio/proto/project';
import { newId } from '@symbio/runtime';
import {
  admin,
  annotations,
  apiKey,
  begin,
  clock,
  draw,
  editor,
  events,
  mongo,
  otherProject,
  page,
  peers,
  project,
  stranger,
  viewer,
} from './service-under-test.js';

const rules = async (projectId = project, by = viewer): Promise<ReviewRule[]> =>
  (await annotations.listReviewRules({ projectId }, await callAs(by))).rules;
const active = async (projectId = project, by = viewer) =>
  (await rules(projectId, by)).filter(({ status }) => status === 'active');
const read = async ({ id }: { id: string }): Promise<Annotation> =>
  (await annotations.getAnnotation({ id }, await callAs(admin))).annotation!;
const review = async (request: Parameters<typeof annotations.reviewAnnotation>[0], by = editor) => {
  clock.advance(1000);
  return annotations.reviewAnnotation(request, await callAs(by));
};
const reject = ({ id }: Annotation, by = editor) => review({ id, action: 'reject', reason: 'A street' }, by);

/** As the feature service publishes it; the spotter creates the mention after its annotation. */
async function mentioned(annotation: Annotation, over: Partial<Mention> = {}): Promise<void> {
  clock.advance(1000);
  const mention = Mention.fromPartial({
    ...{ id: newId(), projectId: annotation.projectId, sourceAnnotationId: annotation.id, currentHistoryId: newId() },
    ...{ currentAuthorId: annotation.authorId, currentConfidence: 8, suggestedLandUse: 'dry_cleaner' },
    ...{ createdAt: clock.now(), updatedAt: clock.now() },
    ...over,
  });
  const data = { mention };
  await events.publish(mentionEvents.changed, { entityId: mention.id, scope: annotation.projectId, data });
  await eventually(async () =>
    expect(
      await mongo.collection('annotations').findOne({ _id: annotation.id as never, 'claim.at': mention.updatedAt! }),
    ).not.toBeNull(),
  );
}

let volume: string;

async function proposal(over: Parameters<typeof draw>[2] & { projectId?: string } = {}): Promise<Annotation> {
  const { projectId = project, documentId = volume, ...input } = over;
  const made = await draw(apiKey, page({ documentId, projectId }), { content: 'OAK ST.', ...input });
  await mentioned(made);
  return made;
}

const rejectThree = async (over: Parameters<typeof proposal>[0] = {}, by = editor): Promise<Annotation[]> => {
  const three = [await proposal(over), await proposal(over), await proposal(over)];
  for (const each of three) await reject(each, by);
  return three;
};

describe('Rules from a project’s decisions (decision 157)', () => {
  beforeEach(async () => {
    volume = newId();
    for (const name of ['annotations', 'review_rules']) await mongo.collection(name).deleteMany({});
  });

  it('hide undecided and later proposals of the same reading, until a decision is undone', async () => {
    const open = await proposal();
    const elsewhere = await proposal({ documentId: newId() });
    const [first] = await rejectThree();
    await eventually(async () =>
      expect(await rules()).toMatchObject([
        {
          ...{ documentId: volume, label: 'OAK ST.', action: 'suppress', decisionCount: 3, appliedCount: 1 },
          reason: 'Rejected 3 times in one document: OAK ST.',
        },
      ]),
    );
    const next = await proposal({ content: 'Oak St' });
    await eventually(async () => expect(await read(next)).toMatchObject({ rule: { action: 'suppress' } }));
    expect(await read(open)).toMatchObject({ rule: { action: 'suppress' }, decisions: [] });
    expect((await read(elsewhere)).rule).toBeUndefined();
    await review({ id: first!.id, action: 'undo' });
    await eventually(async () => expect(await rules()).toMatchObject([{ status: 'withdrawn', appliedCount: 0 }]));
    expect((await read(open)).rule).toBeUndefined();
  });

  it('show one hidden proposal again, until that is undone (issue 42)', async () => {
    const [open, other] = [await proposal(), await proposal()];
    const show = async (shown: boolean, by = editor, { id } = open) => {
      clock.advance(1000);
      return (await annotations.showProposal({ id, shown }, await callAs(by))).annotation!;
    };
    expect((await show(true)).ruleExceptions).toEqual([]);
    await rejectThree();
    await eventually(async () => expect((await read(open)).rule).toBeDefined());
    for (const by of [viewer, apiKey]) expect(await outcomeOf(show(true, by))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(show(true, stranger))).toBe('NOT_FOUND');
    expect(await show(true)).toMatchObject({
      rule: undefined,
      ruleExceptions: [{ shown: true, authorName: 'Ann Editor' }],
    });
    expect((await show(true)).ruleExceptions).toHaveLength(1);
    // the rule settles again
    await reject(await proposal());
    await eventually(async () => expect(await active()).toMatchObject([{ decisionCount: 4, appliedCount: 1 }]));
    expect((await read(open)).rule).toBeUndefined();
    expect(await read(other)).toMatchObject({ rule: { action: 'suppress' } });
    expect(await show(false)).toMatchObject({
      rule: { action: 'suppress' },
      ruleExceptions: [{ shown: true }, { shown: false }],
    });
    await review({ id: open.id, action: 'reject', reason: 'A street' });
    expect((await show(true)).ruleExceptions).toHaveLength(2);
  });

  it('end when one of the hidden proposals is accepted', async () => {
    const open = await proposal();
    await rejectThree();
    await eventually(async () => expect((await read(open)).rule).toBeDefined());
    await review({ id: open.id, action: 'accept' });
    await eventually(async () => expect(await active()).toEqual([]));
    expect((await read(open)).rule).toBeUndefined();
  });

  it('suggest the label and land use that people gave twice', async () => {
    for (const each of [await proposal(), await proposal()]) {
      const { copy } = await review({ id: each.id, action: 'accept', content: 'OAK ST. CLEANERS' });
      await mentioned(copy!, { linkedLandUse: ['gas_station'], statedLandUse: 'gas_station' });
    }
    const next = await proposal();
    await eventually(async () =>
      expect((await read(next)).rule).toMatchObject({
        ...{ action: 'correct', correctedLabel: 'OAK ST. CLEANERS', correctedLandUse: 'gas_station' },
      }),
    );
    expect(await active()).toMatchObject([
      { reason: 'Corrected 2 times in one document: OAK ST. to OAK ST. CLEANERS, gas station' },
    ]);
  });

  it('take no land use from features that proposals were linked to', async () => {
    for (const each of [await proposal(), await proposal()]) {
      const { copy } = await review({ id: each.id, action: 'accept' });
      await mentioned(copy!, { linkedLandUse: ['tannery_leather_works'] });
    }
    expect(await rules()).toEqual([]);
  });

  it('can be removed by editors, and do not come back by the same decisions', async () => {
    const open = await proposal();
    await rejectThree();
    await eventually(async () => expect((await read(open)).rule).toBeDefined());
    const [rule] = await active();
    const remove = async (by: typeof editor) => annotations.removeReviewRule({ id: rule!.id }, await callAs(by));
    for (const by of [viewer, apiKey]) expect(await outcomeOf(remove(by))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(remove(stranger))).toBe('NOT_FOUND');
    clock.advance(1000);
    expect((await remove(editor)).rule).toMatchObject({ status: 'removed' });
    expect((await read(open)).rule).toBeUndefined();
    await reject(open);
    clock.advance(1000);
    await eventually(async () => expect((await read(open)).decisions).toHaveLength(1));
    expect(await rules()).toMatchObject([
      { status: 'removed', removals: [{ authorName: 'Ann Editor', decisionCount: 3 }] },
    ]);
    await rejectThree();
    await eventually(async () => expect(await active()).toMatchObject([{ decisionCount: 4, removals: { length: 1 } }]));
  });

  it('never reach another project, nor a copy of it: clients do not share them', async () => {
    peers.roles.set(`${apiKey.sub}/${otherProject}`, 'editor');
    const others = await proposal({ projectId: otherProject });
    await rejectThree();
    await eventually(async () => expect(await active()).toHaveLength(1));
    await mentioned(others);
    expect((await read(others)).rule).toBeUndefined();
    expect(await rules(otherProject, admin)).toEqual([]);
    expect(await outcomeOf(rules(project, stranger))).toBe('NOT_FOUND');
    // a copy has the decisions of its sample, made before it
    const decided = await mongo
      .collection('annotations')
      .findOne({ projectId: project, 'decisions.0': { $exists: true } });
    const found: unknown = decided?.['decisions'];
    const at = new Date(others.createdAt!.getTime() - 1);
    const decisions = Array.isArray(found) ? found.map((each: object) => ({ ...each, at })) : [];
    await mongo.collection('annotations').updateOne({ _id: others.id as never }, { $set: { decisions } });
    await rejectThree({ projectId: otherProject }, admin);
    await eventually(async () => expect(await active(otherProject, admin)).toMatchObject([{ decisionCount: 3 }]));
  });

  it('do not count as decisions: hidden proposals stay undecided, also when their run is reviewed', async () => {
    const run = await begin();
    const open = await proposal({ runId: run.id });
    await rejectThree();
    await eventually(async () => expect((await read(open)).rule).toBeDefined());
    const reviewed = await annotations.reviewRun({ id: run.id, action: 'accept' }, await callAs(editor));
    expect(reviewed.decidedIds).toEqual([]);
    const { rows } = await annotations.getScorecard({ projectId: project }, await callAs(viewer));
    expect(rows).toMatchObject([{ proposed: 4, accepted: 0, rejected: 3, everDecided: 3 }]);
  });

  it('go with their document and their project', async () => {
    await rejectThree();
    await eventually(async () => expect(await active()).toHaveLength(1));
    peers.pages.clear();
    await events.publish(documentEvents.erased, {
      ...{ entityId: volume, scope: project },
      data: { document: Document.fromPartial({ id: volume, projectId: project }) },
    });
    await eventually(async () => expect(await rules()).toEqual([]));
    const erased = newId();
    peers.roles.set(`${apiKey.sub}/${erased}`, 'editor').set(`${admin.sub}/${erased}`, 'admin');
    await rejectThree({ projectId: erased, documentId: newId() }, admin);
    await eventually(async () => expect(await active(erased, admin)).toHaveLength(1));
    await events.publish(projectEvents.erased, { entityId: erased, scope: erased, data: {} });
    await eventually(async () =>
      expect(await mongo.collection('review_rules').countDocuments({ projectId: erased })).toBe(0),
    );
  });
});
