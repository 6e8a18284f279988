import {
  AppError,
  conflict,
  invalidFields,
  newId,
  notFound,
  refuseFields,
  type Actor,
  type Clock,
} from '@symbio/runtime';
import { creationHash, idTaken, type Tombstones } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import type { Authorship } from '@symbio/project-access';
import { determinationEvents } from '@symbio/proto/feature';
import { reasonProblems } from '../checks.js';
import { referencedFeature } from '../look-ups.js';
import type { FeatureRow } from '../model.js';
import { ROLE_TO } from '../policy.js';
import type { FeatureRepository } from '../repository.js';
import {
  checkedJudgment,
  judgedFeature,
  requireCurrentEvidence,
  type Judgment,
  type JudgmentDeps,
  type JudgmentInput,
} from './judgment.js';
import { determinationEvent } from './mapping.js';
import type { DeterminationRow } from './model.js';
import type { DeterminationRepository, JudgmentsOfFeatures, OwnerFilter } from './repository.js';
import { newestOf, statesOf, type DeterminationView } from './state.js';

export interface DeterminationDeps extends JudgmentDeps {
  repository: DeterminationRepository;
  features: Pick<FeatureRepository, 'find' | 'list'>;
  authors: Pick<Authorship, 'resolve'>;
  tombstones: Pick<Tombstones, 'any'>;
  clock: Clock;
  owned: Pick<JudgmentsOfFeatures, 'removeAllOf' | 'hide'>;
}

/** At least one is set. */
export interface DeterminationQuery {
  projectId: string;
  featureId: string;
}

export type Determinations = ReturnType<typeof createDeterminations>;

/** @throws AppError PERMISSION_DENIED (agents_propose) for API keys */
export function requirePerson({ via }: Actor): void {
  if (via !== 'user')
    throw new AppError(
      'PERMISSION_DENIED',
      'agents_propose',
      'Only a person can judge a feature. Propose a determination instead.',
    );
}

/** The features of a query that the caller may see. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
export async function featuresOf(
  deps: Pick<DeterminationDeps, 'access' | 'features'>,
  context: CallContext,
  { projectId, featureId }: DeterminationQuery,
): Promise<{ owner: OwnerFilter; features: FeatureRow[] }> {
  if (!projectId && !featureId) throw invalidFields({ project_id: 'Give project_id or feature_id' });
  if (projectId) await deps.access.require(context, projectId, ROLE_TO.viewFeatures, 'Project', 'project_id');
  if (!featureId) return { owner: { projectId }, features: await deps.features.list([projectId], { landUse: [] }) };
  const feature = await referencedFeature(deps, context, featureId, 'feature_id');
  const isIn = !projectId || feature.projectId === projectId;
  return { owner: { featureId }, features: isIn ? [feature] : [] };
}

export function createDeterminations(deps: DeterminationDeps) {
  const { repository, features, mentions, access, authors, tombstones, clock, owned } = deps;

  async function viewsOf(owner: OwnerFilter, of: readonly FeatureRow[]): Promise<DeterminationView[]> {
    const rows = await repository.list(owner);
    const evidence = [...newestOf(rows).values()].flatMap((row) => row.evidence);
    const cited = evidence.length > 0 ? await mentions.withRecords([...new Set(evidence)]) : [];
    return statesOf(rows, of, cited);
  }

  /** @throws AppError NOT_FOUND if its feature or project was deleted during the write */
  async function viewOf({ _id, featureId, projectId }: DeterminationRow): Promise<DeterminationView> {
    if (await tombstones.any(projectId)) {
      await owned.removeAllOf(projectId);
      throw notFound('Project');
    }
    const feature = await features.find(featureId);
    if (!feature) await owned.hide([featureId], clock.now());
    const view = feature && (await viewsOf({ featureId }, [feature])).find(({ row }) => row._id === _id);
    if (!view) throw notFound('Feature', 'feature_id');
    return view;
  }

  /** Idempotent by id. @throws AppError FAILED_PRECONDITION (id_taken), NOT_FOUND */
  async function write(
    context: CallContext,
    { id, feature, judgment, proposalId }: { id: string; feature: FeatureRow; judgment: Judgment; proposalId?: string },
  ): Promise<DeterminationView> {
    const author = await authors.resolve(context, undefined);
    const { projectId, _id: featureId } = feature;
    const content = { projectId, featureId, ...judgment, ...(proposalId && { proposalId }) };
    const hash = creationHash(content);
    const values = { ...content, authorId: author.id, authorName: author.name, creationHash: hash };
    const inserted = await repository.insert(id, values, context.actor, (row) => [
      determinationEvent(determinationEvents.created, { row, status: 'active', stale: false }),
    ]);
    const row = inserted ?? (await repository.find(id));
    if (row?.authorId !== author.id || row.creationHash !== hash) throw idTaken('A determination');
    return viewOf(row);
  }

  return {
    write,

    /** Newest first. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async list(context: CallContext, query: DeterminationQuery): Promise<DeterminationView[]> {
      const { owner, features: of } = await featuresOf(deps, context, query);
      return viewsOf(owner, of);
    },

    /**
     * Supersedes the feature's previous one. Idempotent by id.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION
     */
    async create(context: CallContext, input: JudgmentInput): Promise<DeterminationView> {
      requirePerson(context.actor);
      const judgment = checkedJudgment(input);
      const feature = await judgedFeature(deps, context, input.featureId);
      const existing = input.id ? await repository.find(input.id) : undefined;
      // a repeat may follow a change of the evidence
      if (!existing) await requireCurrentEvidence(deps, feature._id, judgment.evidence);
      return write(context, { id: input.id || newId(), feature, judgment });
    },

    /**
     * Leaves the feature without determination. A repeat changes nothing.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if superseded
     */
    async withdraw(context: CallContext, id: string, given: string): Promise<DeterminationView> {
      requirePerson(context.actor);
      const reason = given.trim();
      refuseFields(reason === '' ? { reason: 'A reason is needed.' } : reasonProblems(reason));
      const seen = await repository.find(id);
      if (!seen) throw notFound('Determination');
      await access.require(context, seen.projectId, ROLE_TO.determine, 'Determination');
      if ((await viewOf(seen)).status === 'superseded')
        throw conflict('superseded', 'A newer determination has superseded this one. Reload and try again.');
      const { actor } = context;
      const row = await repository.change(id, actor, (current, after) => {
        if (current.withdrawal) return undefined;
        const set = { withdrawal: { authorId: actor.authorId, authorName: actor.name, at: clock.now(), reason } };
        const view: DeterminationView = { row: after(set), status: 'withdrawn', stale: false };
        return { set, events: [determinationEvent(determinationEvents.withdrawn, view)] };
      });
      if (!row) throw notFound('Determination');
      return viewOf(row);
    },
  };
}
