import { newId, type AppError } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { AGENT, OTHER_AGENT, PROJECT, featureRules, type FeatureRules } from '../test/memory.js';
import { toMention } from './mapping.js';

let rules: FeatureRules;
beforeEach(() => {
  rules = featureRules();
});

const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: AppError) => error.reason,
  );
const feature = (by: CallContext, over: { authorId?: string; runId?: string } = {}) =>
  rules.features.create(by, {
    ...{ id: newId(), projectId: PROJECT, name: 'Gas works', landUse: [], coordinate: undefined, authorId: undefined },
    ...over,
  });
const mention = (by: CallContext, featureId: string, over: { authorId?: string; useType?: string } = {}) =>
  rules.mentions.create(by, {
    ...{ id: newId(), featureId, projectId: '', sourceAnnotationId: rules.annotation().id, narrative: 'Two tanks' },
    ...{ confidence: 10, useType: undefined, authorId: undefined, suggestedLandUse: '' },
    ...over,
  });
const rename = (by: CallContext, id: string) =>
  rules.features.update(by, {
    ...{ id, name: 'Renamed', landUse: [], coordinate: undefined, expectedUpdatedAt: undefined },
  });
const restate = (by: CallContext, id: string, useType?: string) =>
  rules.mentions.update(by, {
    ...{ id, narrative: 'One tank', confidence: undefined, useType, currentAuthorId: undefined, featureId: undefined },
  });

describe("An agent's key", () => {
  it('changes, deletes and merges no feature of a person or another agent', async () => {
    const theirs = await feature(rules.editor);
    const others = await feature(rules.editor, { authorId: OTHER_AGENT });
    const own = await feature(rules.apiKey);
    const agents = rules.apiKey;
    expect(await reasonOf(rename(agents, theirs._id))).toBe('agents_propose');
    expect(await reasonOf(rules.features.delete(agents, theirs._id))).toBe('agents_propose');
    expect(await reasonOf(rename(agents, others._id))).toBe('another_agent');
    const merge = { id: newId(), keptId: own._id, mergedIds: [theirs._id] };
    expect(await reasonOf(rules.features.merge(agents, merge))).toBe('agents_propose');
    expect(await rename(agents, own._id)).toMatchObject({ name: 'Renamed' });
  });

  it("deletes its own feature, unless a person's mention would lose it", async () => {
    const [used, unused] = [await feature(rules.apiKey), await feature(rules.apiKey)];
    await mention(rules.editor, used._id);
    expect(await reasonOf(rules.features.delete(rules.apiKey, used._id))).toBe('agents_propose');
    expect(await reasonOf(rules.features.delete(rules.apiKey, unused._id))).toBe('done');
  });

  it("does not supersede, end or delete a person's record of a mention", async () => {
    const { _id: featureId } = await feature(rules.editor);
    const theirs = await mention(rules.editor, featureId);
    const taken = await mention(rules.apiKey, featureId);
    await restate(rules.editor, taken._id, 'confirmed');
    for (const { _id } of [theirs, taken]) {
      expect(await reasonOf(restate(rules.apiKey, _id))).toBe('agents_propose');
      expect(await reasonOf(rules.mentions.delete(rules.apiKey, _id))).toBe('agents_propose');
      const current = rules.mentionRows.find(_id)?.current?.id ?? '';
      expect(await reasonOf(rules.mentions.endRecord(rules.apiKey, current))).toBe('agents_propose');
      expect(rules.mentionRows.find(_id)?.current?.authorId).toBe(rules.editor.actor.authorId);
    }
  });

  it('changes and deletes its own mentions, of which none counts as confirmed', async () => {
    const { _id: featureId } = await feature(rules.editor);
    const own = await mention(rules.apiKey, featureId, { useType: 'confirmed' });
    expect(own.current?.useType).toBe('suspected');
    expect((await restate(rules.apiKey, own._id, 'confirmed')).current?.useType).toBe('suspected');
    expect(await reasonOf(rules.mentions.delete(rules.apiKey, own._id))).toBe('done');
  });

  it('writes under no run of another agent or a person', async () => {
    const { id: runId } = rules.run({ authorId: OTHER_AGENT });
    expect(await reasonOf(feature(rules.apiKey, { runId }))).toBe('another_agent');
    const { id: peoples } = rules.run({ authorId: newId() });
    expect(await reasonOf(feature(rules.apiKey, { runId: peoples }))).toBe('agents_propose');
    const { id: own } = rules.run({ authorId: AGENT });
    expect(await reasonOf(feature(rules.apiKey, { runId: own }))).toBe('done');
  });
});

it("what a key writes in a person's name is marked, in each record of its own", async () => {
  const key = contextOf({ ...rules.editor.actor, via: 'api_key', keyId: 'key 1' });
  const place = await feature(key);
  expect(place.viaKey).toBe('key 1');
  expect((await rename(rules.editor, place._id)).viaKey).toBeUndefined();
  const made = await mention(rules.editor, place._id);
  const changed = await restate(key, made._id);
  expect([toMention(made).via, toMention(changed).via]).toEqual(['', 'key']);
  const again = await rules.mentions.update(rules.editor, {
    ...{ id: made._id, narrative: 'No tank', confidence: undefined, useType: undefined, currentAuthorId: undefined },
    featureId: undefined,
  });
  expect(again.history.map(({ viaKey }) => viaKey)).toEqual([undefined, 'key 1', undefined]);
});
