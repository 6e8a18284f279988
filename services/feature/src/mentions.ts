import {
  AppError,
  conflict,
  event,
  invalidFields,
  isId,
  newId,
  notAuthorized,
  notFound,
  pageInfo,
  pageSpec,
  type Actor,
  type CallContext,
  type Client,
  type Clock,
  type Gone,
} from '@symbio/kit';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { Annotation, AnnotationServiceService } from '@symbio/proto/annotation';
import { forAll } from './batches.js';
import {
  confidenceProblems,
  landUseProblems,
  narrativeProblems,
  reasonProblems,
  throwIfAny,
  type Problems,
} from './checks.js';
import { mentionChanged, mentionCreated, mentionDeleted } from './events.js';
import {
  HISTORY_STATUSES,
  HUMAN_CONFIDENCE,
  HUMAN_USE_TYPE,
  USE_TYPES,
  begin,
  detach,
  move,
  reject,
  supersede,
  write,
  type HistoryState,
  type HistoryStatus,
  type UseType,
} from './history.js';
import { toMention } from './mapping.js';
import type { MentionRow, MentionSummary } from './model.js';
import { ROLE_TO, mayLeaveUnassociated, mayMentionMarkOf } from './policy.js';
import { reviewed } from './reviews.js';
import type { FeatureRepository, HistoryRow, MentionFilter, MentionRepository } from './repository.js';

/** What an agent finds is a suspicion until somebody confirms it. */
const AGENT_USE_TYPE: UseType = 'suspected';

/** What the rules work with. */
export interface MentionDeps {
  mentions: MentionRepository;
  features: Pick<FeatureRepository, 'find'>;
  access: ProjectAccess;
  authors: Authorship;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'getAnnotation'>;
  gone: Gone;
  clock: Clock;
  /** Whose doing the reactions to other services' events are. */
  self: Actor;
}

type Paging = { page: number; perPage: number } | undefined;

export interface MentionQuery {
  /** Undefined: all projects the caller may see. */
  projectId: string | undefined;
  filter: MentionFilter;
  paging: Paging;
}

export interface HistoryQuery extends MentionQuery {
  /** Empty: all. */
  status: string;
}

export interface NewMention {
  id: string;
  /** Empty: unassociated. */
  featureId: string;
  /** Empty: the annotation's. */
  projectId: string;
  sourceAnnotationId: string;
  narrative: string;
  confidence: number | undefined;
  useType: string | undefined;
  authorId: string | undefined;
  /** Empty: none. */
  suggestedLandUse: string;
}

/** What is undefined stays as it is. */
export interface MentionUpdate {
  id: string;
  narrative: string | undefined;
  confidence: number | undefined;
  useType: string | undefined;
  currentAuthorId: string | undefined;
  /** Empty: of no feature any more. */
  featureId: string | undefined;
}

export interface Listed<T> {
  rows: T[];
  pageInfo: ReturnType<typeof pageInfo> | undefined;
}

export type Mentions = ReturnType<typeof createMentions>;

