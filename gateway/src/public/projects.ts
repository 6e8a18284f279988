import { lastSeen, projects as operations } from '@symbio/api';
import type { ProjectFields } from '@symbio/proto/project';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { createdRange, type DateRange } from './date-ranges.js';
import { required } from '../present/json.js';
import { presentProject } from '../present/projects.js';
import { route, type CallerContext, type Route } from '../http/serve.js';
import { success } from '../present/answers.js';
import { listResponse, pageOf } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slicedResponse } from './paging.js';

/** null removes an optional value, absent keeps it. */
const change = (value: string | null | undefined): string | undefined => (value === null ? '' : value);

const toFields = (input: Omit<z.output<typeof operations.updateProject.body>, 'updated_at'>): ProjectFields => ({
  title: input.title,
  dueDate: input.due_date,
  propertyAddress: input.property_address,
  propertyCity: input.property_city,
  propertyState: input.property_state,
  propertyZip: input.property_zip,
  propertyNeighborhood: change(input.property_neighborhood),
  propertyBlock: change(input.property_block),
  propertyNumber: change(input.property_number),
  propertyCoordinate: change(input.property_coordinate),
  clientCompany: input.client_company,
  clientContact: change(input.client_contact),
  clientPhone: change(input.client_phone),
  clientEmail: change(input.client_email),
  status: input.status,
});

type ListQuery = z.output<typeof operations.listProjects.query>;

/** created=last7days&tz=..., or created_from and created_to as timestamps. */
function created({ created: words, tz, created_from: from, created_to: to }: ListQuery) {
  // timezone calculations are slow: skip them without a filter
  const range: DateRange = words || tz ? createdRange(words ?? 'all', tz ?? 'UTC', new Date()) : {};
  return {
    createdFrom: from === undefined ? range.from : new Date(from),
    createdTo: to === undefined ? range.to : new Date(to),
  };
}

/** /api/public/projects and /api/public/companies: operations 4 to 9. */
export function projects({ project }: Pick<Clients, 'project'>): Route[] {
  const oneProject = async ({ id }: { id: string }, { parent }: CallerContext) => ({
    data: presentProject(required((await project.getProject({ id }, parent)).project)),
  });
  const companies = async (query: z.output<typeof operations.listCompanies.query>, { parent }: CallerContext) =>
    slicedResponse((await project.listCompanies({}, parent)).companies, query);
  return [
    route(operations.listProjects, async ({ query }, { parent }) => {
      const answer = await project.listProjects(
        {
          paging: pageOf(query),
          search: query.search ?? '',
          status: query.status ?? '',
          clientCompany: query.client_company ?? '',
          dueDateFrom: query.due_date_from ?? '',
          dueDateTo: query.due_date_to ?? '',
          ...created(query),
          updatedAfter: updatedAfterOf(query),
          sort: query.sort ?? '',
          order: query.order ?? '',
        },
        parent,
      );
      return withNextUpdatedAfter(listResponse(answer.projects.map(presentProject), answer.pageInfo), query);
    }),
    route(operations.getProject, ({ params }, context) => oneProject(params, context)),
    route(operations.getProjectById, ({ query }, context) => oneProject(query, context)),
    route(operations.listCompanies, ({ query }, context) => companies(query, context)),
    route(operations.listCompaniesOfProjects, ({ query }, context) => companies(query, context)),
    route(operations.createProject, async ({ body: { id, organization_id: organizationId, ...input } }, context) => {
      const { parent, mintId } = context;
      const answer = await project.createProject(
        { id: id ?? mintId(), fields: toFields(input), organizationId },
        parent,
      );
      return { data: presentProject(required(answer.project)) };
    }),
    route(operations.updateProject, async ({ query: { id }, body }, { parent }) => {
      const answer = await project.updateProject(
        { id, fields: toFields(body), expectedUpdatedAt: lastSeen(body) },
        parent,
      );
      return { data: presentProject(required(answer.project)) };
    }),
    route(operations.deleteProject, async ({ query: { id } }, { parent }) => {
      await project.deleteProject({ id }, parent);
      return success();
    }),
    route(operations.restoreProject, async ({ params: { id } }, { parent }) => ({
      data: presentProject(required((await project.restoreProject({ id }, parent)).project)),
    })),
  ];
}
