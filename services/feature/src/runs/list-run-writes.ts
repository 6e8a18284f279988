import { pagedList, type CallContext, type PagedList, type PageSpec, type Paging } from '@symbio/rpc';
import type { RunWrite } from '@symbio/proto/feature';
import type { MentionDeps } from '../mentions/mention-deps.js';
import type { FeatureRepository } from '../repository.js';
import { allowedRun } from './run-checks.js';

interface RunWritten extends RunWrite {
  createdAt: Date;
}

export interface RunWrites extends PagedList<RunWritten> {
  featureCount: number;
  mentionCount: number;
  /** Records in mentions of other origin. */
  historyRecordCount: number;
}

export interface RunReadDeps extends Pick<MentionDeps, 'mentions' | 'annotations' | 'access'> {
  features: FeatureRepository;
}

/** Maximum characters of a narrative in a list. */
const EXCERPT = 200;
const excerpt = (text: string): string => [...text].slice(0, EXCERPT).join('');

export function createRunReads(deps: RunReadDeps) {
  const { mentions, features } = deps;

  async function listAll(projectId: string, runId: string, slice: PageSpec | undefined): Promise<RunWritten[]> {
    // the slice's items are among the first of each kind
    const share = slice && { ...slice, skip: 0, perPage: slice.skip + slice.perPage };
    const [featureRows, mentionRows, records] = await Promise.all([
      features.list([projectId], { runId, landUse: [] }, share),
      mentions.ofRun(runId, projectId, share),
      mentions.recordsOfRun(runId, projectId, share),
    ]);
    const mentionId = '';
    const all = [
      ...featureRows.map(({ _id: id, name, createdAt }) => ({
        kind: 'feature',
        id,
        label: name,
        createdAt,
        mentionId,
      })),
      ...mentionRows.map(({ _id: id, narrative, createdAt }) => ({
        ...{ kind: 'mention', id, label: excerpt(narrative), createdAt, mentionId },
      })),
      ...records.map((record) => ({
        ...{ kind: 'history_record', id: record.id, label: excerpt(record.narrative) },
        ...{ createdAt: record.createdAt, mentionId: record.mentionId },
      })),
    ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
    return slice ? all.slice(slice.skip, slice.skip + slice.perPage) : all;
  }

  return {
    /** Oldest first, all kinds mixed. @throws AppError NOT_FOUND, INVALID_ARGUMENT for a bad cursor. */
    async listWrites(context: CallContext, runId: string, paging: Paging): Promise<RunWrites> {
      const { projectId } = await allowedRun(deps, context, runId, 'viewMentions');
      const filter = { runId, landUse: [] };
      const [featureCount, mentionCount, historyRecordCount] = await Promise.all([
        features.count([projectId], filter),
        mentions.count([projectId], { runId }),
        mentions.countRecordsOfRun(runId, projectId),
      ]);
      const { rows, pageInfo } = await pagedList<RunWritten>(
        paging,
        (slice) => listAll(projectId, runId, slice),
        () => Promise.resolve(featureCount + mentionCount + historyRecordCount),
        ({ createdAt, id }) => ({ at: createdAt, id }),
      );
      return { rows, pageInfo, featureCount, mentionCount, historyRecordCount };
    },
  };
}