/** The rules of mentions and their history. */
export function createMentions(deps: MentionDeps) {
  const { mentions, features, access, authors, annotations, gone, clock, self } = deps;

  const told = (type: typeof mentionCreated, row: MentionRow) => [
    event(type, row.projectId, { mention: toMention(row) }),
  ];

  /** Writes what `decide` makes of a mention; undefined leaves it as it is. */
  async function change(
    id: string,
    actor: Actor,
    decide: (
      row: MentionRow,
    ) => Partial<HistoryState & Pick<MentionRow, 'sourceAnnotationId' | 'reviewNumber' | 'sourceNews'>> | undefined,
  ): Promise<MentionRow | undefined> {
    return mentions.change(id, actor, (row, after) => {
      const set = decide(row);
      return set && { set, events: told(mentionChanged, after(set)) };
    });
  }

  async function remove(id: string): Promise<void> {
    await mentions.change(id, self, (_, after) => ({ remove: true, events: told(mentionDeleted, after({})) }));
  }

  const detachFrom = (id: string, featureId: string): Promise<MentionRow | undefined> =>
    change(id, self, (row) =>
      row.featureId === featureId ? detach(row, { id: newId(), createdAt: clock.now() }) : undefined,
    );

  /** @throws AppError NOT_FOUND when the project has no such feature. */
  async function requireFeature(featureId: string, projectId: string): Promise<void> {
    const feature = await features.find(featureId);
    if (feature?.projectId !== projectId) throw notFound('Feature');
  }

  /** A feature that went while a mention was written for it leaves the mention unassociated, as any other. */
  async function unlessFeatureWent(row: MentionRow): Promise<MentionRow> {
    if (row.featureId === '' || (await features.find(row.featureId))) return row;
    return (await detachFrom(row._id, row.featureId)) ?? row;
  }

  /** Whether an annotation that was deleted has been restored. */
  async function isThere(annotationId: string, context: CallContext): Promise<boolean> {
    try {
      return (await annotations.getAnnotation({ id: annotationId }, context)).annotation !== undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }

  const applyTo = (id: string, annotation: Annotation): Promise<MentionRow | undefined> =>
    change(id, self, (row) => reviewed(row, annotation, { id: newId(), createdAt: clock.now() }));

  async function applyDecisions(annotation: Annotation): Promise<void> {
    for (const id of await mentions.idsEverFrom(annotation.id, annotation.projectId)) {
      const row = await applyTo(id, annotation);
      if (row) await unlessFeatureWent(row);
    }
  }

  async function projectsFor(
    context: CallContext,
    projectId: string | undefined,
    all: () => Promise<string[]>,
  ): Promise<string[]> {
    if (!projectId) return [...(await access.visible(context, await all()))];
    await access.require(context, projectId, ROLE_TO.viewMentions);
    return [projectId];
  }

  async function listed<T>(
    paging: Paging,
    list: (slice: ReturnType<typeof pageSpec> | undefined) => Promise<T[]>,
    count: () => Promise<number>,
  ): Promise<Listed<T>> {
    if (!paging) return { rows: await list(undefined), pageInfo: undefined };
    const slice = pageSpec(paging);
    const [rows, total] = await Promise.all([list(slice), count()]);
    return { rows, pageInfo: pageInfo(slice, total) };
  }

  return {
    /** Newest first. @throws AppError NOT_FOUND for a project the caller may not see. */
    async list(context: CallContext, { projectId, filter, paging }: MentionQuery): Promise<Listed<MentionSummary>> {
      const projectIds = await projectsFor(context, projectId, () => mentions.projectsOf(filter));
      return listed(
        paging,
        (slice) => mentions.list(projectIds, filter, slice),
        () => mentions.count(projectIds, filter),
      );
    },

    /** Those that hold and belong to no feature (FEAT-21, FEAT-23), newest first. @throws AppError NOT_FOUND */
    async listUnassociated(context: CallContext, projectId: string, paging: Paging): Promise<Listed<MentionSummary>> {
      throwIfAny(projectId ? {} : { project_id: 'project_id is required' });
      await access.require(context, projectId, ROLE_TO.viewMentions);
      return listed(
        paging,
        (slice) => mentions.unassociated(projectId, slice),
        () => mentions.countUnassociated(projectId),
      );
    },

    /** Newest first; each under the feature it was written for. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async listHistory(context: CallContext, query: HistoryQuery): Promise<Listed<HistoryRow>> {
      if (query.status && !isHistoryStatus(query.status))
        throw invalidFields({ status: `status must be one of ${HISTORY_STATUSES.join(', ')}` });
      const filter = { ...query.filter, ...(isHistoryStatus(query.status) && { status: query.status }) };
      const projectIds = await projectsFor(context, query.projectId, () => mentions.projectsOfHistory(query.filter));
      return listed(
        query.paging,
        (slice) => mentions.history(projectIds, filter, slice),
        () => mentions.countHistory(projectIds, filter),
      );
    },

    /**
     * Makes a mention and its first record. The same id by the same author again answers the mention there is.
     * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND without the annotation or the feature,
     * PERMISSION_DENIED, FAILED_PRECONDITION when the id is taken.
     */
    async create(context: CallContext, input: NewMention): Promise<MentionRow> {
      const narrative = input.narrative.trim();
      throwIfAny({
        ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
        ...(input.featureId || mayLeaveUnassociated(context.actor)
          ? {}
          : { feature_of_interest_id: 'feature_of_interest_id is required' }),
        ...(input.sourceAnnotationId ? {} : { source_annotation_id: 'source_annotation_id is required' }),
        ...narrativeProblems(narrative),
        ...(input.confidence === undefined ? {} : confidenceProblems(input.confidence)),
        ...useTypeProblems(input.useType),
        ...landUseProblems(input.suggestedLandUse ? [input.suggestedLandUse] : [], 'suggested_land_use'),
      });

      const { annotation } = await annotations.getAnnotation({ id: input.sourceAnnotationId }, context);
      if (!annotation) throw notFound('Annotation');
      const { projectId } = annotation;
      await access.require(context, projectId, ROLE_TO.createMention, 'Annotation');
      if (input.projectId && input.projectId !== projectId)
        throw invalidFields({ project_id: 'The annotation belongs to another project' });
      if (!mayMentionMarkOf(context.actor, annotation.authorType)) throw notAuthorized();
      if (input.featureId) await requireFeature(input.featureId, projectId);
      const author = await authors.resolve(context, input.authorId);
      const human = author.type === 'human';
      const confidence = input.confidence ?? (human ? HUMAN_CONFIDENCE : undefined);
      if (confidence === undefined) throw invalidFields({ confidence: 'Confidence is required of an agent' });

      const id = input.id || newId();
      const state = begin({
        id: newId(),
        featureId: input.featureId,
        sourceAnnotationId: annotation.id,
        authorId: author.id,
        narrative,
        confidence,
        useType: isUseType(input.useType) ? input.useType : human ? HUMAN_USE_TYPE : AGENT_USE_TYPE,
        createdAt: clock.now(),
      });
      const values = {
        ...state,
        projectId,
        sourceAnnotationId: annotation.id,
        authorId: author.id,
        ...(input.suggestedLandUse && { suggestedLandUse: input.suggestedLandUse }),
      };
      const row = await mentions.insert(id, values, context.actor, (fresh) => told(mentionCreated, fresh));
      if (!row) {
        const existing = await mentions.find(id);
        const same = existing?.authorId === author.id && existing.history[0]?.sourceAnnotationId === annotation.id;
        if (existing && same) return existing;
        throw conflict('id_taken', 'A mention with this id exists already.');
      }
      if (
        (await gone.any(projectId)) ||
        ((await gone.any(annotation.id)) && !(await isThere(annotation.id, context)))
      ) {
        await remove(id);
        throw notFound('Annotation');
      }
      // somebody may have decided about the annotation before its agent wrote down what it is
      return unlessFeatureWent((await applyTo(id, annotation)) ?? row);
    },

    /**
     * Brings the mentions of an AI agent's annotation in line with what people decided about it.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED
     */
    async applyReview(context: CallContext, annotationId: string): Promise<void> {
      const { annotation } = await annotations.getAnnotation({ id: annotationId }, context);
      if (!annotation) throw notFound('Annotation');
      await access.require(context, annotation.projectId, ROLE_TO.changeMention, 'Annotation');
      await applyDecisions(annotation);
    },

    /** The same, when the annotation service tells of a decision. */
    annotationReviewed: applyDecisions,

    /**
     * Adds a record that holds from now on; the one before becomes superseded (OP-29). What is already so adds nothing,
     * so that a repeated call is harmless.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION when the history is full.
     */
    async update(context: CallContext, input: MentionUpdate): Promise<MentionRow> {
      const seen = await mentions.find(input.id);
      if (!seen) throw notFound('Mention');
      await access.require(context, seen.projectId, ROLE_TO.changeMention, 'Mention');
      const narrative = input.narrative?.trim();
      throwIfAny({
        ...(input.featureId === '' && !mayLeaveUnassociated(context.actor)
          ? { feature_of_interest_id: 'feature_of_interest_id is required' }
          : {}),
        ...(narrative === undefined ? {} : narrativeProblems(narrative)),
        ...(input.confidence === undefined ? {} : confidenceProblems(input.confidence)),
        ...useTypeProblems(input.useType),
      });
      if (input.featureId) await requireFeature(input.featureId, seen.projectId);
      const author = await authors.resolve(context, input.currentAuthorId, 'current_author_id');

      const asked = {
        ...(narrative !== undefined && { narrative }),
        ...(input.confidence !== undefined && { confidence: input.confidence }),
        ...(isUseType(input.useType) && { useType: input.useType }),
        ...(input.featureId !== undefined && { featureId: input.featureId }),
        ...(input.currentAuthorId && { authorId: author.id }),
      };
      const changed = await change(input.id, context.actor, (row) => {
        const before = row.current ?? row.history.at(-1);
        const different = Object.entries(asked).some(
          ([key, value]) => !row.current || row.current[key as keyof typeof asked] !== value,
        );
        if (!before || !different) return undefined;
        return write(row, {
          ...before,
          // one that was taken off its feature while nothing of it held does not go back by itself
          featureId: row.featureId,
          sourceAnnotationId: row.sourceAnnotationId,
          ...asked,
          authorId: author.id,
          id: newId(),
          createdAt: clock.now(),
        });
      });
      if (!changed) throw notFound('Mention');
      return unlessFeatureWent(changed);
    },

    /**
     * Ends a record, or rejects it: then a new record says who held it for wrong, when, and why if they said so (OP-29). A
     * record that has ended already stays as it is.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION when the history is full.
     */
    async endRecord(context: CallContext, recordId: string, rejection?: { reason: string }): Promise<void> {
      const narrative = rejection?.reason.trim() ?? '';
      throwIfAny(reasonProblems(narrative));
      const seen = recordId ? await mentions.findByRecord(recordId) : undefined;
      if (!seen) throw notFound('History record');
      await access.require(context, seen.projectId, ROLE_TO.endRecord, 'History record');
      // a process of ours is nobody's author: what it rejects stays under the name it was written under
      const { authorId } = context.actor;
      await change(seen._id, context.actor, (row) =>
        rejection
          ? reject(row, recordId, {
              id: newId(),
              createdAt: clock.now(),
              ...(authorId && { authorId }),
              ...(narrative && { narrative }),
            })
          : supersede(row, recordId),
      );
    },

    /** Takes the mentions of a feature that is gone off it. */
    detachFrom: (featureId: string): Promise<void> =>
      forAll(
        (limit) => mentions.idsOf('featureId', featureId, limit),
        (id) => detachFrom(id, featureId),
      ),

    /** Takes the mentions of one feature over to another of the same project, each with a record by the actor. */
    moveAll: (fromFeatureId: string, toFeatureId: string, actor: Actor): Promise<void> =>
      forAll(
        (limit) => mentions.idsOf('featureId', fromFeatureId, limit),
        (id) =>
          change(id, actor, (row) =>
            row.featureId === fromFeatureId
              ? move(row, toFeatureId, {
                  id: newId(),
                  createdAt: clock.now(),
                  ...(actor.authorId && { authorId: actor.authorId }),
                })
              : undefined,
          ),
      ),

    /**
     * An annotation is gone: what was seen stays evidence, with its feature and its history, whose records still name
     * the annotation; the mention itself says by an empty source that nothing can be shown for it any more.
     */
    async loseSource(annotationId: string, projectId: string, rev: number): Promise<void> {
      await gone.mark(annotationId);
      const sourceNews = { annotationId, rev };
      for (const id of await mentions.idsEverFrom(annotationId, projectId))
        await change(id, self, (row) =>
          row.sourceAnnotationId === annotationId && isNews(row, sourceNews)
            ? { sourceAnnotationId: '', sourceNews }
            : undefined,
        );
    },

    /** Its deletion was taken back: mentions that lost it show it again. The two may be told in either order. */
    async regainSource(annotationId: string, projectId: string, rev: number): Promise<void> {
      const sourceNews = { annotationId, rev };
      for (const id of await mentions.idsEverFrom(annotationId, projectId))
        await change(id, self, (row) => {
          const isOf =
            row.sourceAnnotationId === annotationId || (!row.sourceAnnotationId && hasLost(row, annotationId));
          return isOf && isNews(row, sourceNews) ? { sourceAnnotationId: annotationId, sourceNews } : undefined;
        });
    },

    /** Removes the mentions of a project that is gone. */
    async removeAllOf(projectId: string): Promise<void> {
      await gone.mark(projectId);
      await forAll((limit) => mentions.idsOf('projectId', projectId, limit), remove);
    },
  };
}

type SourceNews = NonNullable<MentionRow['sourceNews']>;

/** Whether this is newer than what was applied of the same annotation. */
const isNews = ({ sourceNews: known }: MentionRow, { annotationId, rev }: SourceNews): boolean =>
  known?.annotationId !== annotationId || known.rev < rev;

/** Whether a mention without source is without it because this annotation was deleted. */
const hasLost = ({ sourceNews }: MentionRow, annotationId: string): boolean =>
  sourceNews?.annotationId === annotationId;

const isUseType = (text: string | undefined): text is UseType =>
  (USE_TYPES as readonly (string | undefined)[]).includes(text);
const isHistoryStatus = (text: string): text is HistoryStatus => (HISTORY_STATUSES as readonly string[]).includes(text);

const useTypeProblems = (useType: string | undefined): Problems =>
  useType === undefined || isUseType(useType) ? {} : { use_type: `use_type must be one of ${USE_TYPES.join(', ')}` };
