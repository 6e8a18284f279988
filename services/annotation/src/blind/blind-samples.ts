import { notFound, refuseFields } from '@symbio/runtime';
import { event, type ChangedValues } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import { blindSampleEvents } from '@symbio/proto/annotation';
import { MAX_BLIND_PERCENT } from '@symbio/proto/limits';
import type { ProjectAccess } from '@symbio/project-access';
import { roleFor } from '../policy.js';
import type { BlindRepository } from './blind-repository.js';
import type { BlindSheets } from './blind-sheets.js';
import { toBlindSample } from './mapping.js';
import type { BlindSampleRow, Sample } from './model.js';

export interface BlindSampleDeps {
  blind: BlindRepository;
  sheets: Pick<BlindSheets, 'settle'>;
  access: Pick<ProjectAccess, 'require'>;
}

export type BlindSamples = ReturnType<typeof createBlindSamples>;

/** Which share of a project's sheets is blind. */
export function createBlindSamples({ blind, sheets, access }: BlindSampleDeps) {
  const changed = (row: BlindSampleRow) => [
    event(blindSampleEvents.changed, row._id, {
      sample: toBlindSample({ projectId: row._id, row, markedSheets: 0 }),
    }),
  ];

  async function withCount(projectId: string, row: BlindSampleRow | undefined): Promise<Sample> {
    return { projectId, row, markedSheets: await blind.countSheets(projectId) };
  }

  /** Shows proposals held back on sheets outside of the sample. */
  async function settle(projectId: string): Promise<void> {
    for (const id of await blind.heldPagesOf(projectId)) await sheets.settle({ id, projectId });
  }

  return {
    settle,

    /** @throws AppError NOT_FOUND */
    async get(context: CallContext, projectId: string): Promise<Sample> {
      await access.require(context, projectId, roleFor('view'), 'Project', 'project_id');
      return withCount(projectId, await blind.sample(projectId));
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async set(context: CallContext, projectId: string, percent: number): Promise<Sample> {
      await access.require(context, projectId, roleFor('review'), 'Project', 'project_id');
      refuseFields(
        Number.isInteger(percent) && percent >= 0 && percent <= MAX_BLIND_PERCENT
          ? {}
          : { percent: `percent must be a whole number from 0 to ${MAX_BLIND_PERCENT}` },
      );
      const { actor } = context;
      const values = { percent, authorId: actor.authorId, authorName: actor.name };
      const row =
        (await blind.samples.insert(projectId, values, actor, changed)) ??
        (await blind.samples.change(projectId, actor, (known, after) => {
          const set: ChangedValues<BlindSampleRow> = values;
          return known.percent === percent ? undefined : { set, events: changed(after(set)) };
        }));
      if (!row) throw notFound('Project', 'project_id');
      await settle(projectId);
      return withCount(projectId, row);
    },
  };
}
