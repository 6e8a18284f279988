import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { list, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { presentDeletedProject, presentProject } from '../present/projects.js';

const operations = app.projects;
const one = itemResponse(presentProject);

/** Deleted projects (restoring is in the public API), and samples. */
export const deletedProjects = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(operations.listDeletedProjects, async ({ query }, { parent }) => {
    const answer = await project.listDeletedProjects({ paging: pageOf(query) }, parent);
    return list(answer.projects.map(presentDeletedProject), answer.pageInfo);
  }),
  route(operations.eraseProject, async ({ params }, { parent }) => {
    await project.eraseProject(params, parent);
    return success();
  }),
  route(operations.setOrganization, async ({ params: { id }, body }, { parent }) =>
    one((await project.setOrganization({ id, organizationId: body.organization_id }, parent)).project),
  ),
  route(operations.setSample, async ({ params: { id }, body: { sample } }, { parent }) =>
    one((await project.setSample({ id, sample }, parent)).project),
  ),
  route(operations.copySample, async ({ params, body: { id = '' } }, { parent }) =>
    one((await project.copySample({ id, sampleId: params.id }, parent)).project),
  ),
];
