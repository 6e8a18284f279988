import { app } from '@symbio/api';
import type { EvidenceAssignment } from '@symbio/proto/feature';
import type { Clients } from '../clients.js';
import { namedId } from '../http/input.js';
import { listOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { presentAssignment } from '../present/comments.js';
import { required } from '../present/json.js';

const operations = app.assignments;

const one = ({ assignment }: { assignment?: EvidenceAssignment | undefined }) => ({
  data: presentAssignment(required(assignment)),
});

/** Assignment of annotations and features to people. Comments are in the public API. */
export const assignments = ({ feature }: Pick<Clients, 'feature'>): Route[] => [
  route(operations.listAssignments, async ({ params, query }, { parent }) => {
    const answer = await feature.listAssignments({ projectId: params.id }, parent);
    return listOf(answer.assignments.map(presentAssignment), query);
  }),
  route(operations.assignAnnotation, async ({ params, body }, { parent }) => {
    const assigneeId = namedId(body.assignee_id, 'assignee_id', 'User');
    return one(await feature.assignEvidence({ annotationId: params.id, assigneeId }, parent));
  }),
  route(operations.assignFeature, async ({ params, body }, { parent }) => {
    const assigneeId = namedId(body.assignee_id, 'assignee_id', 'User');
    return one(await feature.assignEvidence({ featureId: params.id, assigneeId }, parent));
  }),
];
