import { newId } from '@symbio/runtime';
import { PROJECT, featureRules, type FeatureRules } from '../../test/memory.js';
import type { Association } from './associate.js';
import { MAX_RECORDS } from './history.js';
import { toGeoPoint } from '../mapping.js';

let rules: FeatureRules;
let annotationId: string;
beforeEach(() => {
  rules = featureRules();
  annotationId = rules.annotation().id;
});

const GAS_WORKS = {
  name: 'Gas works',
  landUse: ['manufactured_gas_plant'],
  coordinate: { longitude: -74, latitude: 40.7 },
};
const association = (over: Partial<Association> = {}): Association => ({
  annotationId,
  mentionId: newId(),
  featureId: '',
  feature: { id: newId(), ...GAS_WORKS },
  narrative: ' Seen in 1887. ',
  confidence: undefined,
  useType: undefined,
  expectedUpdatedAt: undefined,
  ...over,
});
const existing = () =>
  rules.features.create(rules.editor, { id: newId(), projectId: PROJECT, ...GAS_WORKS, authorId: undefined });
const published = () => [...rules.featureRows.published, ...rules.mentionRows.published].map(({ name }) => name);

describe('Associating an annotation with a feature (OP-27, FEAT-18)', () => {
  it('makes the feature and the mention of it, each once, however often it is asked for', async () => {
    const input = association();
    const first = await rules.associate(rules.editor, input);
    expect(first.feature).toMatchObject({ _id: input.feature?.id, projectId: PROJECT, name: 'Gas works' });
    expect(first.mention).toMatchObject({
      _id: input.mentionId,
      featureId: input.feature?.id,
      sourceAnnotationId: annotationId,
      current: { narrative: 'Seen in 1887.', confidence: 10, useType: 'confirmed' },
    });
    const again = await rules.associate(rules.editor, input);
    expect(again).toEqual(first);
    expect(published()).toEqual(['feature.created', 'mention.created']);
  });

  it('keeps the relation to the property with the feature, and changes it as one of its values', async () => {
    const near = { relation: 'near', direction: 'NW', distanceFt: 400 };
    const input = association();
    const made = await rules.associate(rules.editor, { ...input, feature: { ...input.feature!, relation: near } });
    expect(made.feature.relation).toEqual(near);
    const featureId = made.feature._id;
    const relation = { relation: 'on_property', direction: '', distanceFt: undefined };
    const change = { featureId, feature: { id: '', ...GAS_WORKS, relation } };
    const { feature } = await rules.associate(rules.editor, association(change));
    expect(feature.relation).toEqual({ relation: 'on_property' });
    // values without a relation leave it
    const again = await rules.associate(rules.editor, association({ featureId, feature: { id: '', ...GAS_WORKS } }));
    expect(again.feature.relation).toEqual({ relation: 'on_property' });
  });

  it('finishes what an earlier try of it left undone, with what the form says now', async () => {
    const input = association();
    await rules.features.create(rules.editor, {
      ...GAS_WORKS,
      id: input.feature!.id,
      projectId: PROJECT,
      authorId: undefined,
    });
    const corrected = { ...input, feature: { ...input.feature!, name: 'Old gas works' } };
    const { feature, mention } = await rules.associate(rules.editor, corrected);
    expect(feature.name).toBe('Old gas works');
    expect(mention.featureId).toBe(feature._id);
  });

  it('takes an existing feature as it is, or brings it up to date', async () => {
    const { _id: featureId, updatedAt } = await existing();
    const asItIs = await rules.associate(rules.editor, association({ featureId, feature: undefined }));
    expect(asItIs.feature.rev).toBe(1);
    rules.clock.advance(1000);
    const feature = { id: '', ...GAS_WORKS, name: 'Old gas works' };
    const renamed = await rules.associate(
      rules.editor,
      association({ featureId, feature, expectedUpdatedAt: updatedAt }),
    );
    expect(renamed.feature).toMatchObject({ _id: featureId, name: 'Old gas works' });
    const stale = association({ featureId, feature: { ...feature, name: 'Late' }, expectedUpdatedAt: updatedAt });
    await expect(rules.associate(rules.editor, stale)).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    expect(rules.mentionRows.find(stale.mentionId)).toBeUndefined();
  });

  it('moves a mention that is there to another feature, with a new record', async () => {
    const input = association();
    await rules.associate(rules.editor, input);
    const { _id: featureId } = await existing();
    const { mention } = await rules.associate(rules.editor, { ...input, featureId, feature: undefined, confidence: 4 });
    expect(mention).toMatchObject({ featureId, historyCount: 2, current: { featureId, confidence: 4 } });
  });

  it('keeps the land use that was stated with a new feature, but states none with an existing one', async () => {
    const input = association();
    const made = await rules.associate(rules.editor, input);
    expect(made.mention.statedLandUse).toBe('manufactured_gas_plant');
    const same = { ...input, featureId: made.feature._id, feature: undefined };
    const renarrated = await rules.associate(rules.editor, { ...same, narrative: 'Seen in 1894.' });
    expect(renarrated.mention.statedLandUse).toBe('manufactured_gas_plant');
    const { _id: featureId } = await existing();
    const moved = await rules.associate(rules.editor, { ...same, featureId });
    expect(moved.mention.statedLandUse).toBeUndefined();
    const first = await rules.associate(rules.editor, association({ featureId, feature: undefined }));
    expect(first.mention.statedLandUse).toBeUndefined();
  });
});

