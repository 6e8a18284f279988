import type { Router } from 'express';
import type { Feature } from '@symbio/proto/feature';
import type { NamedDocument, ProjectHits } from '@symbio/proto/document';
import { MAX_SEARCH, SEARCHED_PAGES, SEARCHED_PROJECTS } from '@symbio/proto/limits';
import type { Project } from '@symbio/proto/project';
import { invalidFields } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { about } from '../http/audit/audit-subject.js';
import type { RateLimits } from '../http/auth/rate-limits.js';
import { requiredQuery } from '../http/input.js';
import { parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import { presentHit } from '../present/page-hits.js';

const MAX_FEATURES = 100;
/** Documents and features listed per project. */
const MAX_NAMED = 10;

/** @throws AppError INVALID_ARGUMENT */
function count(value: string | undefined, name: string, { shown, most }: typeof SEARCHED_PROJECTS): number {
  const number = value === undefined ? shown : Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw invalidFields({ [name]: `${name} must be a whole number from 1 to ${most}` });
  return number;
}

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
export function searchOfAll(
  { document, feature, project }: Pick<Clients, 'document' | 'feature' | 'project'>,
  limits: Pick<RateLimits, 'allSearches'>,
): Router {
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

  const router = strictRouter();
  methods(router, '/search', about('project'), {
    get: [
      limits.allSearches,
      async (request, response) => {
        const words = requiredQuery(request, 'q').trim();
        if (words.length > MAX_SEARCH) throw invalidFields({ q: `q must have at most ${MAX_SEARCH} characters` });
        const shown = count(query(request, 'projects'), 'projects', SEARCHED_PROJECTS);
        const pagesPerProject = count(query(request, 'pages'), 'pages', SEARCHED_PAGES);
        const parent = parentOf(request);
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
        response.json({
          data,
          page_count: pages.pageCount,
          has_more:
            ids.length > shown || pages.projectCount > pages.projects.length || (pageInfo?.count ?? 0) > named.length,
          cut: pages.cut,
        });
      },
    ],
  });
  return router;
}
