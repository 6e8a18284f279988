/** Annotations by people and by AI agents (OP-07, OP-24, API-10). */
import { newId } from '@symbio/runtime';
import { CreateAnnotationRequest, type CreateAnnotationsResponse } from '@symbio/proto/annotation';
import {
  ADMINISTRATOR,
  CREATOR,
  EDIT,
  EDITOR,
  EDITORS,
  KEYS,
  KEY_HERE,
  KEY_OF_ADMINISTRATOR,
  KEY_OF_EDITOR,
  LISTED,
  OWNER,
  READ,
  STAFF_EDITOR,
  STAFF_VIEWER,
  VIEWER,
  VIEWERS_ONLY,
  allProcesses,
  grid,
  type Person,
} from '../callers.js';
import { callsOf, codeOfFirstItem, type CallRow, type RouteRow } from '../tries.js';
import { ELLIPSE } from '../samples.js';
import type { World } from '../world.js';

/** Objects authored by an agent: for editors who manage agents, and the agent's own key (OP-24). */
export const AGENTS = grid(
  {
    ok: [ADMINISTRATOR, CREATOR, STAFF_EDITOR],
    403: [KEY_OF_ADMINISTRATOR, KEY_HERE, KEY_OF_EDITOR, OWNER, EDITOR, ...VIEWERS_ONLY],
  },
  404,
);

/** Caller's mention of an agent's annotation: editors who manage agents, and keys of editors (OP-24). */
export const ON_AGENTS = grid(
  {
    ok: [ADMINISTRATOR, CREATOR, STAFF_EDITOR, KEY_OF_ADMINISTRATOR, KEY_HERE, KEY_OF_EDITOR],
    403: [OWNER, EDITOR, ...VIEWERS_ONLY],
  },
  404,
);
const isKey = (name: string): boolean => (KEYS as readonly string[]).includes(name);
/** People review agents' findings: no automatic acceptance. */
export const REVIEW = grid(
  {
    ok: EDITORS.filter((name): name is Person & (typeof EDITORS)[number] => !isKey(name)),
    403: [VIEWER, STAFF_VIEWER, ...KEYS],
  },
  404,
);

export const rejection = { action: 'reject', reason: 'It is a cistern.' };
const coordinates = ELLIPSE.value;
const body = (w: World) => ({
  document_page_id: w.page.id,
  document_id: w.document.id,
  annotation_type: 'ellipse',
  coordinates,
});

