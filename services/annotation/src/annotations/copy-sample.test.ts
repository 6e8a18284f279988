import { sampleCopy } from '@symbio/project-access';
import { newId, serviceActor } from '@symbio/runtime';
import { PROJECT, annotationRules } from '../../test/memory.js';
import { createCopySample } from './copy-sample.js';

it('copies annotations of a sample once, with their decisions and the links between them', async () => {
  const rules = annotationRules();
  const { id: documentPageId, documentId } = rules.page();
  const proposal = await rules.annotations.create(rules.apiKey, {
    ...{ id: newId(), documentId, documentPageId, content: 'GAS HOLDER', authorId: undefined, runId: '' },
    shape: { kind: 'ellipse', centerX: 500, centerY: 400, radiusX: 40, radiusY: 30, theta: 0 },
  });
  const copyId = newId();
  const accept = { id: proposal._id, action: 'accept', reason: '', copyId, shape: undefined, content: undefined };
  await rules.reviews.review(rules.editor, accept);
  const projectId = newId();
  const copy = sampleCopy({ projectId, sampleId: PROJECT, ownerId: newId(), authorId: newId() });
  const copySample = createCopySample({
    repository: {
      list: () => Promise.resolve(rules.rows.all().filter((row) => row.projectId === PROJECT)),
      insertMany: (rows, actor, events) => rules.rows.insertMany(rows, actor, events),
    },
    self: serviceActor('annotation'),
  });
  await copySample(copy);
  const published = rules.rows.published.length;
  await copySample(copy);
  expect(rules.rows.published).toHaveLength(published);
  const place = { projectId, documentId: copy.idOf(documentId), documentPageId: copy.idOf(documentPageId) };
  expect(rules.rows.all().filter((row) => row.projectId === projectId)).toMatchObject([
    { _id: copy.idOf(proposal._id), ...place, decisions: [{ verdict: 'accepted', copyId: copy.idOf(copyId) }] },
    { _id: copy.idOf(copyId), ...place, derivedFrom: copy.idOf(proposal._id), content: 'GAS HOLDER' },
  ]);
});
