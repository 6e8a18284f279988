import { sampleCopy } from '@symbio/project-access';
import { newId } from '@symbio/runtime';
import { PROJECT, featureRules } from '../../test/memory.js';
import { COPIED } from './copy-sample.js';

it('copies features and findings of a sample once; the history of a copy begins with its origin', async () => {
  const rules = featureRules();
  const annotationId = rules.annotation().id;
  const feature = { id: newId(), name: 'Gas works', landUse: ['manufactured_gas_plant'], coordinate: undefined };
  const { mention } = await rules.associate(rules.editor, {
    ...{ annotationId, mentionId: newId(), featureId: '', feature, narrative: 'Seen in 1887.' },
    ...{ confidence: 8, useType: 'historical', expectedUpdatedAt: undefined },
  });
  const projectId = newId();
  const copy = sampleCopy({ projectId, sampleId: PROJECT, ownerId: newId(), authorId: newId() });
  await rules.copySample(copy);
  await rules.copySample(copy);
  const featureRows = rules.featureRows.all().filter((row) => row.projectId === projectId);
  expect(featureRows).toMatchObject([{ _id: copy.idOf(feature.id), name: 'Gas works' }]);
  const [copied, ...others] = rules.mentionRows.all().filter((row) => row.projectId === projectId);
  expect(others).toEqual([]);
  const links = { featureId: copy.idOf(feature.id), sourceAnnotationId: copy.idOf(annotationId) };
  expect(copied).toMatchObject({ _id: copy.idOf(mention._id), ...links, historyCount: 2, current: copied?.history[1] });
  expect(copied?.history).toMatchObject([
    { ...links, narrative: COPIED, authorId: copy.authorId, status: 'superseded' },
    { ...links, narrative: 'Seen in 1887.', authorId: mention.authorId, status: 'active', confidence: 8 },
  ]);
  expect(rules.mentionRows.find(mention._id)).toMatchObject({ projectId: PROJECT, historyCount: 1 });
});
