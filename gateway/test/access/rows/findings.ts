/** Features of interest, mentions and their history (OP-07, OP-29, API-11 to API-13). */
import { newId } from '@symbio/runtime';
import { CreateMentionRequest, type CreateMentionsResponse } from '@symbio/proto/feature';
import { EDIT, LISTED, READ, SIGNED_IN, allProcesses } from '../callers.js';
import { callsOf, codeOfFirstItem, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';
import { AGENTS, ON_AGENTS, REVIEW, rejection } from './marks.js';

const feature = async (w: World): Promise<string> => (await w.newFeature()).id;
const mention = (w: World, source: string) => ({
  feature_of_interest_id: w.feature.id,
  source_annotation_id: source,
  narrative: 'A gas holder is drawn here.',
});

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/features',
    way: 'one',
    cites: 'AUTH-37 API-02 API-11 API-14',
    call: (w) => ({ path: `/api/public/features?id=${w.feature.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/features/:id',
    cites: 'AUTH-37 API-11 OP-21',
    call: (w) => ({ path: `/api/public/features/${w.feature.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/features',
    way: 'of a project',
    cites: 'AUTH-37 API-11 OP-21',
    call: (w) => ({ path: `/api/public/features?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/features',
    way: 'near a place of the project',
    cites: 'AUTH-37 OP-30',
    call: (w) => ({ path: `/api/public/features?project_id=${w.projectId}&near=-73.98,40.73` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/features',
    way: 'by name, of all projects',
    cites: 'AUTH-37 API-11 OP-21',
    call: () => ({ path: '/api/public/features?name_ilike=gas' }),
    allowed: LISTED,
    shows: (w) => w.feature.id,
  },
  {
    route: 'POST /api/public/features',
    cites: 'API-11 API-17 OP-07',
    call: (w) => ({ path: '/api/public/features', body: { project_id: w.projectId, name: 'Dry cleaner' } }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/features',
    way: 'written to an agent',
    cites: 'OP-24',
    call: (w) => ({
      path: '/api/public/features',
      body: { project_id: w.projectId, name: 'Dry cleaner', author_id: w.agentId },
    }),
    allowed: AGENTS,
  },
  {
    route: 'PUT /api/public/features',
    cites: 'API-11 OP-07',
    call: (w) => ({ path: `/api/public/features?id=${w.feature.id}`, body: { name: 'Gas works' } }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/public/features',
    cites: 'OP-07 OP-49',
    call: async (w) => ({ path: `/api/public/features?id=${await feature(w)}` }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/features/:id/merge',
    cites: 'OP-07 OP-29',
    call: async (w) => ({
      path: `/api/features/${await feature(w)}/merge`,
      body: { merged_ids: [await feature(w)] },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/feature-merges/:id/undo',
    cites: 'OP-07 OP-29',
    call: async (w) => ({ path: `/api/feature-merges/${await w.newMerge()}/undo` }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/land-uses',
    cites: 'OP-26 OP-21',
    call: () => ({ path: '/api/public/land-uses' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/public/vocabularies',
    cites: 'OP-26 OP-21',
    call: () => ({ path: '/api/public/vocabularies' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/land-uses',
    cites: 'AUTH-24 OP-26',
    call: () => ({ path: '/api/land-uses' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/public/mentions',
    way: 'of a project',
    cites: 'AUTH-37 API-12 OP-21',
    call: (w) => ({ path: `/api/public/mentions?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/mentions',
    way: 'of a feature',
    cites: 'AUTH-37 API-12 OP-21',
    call: (w) => ({ path: `/api/public/mentions?feature_id=${w.feature.id}&include=current_history` }),
    allowed: READ,
    shows: (w) => w.mention.id,
  },
  {
    route: 'GET /api/public/mentions',
    way: 'of an author',
    cites: 'AUTH-37 API-12 OP-21',
    call: (w) => ({ path: `/api/public/mentions?author_id=${w.mention.authorId}` }),
    allowed: LISTED,
    shows: (w) => w.mention.id,
  },
  {
    route: 'POST /api/public/mentions',
    way: "on a person's mark",
    cites: 'API-12 API-18 OP-07',
    call: (w) => ({ path: '/api/public/mentions', body: mention(w, w.mark.id) }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/mentions',
    way: "on an agent's mark",
    cites: 'OP-24',
    call: (w) => ({ path: '/api/public/mentions', body: mention(w, w.agentsMark.id) }),
    allowed: ON_AGENTS,
  },
  {
    route: 'GET /api/public/mentions/:id',
    cites: 'AUTH-37 API-12 OP-21',
    call: (w) => ({ path: `/api/public/mentions/${w.mention.id}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/mentions/batch',
    cites: 'API-18 OP-07 OP-21',
    call: (w) => ({ path: '/api/public/mentions/batch', body: { items: [mention(w, w.mark.id)] } }),
    refusedInside: codeOfFirstItem,
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/public/mentions',
    cites: 'OP-07 OP-21',
    call: async (w) => ({ path: `/api/public/mentions?id=${(await w.newMention(w.feature.id)).id}` }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/mentions',
    cites: 'API-12 OP-07',
    call: async (w) => ({
      path: `/api/public/mentions?id=${(await w.newMention(w.feature.id)).id}`,
      body: { narrative: 'Two gas holders are drawn here.' },
    }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/annotations/:id/association',
    cites: 'OP-07 OP-27',
    call: (w) => ({
      path: `/api/annotations/${w.mark.id}/association`,
      body: {
        mention_id: newId(),
        feature: { id: newId(), name: 'Gas works', land_use: ['gas_holder_site'], coordinate: '(-73.98,40.73)' },
        narrative: 'A gas holder is drawn here.',
        confidence: 5,
      },
    }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/mention-history',
    way: 'of a project',
    cites: 'AUTH-37 API-13 OP-21',
    call: (w) => ({ path: `/api/public/mention-history?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/mention-history',
    way: 'of a feature',
    cites: 'AUTH-37 API-13 OP-21',
    call: (w) => ({ path: `/api/public/mention-history?feature_id=${w.feature.id}&include=author` }),
    allowed: READ,
    shows: (w) => w.mention.currentHistoryId,
  },
  {
    route: 'POST /api/public/mention-history',
    cites: 'API-13 OP-07 OP-29',
    call: async (w) => ({
      path: '/api/public/mention-history',
      body: { action: 'supersede', history_id: (await w.newMention(w.feature.id)).currentHistoryId },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/mention-history/:id/reject',
    cites: 'OP-07 OP-29',
    call: async (w) => ({
      path: `/api/mention-history/${(await w.newMention(w.feature.id)).currentHistoryId}/reject`,
      body: { reason: 'It is a cistern.' },
    }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/projects/:id/unassociated-mentions',
    cites: 'AUTH-37 OP-47',
    call: (w) => ({ path: `/api/projects/${w.projectId}/unassociated-mentions` }),
    allowed: READ,
    shows: (w) => w.unassociated.id,
  },
];

const findings = callsOf('feature');
const creation = (w: World, sourceAnnotationId: string) => ({
  id: newId(),
  featureOfInterestId: w.feature.id,
  sourceAnnotationId,
  narrative: 'A gas holder is drawn here.',
  confidence: 5,
});

const association = (w: World) => ({
  mentionId: newId(),
  featureId: w.feature.id,
  narrative: 'A gas holder is drawn here.',
  confidence: 5,
});

export const calls: CallRow[] = [
  findings('listFeatures', {
    way: 'of a project',
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
  findings('listFeatures', {
    way: 'of all projects',
    cites: 'AUTH-37 OP-21',
    request: () => ({ nameIlike: 'gas' }),
    allowed: LISTED,
    shows: (w) => w.feature.id,
  }),
  findings('getFeature', { cites: 'AUTH-37', request: (w) => ({ id: w.feature.id }), allowed: READ }),
  findings('createFeature', {
    cites: 'OP-07',
    request: (w, by) => ({
      id: newId(),
      projectId: w.projectId,
      name: 'Dry cleaner',
      authorId: by.via === 'service' ? w.agentId : undefined,
    }),
    allowed: EDIT,
  }),
  findings('updateFeature', {
    cites: 'OP-07',
    request: (w) => ({ id: w.feature.id, name: 'Gas works' }),
    allowed: EDIT,
  }),
  findings('deleteFeature', { cites: 'OP-07', request: async (w) => ({ id: await feature(w) }), allowed: EDIT }),
  findings('mergeFeatures', {
    cites: 'OP-07 OP-29',
    request: async (w) => ({ featureId: await feature(w), mergedIds: [await feature(w)] }),
    allowed: EDIT,
  }),
  findings('undoMerge', {
    cites: 'OP-07 OP-29',
    request: async (w) => ({ mergeId: await w.newMerge() }),
    allowed: EDIT,
  }),
  findings('listMentions', {
    way: 'of a project',
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
  findings('listMentions', {
    way: 'of a feature',
    cites: 'AUTH-37 OP-21',
    request: (w) => ({ featureId: w.feature.id }),
    allowed: READ,
    shows: (w) => w.mention.id,
  }),
  findings('listUnassociatedMentions', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
    shows: (w) => w.unassociated.id,
  }),
  findings('createMention', {
    way: "on a person's mark",
    cites: 'OP-07',
    request: (w, by) => ({ ...creation(w, w.mark.id), authorId: by.via === 'service' ? w.agentId : undefined }),
    allowed: EDIT,
  }),
  findings('createMention', {
    way: "on an agent's mark",
    cites: 'OP-24',
    request: (w) => ({ ...creation(w, w.agentsMark.id), authorId: w.agentId }),
    allowed: AGENTS,
  }),
  findings('getMention', { cites: 'AUTH-37', request: (w) => ({ id: w.mention.id }), allowed: READ }),
  findings('createMentions', {
    cites: 'OP-07',
    request: (w, by) => ({
      items: [
        CreateMentionRequest.fromPartial({
          ...creation(w, w.mark.id),
          authorId: by.via === 'service' ? w.agentId : undefined,
        }),
      ],
    }),
    refusedInside: (answer) => {
      const outcome = (answer as CreateMentionsResponse).results[0]?.outcome;
      return outcome?.$case === 'refusal' ? outcome.value.reason : undefined;
    },
    allowed: EDIT,
  }),
  findings('deleteMention', {
    cites: 'OP-07',
    request: async (w) => ({ id: (await w.newMention(w.feature.id)).id }),
    allowed: EDIT,
  }),
  findings('applyRun', {
    cites: 'OP-07 OP-24',
    request: async (w) => ({ runId: await w.newRun(true) }),
    allowed: EDIT,
  }),
  findings('listRunWrites', { cites: 'AUTH-37', request: (w) => ({ runId: w.runId }), allowed: READ }),
  findings('updateMention', {
    cites: 'OP-07',
    request: async (w, by) => ({
      id: (await w.newMention(w.feature.id)).id,
      narrative: 'Two gas holders are drawn here.',
      currentAuthorId: by.via === 'service' ? w.agentId : undefined,
    }),
    allowed: EDIT,
  }),
  findings('listMentionHistory', {
    way: 'of a project',
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
  findings('listMentionHistory', {
    way: 'of a feature',
    cites: 'AUTH-37 OP-21',
    request: (w) => ({ featureId: w.feature.id }),
    allowed: READ,
    shows: (w) => w.mention.currentHistoryId,
  }),
  findings('supersedeHistory', {
    cites: 'OP-07 OP-29',
    request: async (w) => ({ historyId: (await w.newMention(w.feature.id)).currentHistoryId }),
    allowed: EDIT,
  }),
  findings('associateAnnotation', {
    way: "on a person's annotation",
    cites: 'OP-07 OP-27',
    request: (w) => ({ ...association(w), annotationId: w.mark.id }),
    allowed: EDIT,
    processes: allProcesses(403),
  }),
  findings('associateAnnotation', {
    way: "on an agent's annotation",
    cites: 'OP-24',
    request: (w) => ({ ...association(w), annotationId: w.agentsMark.id }),
    allowed: ON_AGENTS,
    processes: allProcesses(403),
  }),
  findings('reviewFinding', {
    cites: 'OP-24',
    request: async (w) => ({ annotationId: (await w.newMark(w.agentId)).id, ...rejection }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
  findings('undoRun', { cites: 'OP-07 OP-24', request: async (w) => ({ runId: await w.newRun() }), allowed: AGENTS }),
  findings('applyReview', {
    cites: 'OP-07 OP-24',
    request: async (w) => ({ annotationId: (await w.newMark(w.agentId)).id }),
    allowed: EDIT,
  }),
  findings('listLandUses', { cites: 'AUTH-24 OP-26', request: () => ({}), allowed: SIGNED_IN }),
];
