import { Router, type Request } from 'express';
import { invalidFields, newId, refuseFields } from '@symbio/kit';
import type { Author } from '@symbio/proto/identity';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, requiredId, text } from '../input.js';
import { presentHistory, presentMention } from '../present/evidence.js';
import { list } from '../present/json.js';
import { callerOf, idOrNone, parentOf, query } from '../request.js';
import { methods } from '../routing.js';

const confidence = z.number({ error: 'confidence must be a number from 0 to 10' }).nullish();
const creation = z.strictObject({
  id: z.uuid().optional(),
  feature_of_interest_id: text,
  source_annotation_id: text,
  project_id: text,
  author_id: text,
  narrative: text,
  confidence,
  use_type: text,
});
const update = z.strictObject({
  narrative: text,
  confidence,
  use_type: text,
  current_author_id: text,
  feature_of_interest_id: text,
});
const supersede = z.strictObject({ action: z.string().optional(), history_id: z.string().optional() });

const NAMES = {
  project_id: 'projectId',
  feature_id: 'featureId',
  annotation_id: 'annotationId',
  author_id: 'authorId',
} as const;
type Filters = Partial<Record<(typeof NAMES)[keyof typeof NAMES], string>>;

/** One of the four filters at least. undefined: one has the form of no id, so nothing can match. */
function filters(request: Request): Filters | undefined {
  const found: Filters = {};
  for (const [name, field] of Object.entries(NAMES)) {
    const value = query(request, name);
    if (value === undefined) continue;
    const id = idOrNone(value);
    if (!id) return undefined;
    found[field] = id;
  }
  if (Object.keys(found).length === 0)
    throw invalidFields({ project_id: 'Give feature_id, annotation_id, author_id or project_id' });
  return found;
}

/** /api/public/mentions and /api/public/mention-history: operations 26 to 37. */
export function mentions({ feature, identity }: Pick<Clients, 'feature' | 'identity'>): Router {
  const router = Router();
  methods(router, '/mentions', {
    get: [
      async (request, response) => {
        const include = query(request, 'include');
        if (include !== undefined && include !== 'current_history')
          throw invalidFields({ include: 'include must be current_history' });
        const wanted = filters(request);
        const { mentions: found } = wanted
          ? await feature.listMentions({ ...wanted, includeCurrentHistory: include !== undefined }, parentOf(request))
          : { mentions: [] };
        response.json(list(found.map(presentMention)));
      },
    ],
    post: [
      async (request, response) => {
        const input = body(request, creation);
        const missing: Record<string, string> = {};
        // people may keep a finding unassociated; the public API names the feature (OP-47)
        if (!input.feature_of_interest_id && callerOf(request).actor.via === 'api_key')
          missing['feature_of_interest_id'] = 'feature_of_interest_id is required';
        if (!input.source_annotation_id) missing['source_annotation_id'] = 'source_annotation_id is required';
        refuseFields(missing);
        const answer = await feature.createMention(
          {
            id: input.id ?? newId(),
            featureOfInterestId: input.feature_of_interest_id ?? '',
            sourceAnnotationId: input.source_annotation_id ?? '',
            projectId: input.project_id ?? '',
            narrative: input.narrative ?? '',
            confidence: given(input.confidence),
            useType: given(input.use_type),
            authorId: given(input.author_id),
          },
          parentOf(request),
        );
        response.status(201).json({ data: answer.mention && presentMention(answer.mention) });
      },
    ],
    put: [
      async (request, response) => {
        const id = requiredId(request, 'id', 'Mention');
        const input = body(request, update);
        const answer = await feature.updateMention(
          {
            id,
            narrative: given(input.narrative),
            confidence: given(input.confidence),
            useType: given(input.use_type),
            currentAuthorId: given(input.current_author_id),
            featureOfInterestId: given(input.feature_of_interest_id),
          },
          parentOf(request),
        );
        response.json({ data: answer.mention && presentMention(answer.mention) });
      },
    ],
  });
  methods(router, '/mention-history', {
    get: [
      async (request, response) => {
        const include = query(request, 'include');
        if (include !== undefined && include !== 'author') throw invalidFields({ include: 'include must be author' });
        const parent = parentOf(request);
        const wanted = filters(request);
        const { records } = wanted
          ? await feature.listMentionHistory({ ...wanted, status: query(request, 'status') ?? '' }, parent)
          : { records: [] };
        const byId = new Map<string, Author>();
        if (include === 'author' && records.length > 0) {
          const ids = [...new Set(records.map((record) => record.authorId))];
          for (const author of (await identity.getAuthors({ ids }, parent)).authors) byId.set(author.id, author);
        }
        response.json(list(records.map((record) => presentHistory(record, byId.get(record.authorId)))));
      },
    ],
    post: [
      async (request, response) => {
        const input = body(request, supersede);
        const problems: Record<string, string> = {};
        if (input.action !== 'supersede') problems['action'] = 'action must be supersede';
        if (!input.history_id) problems['history_id'] = 'history_id is required';
        refuseFields(problems);
        await feature.supersedeHistory({ historyId: idOrNone(input.history_id) }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  return router;
}
