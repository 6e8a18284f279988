import { propertyMaps as operations, type propertyMapSchemas as schemas } from '@symbio/api';
import type { Project } from '@symbio/proto/project';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { listResponse, pageOf } from '../http/lists.js';

type ProjectSite = z.output<typeof schemas.projectSite>;

/** The site, else the place given for the property or known from its address. */
function placeOf({ site, propertyLocation }: Project): ProjectSite['place'] {
  if (site) {
    const { longitude, latitude, source } = site;
    return { longitude, latitude, source: source === 'boundary' ? 'boundary' : 'site' };
  }
  if (!propertyLocation) return null;
  const { longitude, latitude, origin } = propertyLocation;
  return { longitude, latitude, source: origin === 'zip' || origin === 'city' ? origin : 'person' };
}

/** GET /api/public/project-sites. */
export const projectSites = ({ project, document }: Pick<Clients, 'project' | 'document'>): Route[] => [
  route(operations.listProjectSites, async ({ query }, { parent }) => {
    const answer = await project.listProjects({ paging: pageOf(query), status: query.status ?? '' }, parent);
    const projectIds = answer.projects.map(({ id }) => id);
    const { counts } = projectIds.length > 0 ? await document.countPlacedPages({ projectIds }, parent) : { counts: [] };
    const byProject = new Map(counts.map((one) => [one.projectId, one]));
    const sites = answer.projects.map((one): ProjectSite => {
      const { rough = 0, exact = 0 } = byProject.get(one.id) ?? {};
      return {
        ...{ project_id: one.id, number: one.number, title: one.title, status: one.status },
        ...{ place: placeOf(one), bounds: one.boundary?.bounds ?? null, placed_pages: { rough, exact } },
      };
    });
    return listResponse(sites, answer.pageInfo);
  }),
];
