import { Router, type Request } from 'express';
import { newId } from '@symbio/kit';
import type { ProjectFields } from '@symbio/proto/project';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { createdRange, type DateRange } from '../date-ranges.js';
import { body, lastSeen, moment, paging, requiredId, text, updatedAt } from '../input.js';
import { list } from '../present/json.js';
import { presentProject } from '../present/projects.js';
import { idOrNone, parentOf, query } from '../request.js';
import { methods } from '../routing.js';

const fields = {
  title: text,
  due_date: text,
  property_address: text,
  property_city: text,
  property_state: text,
  property_zip: text,
  property_neighborhood: text,
  property_block: text,
  property_number: text,
  client_company: text,
  client_contact: text,
  client_phone: text,
  client_email: text,
  status: text,
};
const creation = z.strictObject({ ...fields, id: z.uuid().optional() });
const update = z.strictObject({ ...fields, updated_at: updatedAt });

/** null removes an optional value, absent leaves it. */
const change = (value: string | null | undefined): string | undefined => (value === null ? '' : value);

const toFields = (input: Partial<Record<keyof typeof fields, string | null>>): ProjectFields => ({
  title: change(input.title),
  dueDate: change(input.due_date),
  propertyAddress: change(input.property_address),
  propertyCity: change(input.property_city),
  propertyState: change(input.property_state),
  propertyZip: change(input.property_zip),
  propertyNeighborhood: change(input.property_neighborhood),
  propertyBlock: change(input.property_block),
  propertyNumber: change(input.property_number),
  clientCompany: change(input.client_company),
  clientContact: change(input.client_contact),
  clientPhone: change(input.client_phone),
  clientEmail: change(input.client_email),
  status: change(input.status),
});

/** created=last7days&tz=..., or created_from and created_to as moments. */
function created(request: Request): { createdFrom: Date | undefined; createdTo: Date | undefined } {
  const value = query(request, 'created');
  const zone = query(request, 'tz');
  // days of a zone are costly to tell: a list that is not narrowed down does without
  const range: DateRange = value || zone ? createdRange(value ?? 'all', zone ?? 'UTC', new Date()) : {};
  return {
    createdFrom: moment(request, 'created_from') ?? range.from,
    createdTo: moment(request, 'created_to') ?? range.to,
  };
}

/** /api/public/projects: operations 4 to 9. */
export function projects({ project }: Pick<Clients, 'project'>): Router {
  const router = Router();
  methods(router, '/projects', {
    get: [
      async (request, response) => {
        const parent = parentOf(request);
        if (query(request, 'companies') === 'true') {
          const { companies } = await project.listCompanies({}, parent);
          response.json(list(companies));
          return;
        }
        const id = query(request, 'id');
        if (id !== undefined) {
          const found = await project.getProject({ id: idOrNone(id) }, parent);
          response.json({ data: found.project && presentProject(found.project) });
          return;
        }
        const answer = await project.listProjects(
          {
            paging: paging(request),
            search: query(request, 'search') ?? '',
            status: query(request, 'status') ?? '',
            clientCompany: query(request, 'client_company') ?? '',
            dueDateFrom: query(request, 'due_date_from') ?? '',
            dueDateTo: query(request, 'due_date_to') ?? '',
            ...created(request),
          },
          parent,
        );
        response.json(list(answer.projects.map(presentProject), answer.pageInfo));
      },
    ],
    post: [
      async (request, response) => {
        const { id = newId(), ...input } = body(request, creation);
        const answer = await project.createProject({ id, fields: toFields(input) }, parentOf(request));
        response.status(201).json({ data: answer.project && presentProject(answer.project) });
      },
    ],
    put: [
      async (request, response) => {
        const id = requiredId(request, 'id', 'Project');
        const input = body(request, update);
        const answer = await project.updateProject(
          { id, fields: toFields(input), expectedUpdatedAt: lastSeen(input) },
          parentOf(request),
        );
        response.json({ data: answer.project && presentProject(answer.project) });
      },
    ],
    delete: [
      async (request, response) => {
        await project.deleteProject({ id: requiredId(request, 'id', 'Project') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  return router;
}
