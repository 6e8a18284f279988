import type { Handlers } from '@symbio/rpc';
import type { AnnotationServiceService, Run } from '@symbio/proto/annotation';
import { toRun } from '../mapping.js';
import type { CountedRun, Runs } from './runs.js';
import type { RunActions } from './run-actions.js';

type RunMethod = 'createRun' | 'getRun' | 'listRuns' | 'finishRun' | 'undoRun' | 'reviewRun';

const message = ({ row, annotations }: CountedRun): Run => toRun(row, annotations);

export const createRunHandlers = (
  runs: Runs,
  actions: RunActions,
): Pick<Handlers<typeof AnnotationServiceService>, RunMethod> => ({
  async createRun({ id, projectId, name, metadata, authorId }, context) {
    return { run: message(await runs.create(context, { id, projectId, name, metadata, authorId })) };
  },

  async getRun({ id }, context) {
    return { run: message(await runs.get(context, id)) };
  },

  async listRuns({ projectId, authorId, status, paging, updatedAfter }, context) {
    const filter = { ...(projectId && { projectId }), ...(authorId && { authorId }), ...(status && { status }) };
    const { rows, pageInfo } = await runs.list(context, filter, paging, updatedAfter);
    return { runs: rows.map(message), pageInfo };
  },

  async finishRun({ id }, context) {
    return { run: message(await runs.finish(context, id)) };
  },

  async undoRun({ id }, context) {
    const { row, deleted } = await actions.undo(context, id);
    return { run: message(await runs.withCount(row)), deletedCount: deleted };
  },

  async reviewRun({ id, action, reason }, context) {
    const { row, decided } = await actions.review(context, { id, action, reason });
    return { run: message(await runs.withCount(row)), decidedIds: decided };
  },
});
