import { app } from '@symbio/api';
import type { Feature } from '@symbio/proto/feature';
import type { NamedDocument, ProjectHits } from '@symbio/proto/document';
import { MAX_SEARCH } from '@symbio/proto/limits';
import type { Project } from '@symbio/proto/project';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { presentHit } from '../present/page-hits.js';

const MAX_FEATURES = 100;
/** Documents and features listed per project. */
const MAX_NAMED = 10;

interface Found {
  hits: ProjectHits[];
  documents: NamedDocument[];
  features: Feature[];
  named: Project[];
}

const idsOf = ({ hits, documents, features, named }: Found): string[] => [
  ...new Set([
    ...named.map(({ id }) => id),
    ...hits.map(({ projectId }) => projectId),
    ...features.map(({ projectId }) => projectId),
    ...documents.map(({ projectId }) => projectId),
  ]),
];

const presentProject = ({ id, number, title, propertyAddress, propertyCity, propertyState }: Project) => ({
  id,
  number,
  title,
  address: [propertyAddress, propertyCity, propertyState].filter(Boolean).join(', '),
});

/** Words on pages, and names of documents, features and projects, in all projects of the caller. */
export function searchOfAll({
  document,
  feature,
  project,
}: Pick<Clients, 'document' | 'feature' | 'project'>): Route[] {
  async function projectsById(ids: string[], known: readonly Project[], parent: CallParent) {
    const byId = new Map(known.map((one) => [one.id, one]));
    const missing = ids.filter((id) => !byId.has(id));
    if (missing.length > 0) {
      const { projects } = await project.listProjects(
        { ids: missing, paging: { page: 1, perPage: missing.length } },
        parent,
      );
      for (const one of projects) byId.set(one.id, one);
    }
    return byId;
  }

  return [
    route(
      app.search.searchAllProjects,
      async ({ query: { q: words, projects: shown, pages: pagesPerProject } }, context) => {
        const { parent } = context;
        const names = words.replaceAll('"', ' ').trim();
        const [pages, { features }, { projects: named, pageInfo }] = await Promise.all([
          document.searchAllProjects({ query: words, projects: shown, pagesPerProject }, parent),
          feature.listFeatures({ nameWords: names, paging: { page: 1, perPage: MAX_FEATURES } }, parent),
          project.listProjects({ search: names.slice(0, MAX_SEARCH), paging: { page: 1, perPage: shown } }, parent),
        ]);
        const found = { hits: pages.projects, documents: pages.documents, features, named };
        const ids = idsOf(found);
        const byId = await projectsById(ids.slice(0, shown), named, parent);
        const data = ids.slice(0, shown).flatMap((id) => {
          const one = byId.get(id);
          // deleted concurrently
          if (!one) return [];
          const ofProject = found.hits.find(({ projectId }) => projectId === id);
          return [
            {
              project: presentProject(one),
              page_count: ofProject?.pageCount ?? 0,
              pages: (ofProject?.hits ?? []).map((hit) => presentHit(hit)),
              documents: found.documents
                .filter(({ projectId }) => projectId === id)
                .slice(0, MAX_NAMED)
                .map(({ id: documentId, title, fileName }) => ({ id: documentId, title, file_name: fileName })),
              features: features
                .filter(({ projectId }) => projectId === id)
                .slice(0, MAX_NAMED)
                .map(({ id: featureId, name, landUse }) => ({ id: featureId, name, land_use: landUse })),
            },
          ];
        });
        return {
          data,
          page_count: pages.pageCount,
          has_more:
            ids.length > shown || pages.projectCount > pages.projects.length || (pageInfo?.count ?? 0) > named.length,
          cut: pages.cut,
        };
      },
    ),
  ];
}