describe('An association that is refused leaves nothing behind', () => {
  it('and names every bad field before anything is written', async () => {
    const bad = association({
      mentionId: 'm1',
      feature: { id: 'f1', name: ' ', landUse: ['casino'], coordinate: { longitude: 181, latitude: 0 } },
      confidence: 11,
      useType: 'maybe',
    });
    await expect(rules.associate(rules.editor, bad)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        mention_id: 'mention_id must be a UUID',
        'feature.id': 'feature.id must be a UUID',
        name: 'Feature name is required',
        land_use: expect.stringContaining('"casino" is not a land use of the list') as unknown,
        longitude: 'Longitude must be between -180 and 180',
        confidence: 'Confidence must be between 0 and 10',
        use_type: 'use_type must be one of current, historical, suspected, confirmed',
      },
    });
    await expect(rules.associate(rules.editor, association({ feature: undefined }))).rejects.toMatchObject({
      fields: { feature: 'Give feature_id, or what the new feature is' },
    });
    expect(published()).toEqual([]);
  });

  it('without a word of it when the annotation goes while the feature is written', async () => {
    const input = association();
    let asked = 0;
    rules.hooks.onRead = async () => {
      asked += 1;
      if (asked === 2) {
        rules.annotations.delete(annotationId);
        await rules.tombstones.record(annotationId);
      }
    };
    await expect(rules.associate(rules.editor, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(rules.featureRows.all()).toEqual([]);
    expect(rules.mentionRows.all()).toEqual([]);
  });

  it('and a feature that was changed for it as it was, when the mention has no room', async () => {
    const input = association();
    const { feature } = await rules.associate(rules.editor, input);
    await rules.mentionRows.change(input.mentionId, rules.editor.actor, ({ history }) => ({
      set: { history: Array.from({ length: MAX_RECORDS }, () => history[0]!) },
      events: [],
    }));
    const moved = { id: '', ...GAS_WORKS, name: 'Elsewhere', coordinate: { longitude: 1, latitude: 2 } };
    const full = { ...input, featureId: feature._id, feature: moved, narrative: 'One more' };
    await expect(rules.associate(rules.editor, full)).rejects.toMatchObject({ reason: 'history_full' });
    expect(rules.featureRows.find(feature._id)).toMatchObject({
      name: 'Gas works',
      location: toGeoPoint(GAS_WORKS.coordinate),
    });
  });

  it("under the id of another annotation's mention", async () => {
    const input = association();
    await rules.associate(rules.editor, input);
    const other = association({ mentionId: input.mentionId, annotationId: rules.annotation().id });
    await expect(rules.associate(rules.editor, other)).rejects.toMatchObject({ reason: 'id_taken' });
    expect(rules.featureRows.all()).toHaveLength(1);
  });

  it('to those who may not write in the project, may not see it, or associate what an agent found (FEAT-14)', async () => {
    const code = (error: { code: string }) => error.code;
    expect(await rules.associate(rules.viewer, association()).catch(code)).toBe('PERMISSION_DENIED');
    expect(await rules.associate(rules.stranger, association()).catch(code)).toBe('NOT_FOUND');
    const agents = rules.annotation({ authorType: 'ai_agent' }).id;
    expect(await rules.associate(rules.editor, association({ annotationId: agents })).catch(code)).toBe(
      'PERMISSION_DENIED',
    );
    const { _id: featureId } = await existing();
    // the agent's own review must not bypass the person's decision
    const found = association({ annotationId: agents, featureId, feature: undefined, confidence: 7 });
    const { mention } = await rules.associate(rules.apiKey, found);
    const { rev } = rules.mentionRows.find(mention._id)!;
    expect(await rules.associate(rules.editor, { ...found, narrative: 'Mine now' }).catch(code)).toBe(
      'PERMISSION_DENIED',
    );
    expect(rules.mentionRows.find(mention._id)?.rev).toBe(rev);
    rules.mentionRows.drop(() => true);
    rules.featureRows.drop(() => true);
    expect(await rules.associate(rules.editor, association({ featureId })).catch(code)).toBe('NOT_FOUND');
    expect(rules.featureRows.all()).toEqual([]);
  });
});

describe('A feature that is made again under the id of one that was deleted', () => {
  it('keeps its mentions when the event of the deletion comes late', async () => {
    const input = association();
    const { feature, mention } = await rules.associate(rules.editor, input);
    await rules.mentions.detachFrom(feature._id);
    expect(rules.mentionRows.find(mention._id)?.featureId).toBe(feature._id);
    await rules.features.delete(rules.editor, feature._id);
    expect(rules.mentionRows.find(mention._id)?.featureId).toBe('');
  });
});
