import { AppError, conflict, newId, notFound, type Actor } from '@symbio/runtime';
import { fakeService } from '@symbio/rpc/testing';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { Annotation, AnnotationServiceService, Decision, type Run } from '@symbio/proto/annotation';
import {
  DocumentServiceService,
  type Document,
  type ListPageWordsResponse,
  type Page,
  type PageRegion,
} from '@symbio/proto/document';
import { IdentityServiceService, type Author } from '@symbio/proto/identity';
import { Member, Project, ProjectServiceService } from '@symbio/proto/project';

export interface Peers {
  members: Map<string, readonly Actor[]>;
  /** Role by `<user id>/<project id>`. */
  roles: Map<string, ProjectRole>;
  annotations: Map<string, Annotation>;
  runs: Map<string, Run>;
  /** Annotations returned one last time. */
  lastAnswers: Set<string>;
  authors: Map<string, Pick<Author, 'authorType' | 'displayName'>>;
  words: Map<string, Partial<ListPageWordsResponse>>;
  /** A page without an entry has no picture. */
  pictures: Map<string, (region: PageRegion, width: number) => Promise<Buffer>>;
  pages: Map<string, { projectId: string }>;
  documents: Map<string, Document>;
  listed: Map<string, Page>;
  /** Deleted annotations, whose ids are taken. */
  removed: Set<string>;
  /** createAnnotation calls that will fail. */
  failures: number;
  settings: Record<
    'SYMBIO_PROJECT_ADDR' | 'SYMBIO_DOCUMENT_ADDR' | 'SYMBIO_ANNOTATION_ADDR' | 'SYMBIO_IDENTITY_ADDR',
    string
  >;
  close(): Promise<void>;
}

/** Fakes the called services, each with a real gRPC server. */
export async function startPeers(): Promise<Peers> {
  const members: Peers['members'] = new Map();
  const roles: Peers['roles'] = new Map();
  const annotations: Peers['annotations'] = new Map();
  const runs: Peers['runs'] = new Map();
  const lastAnswers: Peers['lastAnswers'] = new Set();
  const authors: Peers['authors'] = new Map();
  const words: Peers['words'] = new Map();
  const pictures: Peers['pictures'] = new Map();
  const pages: Peers['pages'] = new Map();
  const removed: Peers['removed'] = new Set();
  const documents: Peers['documents'] = new Map();
  const listed: Peers['listed'] = new Map();
  const document = await fakeService(DocumentServiceService, {
    listPageWords({ pageId }) {
      const found = words.get(pageId);
      return found ? Promise.resolve(found) : Promise.reject(notFound('Page'));
    },
    getDocument({ id }) {
      const found = documents.get(id);
      return found ? Promise.resolve({ document: found }) : Promise.reject(notFound('Document'));
    },
    getPage({ id }) {
      const found = listed.get(id);
      return found ? Promise.resolve({ page: found }) : Promise.reject(notFound('Page'));
    },
    listPages: ({ documentId }) =>
      Promise.resolve({ pages: [...listed.values()].filter((page) => page.documentId === documentId) }),
    async getPageImage({ id, region, width }) {
      const draw = pictures.get(id);
      if (!draw || !region) throw notFound('Page');
      const picture = await draw(region, width);
      return { picture, contentType: 'image/jpeg', region, scale: width / region.width, etag: id };
    },
  });
  const project = await fakeService(ProjectServiceService, {
    checkAccess({ projectIds }, { actor }) {
      const known = projectIds.map((id) => [id, roles.get(`${actor.sub}/${id}`)] as const);
      return Promise.resolve({ roles: Object.fromEntries(known.filter(([, role]) => role)) as Record<string, string> });
    },
    listMembers: ({ projectId }) =>
      Promise.resolve({
        members: (members.get(projectId) ?? []).map(({ sub: userId, name }) => Member.fromPartial({ userId, name })),
      }),
    getProject: ({ id }) =>
      members.has(id)
        ? Promise.resolve({ project: Project.fromPartial({ id, title: 'Riverside' }) })
        : Promise.reject(notFound('Project')),
    listVisibleProjects(_request, { actor }) {
      if (actor.role === 'administrator') return Promise.resolve({ all: true });
      const known = [...roles].map(([key, role]) => [key.split('/'), role] as const);
      const own = known.flatMap(([[sub, id = ''], role]) => (sub === actor.sub ? [[id, role]] : []));
      return Promise.resolve({ roles: Object.fromEntries(own) as Record<string, string> });
    },
  });
  const annotation = await fakeService(AnnotationServiceService, {
    getAnnotation({ id }) {
      const found = annotations.get(id);
      if (lastAnswers.delete(id)) annotations.delete(id);
      return found ? Promise.resolve({ annotation: found }) : Promise.reject(notFound('Annotation'));
    },
    reviewAnnotation({ id, action, reason }, { actor }) {
      const found = annotations.get(id);
      if (!found) return Promise.reject(notFound('Annotation'));
      const verdict = action === 'reject' ? 'rejected' : action;
      const decision = Decision.fromPartial({ verdict, reason, authorId: actor.authorId, authorName: actor.name });
      const reviewed = { ...found, decisions: [...found.decisions, decision] };
      annotations.set(id, reviewed);
      return Promise.resolve({ annotation: reviewed });
    },
    getRun({ id }) {
      const found = runs.get(id);
      return found ? Promise.resolve({ run: found }) : Promise.reject(notFound('Run'));
    },
    undoRun({ id }) {
      const found = runs.get(id);
      if (!found) return Promise.reject(notFound('Run'));
      const undone = { ...found, status: 'undone' };
      runs.set(id, undone);
      return Promise.resolve({ run: undone });
    },
    createAnnotation({ id, documentId, documentPageId, shape, content, authorId }) {
      if (peers.failures > 0) {
        peers.failures--;
        return Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'Away'));
      }
      if (removed.has(id)) return Promise.reject(conflict('id_taken', 'An annotation with this id exists already.'));
      const { projectId = '' } = pages.get(documentPageId) ?? {};
      const made = Annotation.fromPartial({
        ...{ id, projectId, documentId, documentPageId, shape, content, authorId },
        authorType: 'ai_agent',
      });
      annotations.set(id, made);
      return Promise.resolve({ annotation: made });
    },
  });
  const identity = await fakeService(IdentityServiceService, {
    createAgentAuthor({ agentName, agentVersion }) {
      const id =
        [...authors].find(([, { displayName }]) => displayName === `${agentName} ${agentVersion}`)?.[0] ?? newId();
      authors.set(id, { authorType: 'ai_agent', displayName: `${agentName} ${agentVersion}` });
      return Promise.resolve({ author: { id, authorType: 'ai_agent', agentName, agentVersion } as Author });
    },
    getAuthors({ ids }) {
      const found = ids.flatMap((id) => {
        const author = authors.get(id);
        return author ? [{ ...author, id, metadata: undefined, madeBy: '' }] : [];
      });
      return Promise.resolve({ authors: found });
    },
  });
  const peers: Peers = {
    members,
    roles,
    annotations,
    runs,
    lastAnswers,
    authors,
    words,
    pictures,
    pages,
    removed,
    documents,
    listed,
    failures: 0,
    settings: {
      SYMBIO_PROJECT_ADDR: project.address,
      SYMBIO_DOCUMENT_ADDR: document.address,
      SYMBIO_ANNOTATION_ADDR: annotation.address,
      SYMBIO_IDENTITY_ADDR: identity.address,
    },
    async close() {
      await Promise.all([project.close(), document.close(), annotation.close(), identity.close()]);
    },
  };
  return peers;
}
