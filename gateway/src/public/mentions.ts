import { lastSeen, mentions as operations } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { CreateMentionRequest } from '@symbio/proto/feature';
import type { Author } from '@symbio/proto/identity';
import { MAX_BATCH } from '@symbio/proto/limits';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { given } from '../http/input.js';
import { presentHistory, presentMention } from '../present/evidence.js';
import { noProblems, type Problems } from '../http/problems.js';
import type { Caller } from '../http/request.js';
import { route, type CallerRules, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { batchResponse } from './batches.js';
import { listResponse } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slice } from './paging.js';

interface MentionFilters {
  feature_id?: string | undefined;
  annotation_id?: string | undefined;
  author_id?: string | undefined;
  project_id?: string | undefined;
  run_id?: string | undefined;
}

const filtersOf = (query: MentionFilters) => ({
  featureId: query.feature_id,
  annotationId: query.annotation_id,
  authorId: query.author_id,
  projectId: query.project_id,
  runId: query.run_id,
});

/** Requires at least one filter. @throws AppError INVALID_ARGUMENT */
function filters(query: MentionFilters) {
  const found = filtersOf(query);
  if (Object.values(found).every((value) => value === undefined))
    throw invalidFields({ project_id: 'Give feature_id, annotation_id, author_id, project_id or run_id' });
  return found;
}

type Creation = z.output<typeof operations.mentionCreation>;

const FEATURE = 'feature_of_interest_id';

/**
 * The public API requires a feature (OP-47).
 * @param at path of the mention in the body
 */
function requireFeature(mention: unknown, { actor }: Caller, at: string, problems: Problems): void {
  if (actor.via !== 'api_key' || typeof mention !== 'object' || mention === null) return;
  if (!(FEATURE in mention) || !mention[FEATURE]) problems[at + FEATURE] = `${at}${FEATURE} is required`;
}

const checkMention: CallerRules = (body, caller) => {
  const problems = noProblems();
  requireFeature(body ?? {}, caller, '', problems);
  return problems;
};

const checkMentions: CallerRules = (body, caller) => {
  const problems = noProblems();
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : undefined;
  // larger batches are rejected by the size limit
  if (Array.isArray(items))
    items.slice(0, MAX_BATCH).forEach((item, index) => requireFeature(item, caller, `items.${index}.`, problems));
  return problems;
};

const toCreation = (input: Creation, dryRun: boolean, mintId: () => string): CreateMentionRequest => ({
  id: input.id ?? mintId(),
  featureOfInterestId: input.feature_of_interest_id ?? '',
  sourceAnnotationId: input.source_annotation_id ?? '',
  projectId: input.project_id ?? '',
  narrative: input.narrative ?? '',
  confidence: given(input.confidence),
  useType: given(input.use_type),
  authorId: given(input.author_id),
  suggestedLandUse: '',
  runId: input.run_id ?? '',
  dryRun,
});

const written = itemResponse(presentMention);

/** /api/public/mentions and /api/public/mention-history: operations 26 to 37. */
export const mentions = ({ feature, identity }: Pick<Clients, 'feature' | 'identity'>): Route[] => [
  route(operations.listMentions, async ({ query }, { parent }) => {
    const answer = await feature.listMentions(
      {
        // with included records, filters are optional (operation 30)
        ...(query.include === undefined ? filters(query) : filtersOf(query)),
        includeCurrentHistory: query.include !== undefined,
        paging: slice(query),
        updatedAfter: updatedAfterOf(query),
      },
      parent,
    );
    return withNextUpdatedAfter(listResponse(answer.mentions.map(presentMention), answer.pageInfo), query);
  }),
  route(operations.getMention, async ({ params }, { parent }) =>
    written((await feature.getMention({ ...params, includeCurrentHistory: true }, parent)).mention),
  ),
  route(
    operations.createMention,
    async ({ body, query: { dry_run: dryRun = false } }, { parent, mintId }) =>
      written((await feature.createMention(toCreation(body, dryRun, mintId), parent)).mention, dryRun),
    { callerRules: checkMention },
  ),
  route(
    operations.createMentions,
    async ({ body, query: { dry_run: dryRun = false } }, { parent, mintId }) => {
      const { results } = await feature.createMentions(
        { items: body.items.map((item) => toCreation(item, false, mintId)), allOrNothing: body.mode === 'all', dryRun },
        parent,
      );
      return batchResponse(
        results.map(({ outcome }) =>
          outcome?.$case === 'mention' ? { data: presentMention(outcome.value) } : { refusal: outcome?.value },
        ),
        dryRun,
      );
    },
    { callerRules: checkMentions },
  ),
  route(operations.updateMention, async ({ body, query: { id, dry_run: dryRun = false } }, { parent }) => {
    const answer = await feature.updateMention(
      {
        id,
        narrative: given(body.narrative),
        confidence: given(body.confidence),
        useType: given(body.use_type),
        currentAuthorId: given(body.current_author_id),
        featureOfInterestId: given(body.feature_of_interest_id),
        expectedUpdatedAt: lastSeen(body),
        runId: body.run_id ?? '',
        dryRun,
      },
      parent,
    );
    return written(answer.mention, dryRun);
  }),
  route(operations.deleteMention, async ({ query: { id, dry_run: dryRun = false } }, { parent }) => {
    await feature.deleteMention({ id, dryRun }, parent);
    return success(dryRun);
  }),
  route(operations.listMentionHistory, async ({ query }, { parent }) => {
    const { records, pageInfo } = await feature.listMentionHistory(
      {
        ...filters(query),
        status: query.status ?? '',
        paging: slice(query),
        createdAfter: updatedAfterOf(query),
      },
      parent,
    );
    const byId = new Map<string, Author>();
    if (query.include === 'author' && records.length > 0) {
      const ids = [...new Set(records.map((record) => record.authorId))];
      for (const author of (await identity.getAuthors({ ids }, parent)).authors) byId.set(author.id, author);
    }
    const shown = records.map((record) => presentHistory(record, byId.get(record.authorId)));
    return withNextUpdatedAfter(listResponse(shown, pageInfo), query);
  }),
  route(operations.supersedeHistory, async ({ body }, { parent }) => {
    await feature.supersedeHistory({ historyId: body.history_id }, parent);
    return success();
  }),
];
