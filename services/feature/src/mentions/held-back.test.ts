import { newId } from '@symbio/runtime';
import type { Annotation } from '@symbio/proto/annotation';
import { AGENT, PROJECT, featureRules, type FeatureRules } from '../../test/memory.js';
import type { MentionRow } from '../model.js';

let rules: FeatureRules;
beforeEach(() => {
  rules = featureRules();
});

const proposal = (): Annotation => rules.annotation({ authorType: 'ai_agent', authorId: AGENT, heldBack: true });
const feature = () =>
  rules.features.create(rules.editor, {
    ...{ id: newId(), projectId: PROJECT, name: 'Gas works', landUse: [] },
    ...{ coordinate: undefined, authorId: undefined },
  });

async function propose(annotation: Annotation, over: { id?: string; featureId?: string } = {}): Promise<MentionRow> {
  const { _id: featureId } = over.featureId === undefined ? await feature() : { _id: over.featureId };
  return rules.mentions.create(rules.apiKey, {
    ...{ id: over.id ?? newId(), featureId, projectId: '', sourceAnnotationId: annotation.id, narrative: 'A tank' },
    ...{ confidence: 8, useType: undefined, authorId: undefined, suggestedLandUse: '' },
  });
}

const published = () => rules.mentionRows.published.map(({ name }) => name.split('.')[1]);
const isThere = ({ _id: id }: MentionRow): Promise<boolean> =>
  rules.mentions.get(rules.editor, id).then(
    () => true,
    () => false,
  );

describe('A mention of a proposal that is held back (decision 165)', () => {
  it('is in no list and publishes nothing until the proposal is shown', async () => {
    const annotation = proposal();
    const made = await propose(annotation);
    const paging = { page: 1, perPage: 10, after: '', counted: true };
    const lists = () =>
      Promise.all([
        rules.mentions.list(rules.editor, { projectId: PROJECT, filter: {}, paging }),
        rules.mentions.listHistory(rules.editor, {
          ...{ projectId: PROJECT, filter: {}, status: '', paging },
        }),
      ]);
    expect(await isThere(made)).toBe(false);
    for (const { rows } of await lists()) expect(rows).toEqual([]);
    expect(published()).toEqual([]);
    await rules.mentions.annotationShown(annotation.id, PROJECT, 2);
    expect(await isThere(made)).toBe(true);
    for (const { rows } of await lists()) expect(rows).toHaveLength(1);
    await rules.mentions.annotationShown(annotation.id, PROJECT, 2);
    expect(published()).toEqual(['created']);
  });

  it('is shown if the proposal was shown during the write, also by a repeat', async () => {
    const annotation = proposal();
    const { _id: featureId } = await feature();
    const id = newId();
    await propose(annotation, { id, featureId });
    let reads = 0;
    rules.hooks.onRead = () => {
      reads += 1;
      if (reads === 1) rules.annotations.set(annotation.id, { ...annotation, heldBack: false });
      return Promise.resolve();
    };
    const other = await propose(annotation, { featureId });
    const again = await propose(annotation, { id, featureId });
    for (const made of [other, again]) expect(await isThere(made)).toBe(true);
    expect(published()).toEqual(['created', 'created']);
  });

  it('goes with its proposal, even if it names a feature', async () => {
    const annotation = proposal();
    const made = await propose(annotation);
    await rules.mentions.annotationDeleted(annotation.id, PROJECT, 2);
    expect(rules.mentionRows.find(made._id)?.orphanedAt).not.toBeUndefined();
    await rules.mentions.annotationRestored(annotation.id, PROJECT, 3);
    expect(await isThere(made)).toBe(true);
    expect(published()).toEqual(['created']);
  });
});