export const routes: RouteRow[] = [
  ...[
    { way: 'of a document', allowed: READ, filter: (w: World) => `document_id=${w.document.id}` },
    { way: 'of a page', allowed: READ, filter: (w: World) => `document_page_id=${w.page.id}` },
    { way: 'of a project', allowed: READ, filter: (w: World) => `project_id=${w.projectId}` },
    { way: 'of an author', allowed: LISTED, filter: (w: World) => `author_id=${w.mark.authorId}` },
  ].map(({ way, allowed, filter }): RouteRow => ({
    route: 'GET /api/public/annotations',
    way,
    cites: 'AUTH-37 API-02 API-10 OP-21',
    call: (w) => ({ path: `/api/public/annotations?${filter(w)}` }),
    allowed,
    shows: (w) => w.mark.id,
  })),
  {
    route: 'GET /api/public/annotations/:id',
    cites: 'AUTH-37 API-10 OP-21',
    call: (w) => ({ path: `/api/public/annotations/${w.mark.id}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/annotations/batch',
    cites: 'API-16 OP-07 OP-21',
    call: (w) => ({ path: '/api/public/annotations/batch', body: { items: [body(w)] } }),
    refusedInside: codeOfFirstItem,
    allowed: EDIT,
  },
  {
    route: 'GET /api/annotations/:id',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/annotations/${w.mark.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/projects/:id/annotations',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/annotations` }),
    allowed: READ,
    shows: (w) => w.mark.id,
  },
  {
    route: 'GET /api/projects/:id/labels',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/labels` }),
    allowed: READ,
  },
  {
    route: 'POST /api/annotations/:id/review',
    cites: 'OP-24',
    call: async (w) => ({ path: `/api/annotations/${(await w.newMark(w.agentId)).id}/review`, body: rejection }),
    allowed: REVIEW,
  },
  {
    route: 'POST /api/public/annotations',
    cites: 'API-10 API-16 OP-07',
    call: (w) => ({ path: '/api/public/annotations', body: body(w) }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/annotations',
    way: 'written to an agent',
    cites: 'OP-24',
    call: (w) => ({ path: '/api/public/annotations', body: { ...body(w), author_id: w.agentId } }),
    allowed: AGENTS,
  },
  {
    route: 'PUT /api/public/annotations',
    way: 'of a person',
    cites: 'API-10 OP-07',
    call: (w) => ({ path: `/api/public/annotations?id=${w.mark.id}`, body: { coordinates } }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/annotations',
    way: 'of an agent',
    cites: 'OP-24',
    call: (w) => ({ path: `/api/public/annotations?id=${w.agentsMark.id}`, body: { coordinates } }),
    allowed: AGENTS,
  },
  {
    route: 'DELETE /api/public/annotations',
    way: 'of a person',
    cites: 'API-10 OP-07',
    call: async (w) => ({ path: `/api/public/annotations?id=${(await w.newMark()).id}` }),
    allowed: EDIT,
  },
  {
    route: 'DELETE /api/public/annotations',
    way: 'of an agent',
    cites: 'OP-24',
    call: async (w) => ({ path: `/api/public/annotations?id=${(await w.newMark(w.agentId)).id}` }),
    allowed: AGENTS,
  },
  {
    route: 'POST /api/annotations/:id/restore',
    way: 'of a person',
    cites: 'OP-07',
    call: async (w) => ({ path: `/api/annotations/${await w.removedMark()}/restore`, body: {} }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/annotations/:id/restore',
    way: 'of an agent',
    cites: 'OP-24',
    call: async (w) => ({ path: `/api/annotations/${await w.removedMark(w.agentId)}/restore`, body: {} }),
    allowed: AGENTS,
  },
];

const codeOfFirstResult = (answer: unknown): string | undefined => {
  const outcome = (answer as CreateAnnotationsResponse).results[0]?.outcome;
  return outcome?.$case === 'refusal' ? outcome.value.reason : undefined;
};

const annotation = callsOf('annotation');
const creation = (w: World) => ({
  id: newId(),
  documentId: w.document.id,
  documentPageId: w.page.id,
  shape: ELLIPSE,
});

export const calls: CallRow[] = [
  annotation('listAnnotations', {
    cites: 'AUTH-37',
    request: (w) => ({ documentId: w.document.id }),
    allowed: READ,
    shows: (w) => w.mark.id,
  }),
  annotation('listLabels', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  annotation('getAnnotation', { cites: 'AUTH-37', request: (w) => ({ id: w.mark.id }), allowed: READ }),
  annotation('createAnnotation', {
    cites: 'OP-07',
    // a process has no author and must name one
    request: (w, by) => ({ ...creation(w), authorId: by.via === 'service' ? w.agentId : undefined }),
    allowed: EDIT,
  }),
  annotation('createAnnotation', {
    way: 'written to an agent',
    cites: 'OP-24',
    request: (w) => ({ ...creation(w), authorId: w.agentId }),
    allowed: AGENTS,
  }),
  annotation('createAnnotation', {
    way: 'written to another person',
    cites: 'AUTH-22',
    request: (w) => ({ ...creation(w), authorId: w.actors[VIEWER].authorId }),
    allowed: grid({ 403: [...EDITORS, ...VIEWERS_ONLY] }, 404),
  }),
  annotation('createAnnotations', {
    cites: 'OP-07',
    request: (w, by) => ({
      items: [
        CreateAnnotationRequest.fromPartial({ ...creation(w), authorId: by.via === 'service' ? w.agentId : undefined }),
      ],
    }),
    refusedInside: codeOfFirstResult,
    allowed: EDIT,
  }),
  annotation('updateAnnotation', {
    way: 'of a person',
    cites: 'OP-07',
    request: (w) => ({ id: w.mark.id, content: 'Tank' }),
    allowed: EDIT,
  }),
  annotation('updateAnnotation', {
    way: 'of an agent',
    cites: 'OP-24',
    request: (w) => ({ id: w.agentsMark.id, content: 'Tank' }),
    allowed: AGENTS,
  }),
  annotation('deleteAnnotation', {
    way: 'of a person',
    cites: 'OP-07',
    request: async (w) => ({ id: (await w.newMark()).id }),
    allowed: EDIT,
  }),
  annotation('deleteAnnotation', {
    way: 'of an agent',
    cites: 'OP-24',
    request: async (w) => ({ id: (await w.newMark(w.agentId)).id }),
    allowed: AGENTS,
  }),
  annotation('restoreAnnotation', {
    way: 'of a person',
    cites: 'OP-07',
    request: async (w) => ({ id: await w.removedMark() }),
    allowed: EDIT,
  }),
  annotation('restoreAnnotation', {
    way: 'of an agent',
    cites: 'OP-24',
    request: async (w) => ({ id: await w.removedMark(w.agentId) }),
    allowed: AGENTS,
  }),
  annotation('reviewAnnotation', {
    cites: 'OP-24',
    request: async (w) => ({ id: (await w.newMark(w.agentId)).id, ...rejection }),
    allowed: REVIEW,
    processes: allProcesses(403),
  }),
];
