import { PLACE_ORIGINS, PROJECT_ROLES, PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';
import { boundarySummary, searchRadius, siteSummary } from './property-maps.js';

const count = z.strictObject({ done: z.number().int(), total: z.number().int() });
const cell = word(['empty', 'partial', 'full']);

export const project = z
  .strictObject({
    id: z.string(),
    number: z.string().meta({ description: 'For people.', examples: ['P-2026-00042'] }),
    title: z.string(),
    due_date: z.string().meta({ description: 'YYYY-MM-DD', examples: ['2027-03-31'] }),
    property_address: z.string(),
    property_city: z.string(),
    property_state: z.string(),
    property_zip: z.string(),
    property_neighborhood: z.string().nullable(),
    property_block: z.string().nullable(),
    property_number: z.string().nullable(),
    property_location: z
      .strictObject({
        coordinate: z.string().meta({ description: '`(longitude,latitude)`, WGS 84.', examples: ['(-73.94,40.72)'] }),
        origin: word(PLACE_ORIGINS).meta({
          description: '`person`: given as `property_coordinate`; `zip`, `city`: the middle of that area.',
        }),
      })
      .optional()
      .meta({ description: 'Absent if neither given nor known from ZIP code or city.' }),
    boundary: boundarySummary.optional().meta({
      description: 'Absent without a boundary. `GET /projects/{id}/boundary` has its corners.',
    }),
    site: siteSummary.optional().meta({ description: 'Absent if neither given nor known from a boundary.' }),
    search_radii: z.array(searchRadius).optional(),
    client_company: z.string(),
    client_contact: z.string().nullable(),
    client_phone: z.string().nullable(),
    client_email: z.string().nullable(),
    status: word(PROJECT_STATUSES),
    has_annotations: z.boolean(),
    created_by: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    access_role: word(PROJECT_ROLES).meta({ description: 'The caller’s role.' }),
    address: z.string().meta({ description: 'The same as `property_address`.' }),
    via: z.literal('key').optional().meta({
      description:
        '`key` if an API key wrote the current details in the name of a person; else absent, also for agents.',
    }),
    sample: z.literal(true).optional().meta({ description: 'Every signed-in person may read it.' }),
    organization_id: z.string().optional().meta({ description: 'Absent: the operator of the installation.' }),
    progress: z
      .strictObject({
        setup: z.number().meta({ description: 'Fraction of required fields that are filled, from 0 to 1.' }),
        data: z.strictObject({ historic: cell, agency: cell, user_provided: cell, pages: cell }),
        site_recon: word(['none', 'any', 'completed']),
        insights: word(['empty', 'half', 'full']),
        report: word(['empty', 'started']),
        counts: z
          .strictObject({
            historic: count,
            agency: count,
            user_provided: count,
            pages: count,
            site_visits: count,
            to_review: z.number().int().meta({ description: 'Proposals of agents without a decision.' }),
            to_link: z.number().int().meta({ description: 'Mentions without a feature.' }),
          })
          .optional()
          .meta({
            description: 'Numbers behind the cells: documents without work left, ready pages, completed visits.',
          }),
      })
      .optional(),
  })
  .meta({ id: 'Project', description: 'The assessment of one property.' });

export type ProjectJson = z.output<typeof project>;
