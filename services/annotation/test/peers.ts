import { notFound, type Actor } from '@symbio/runtime';
import { fakeService } from '@symbio/rpc/testing';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { Document, DocumentServiceService, type Page } from '@symbio/proto/document';
import { IdentityServiceService, type Author } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';

export interface Peers {
  /** Role by `<user id>/<project id>`. */
  roles: Map<string, ProjectRole>;
  pages: Map<string, Page>;
  authors: Map<string, Pick<Author, 'authorType' | 'displayName'>>;
  settings: Record<'SYMBIO_PROJECT_ADDR' | 'SYMBIO_DOCUMENT_ADDR' | 'SYMBIO_IDENTITY_ADDR', string>;
  close(): Promise<void>;
}

/** Fakes the called services, each with a real gRPC server. */
export async function startPeers(): Promise<Peers> {
  const roles: Peers['roles'] = new Map();
  const pages: Peers['pages'] = new Map();
  const authors: Peers['authors'] = new Map();
  const project = await fakeService(ProjectServiceService, {
    checkAccess({ projectIds }, { actor }) {
      const known = projectIds.map((id) => [id, roles.get(`${actor.sub}/${id}`)] as const);
      return Promise.resolve({ roles: Object.fromEntries(known.filter(([, role]) => role)) as Record<string, string> });
    },
    listVisibleProjects(_request, { actor }) {
      if (actor.role === 'administrator') return Promise.resolve({ all: true });
      const known = [...roles].map(([key, role]) => [key.split('/'), role] as const);
      const own = known.flatMap(([[sub, id = ''], role]) => (sub === actor.sub ? [[id, role]] : []));
      return Promise.resolve({ roles: Object.fromEntries(own) as Record<string, string> });
    },
  });
  const mayRead = ({ sub, via }: Actor, projectId: string): boolean =>
    via === 'service' || roles.has(`${sub}/${projectId}`);
  const document = await fakeService(DocumentServiceService, {
    getPage({ id }, { actor }) {
      const page = pages.get(id);
      const isVisible = page && mayRead(actor, page.projectId);
      return isVisible ? Promise.resolve({ page }) : Promise.reject(notFound('Page'));
    },
    getDocument({ id }, { actor }) {
      const page = [...pages.values()].find(({ documentId }) => documentId === id);
      if (!page || !mayRead(actor, page.projectId)) return Promise.reject(notFound('Document'));
      return Promise.resolve({ document: Document.fromPartial({ id, projectId: page.projectId }) });
    },
  });
  const identity = await fakeService(IdentityServiceService, {
    getAuthors({ ids }) {
      const found = ids.flatMap((id) => {
        const author = authors.get(id);
        return author ? [{ ...author, id, metadata: undefined, madeBy: '' }] : [];
      });
      return Promise.resolve({ authors: found });
    },
  });
  return {
    roles,
    pages,
    authors,
    settings: {
      SYMBIO_PROJECT_ADDR: project.address,
      SYMBIO_DOCUMENT_ADDR: document.address,
      SYMBIO_IDENTITY_ADDR: identity.address,
    },
    async close() {
      await Promise.all([project.close(), document.close(), identity.close()]);
    },
  };
}
