import { z } from 'zod';
import { appOperation } from '../operation.js';
import { decimal, degrees, id, moment, one, paging, success } from '../schemas/common.js';
import { filesForm, refusedFile } from '../schemas/form.js';
import { plainList } from './common.js';

const streetFile = z
  .strictObject({
    id: z.string(),
    file_name: z.string(),
    of_installation: z.boolean().meta({ description: 'Can only be read.' }),
    streets: z.int(),
    crossings: z.int(),
    blocks: z.int(),
    aliases: z.int(),
    by_id: z.string().nullable(),
    by_name: z.string().nullable(),
    created_at: moment.nullable(),
  })
  .meta({ id: 'StreetFile' });
export type StreetFileJson = z.output<typeof streetFile>;

const streetPlace = z
  .strictObject({
    name: z.string(),
    kind: z.string().meta({ description: 'crossing or address' }),
    longitude: z.number(),
    latitude: z.number(),
  })
  .meta({ id: 'StreetPlace' });
export type StreetPlaceJson = z.output<typeof streetPlace>;

const params = z.strictObject({ id: id('Project') });

export const listStreetFiles = appOperation({
  id: 'listStreetFiles',
  method: 'get',
  path: '/projects/{id}/streets',
  summary: 'Street files of a project and of the installation',
  audit: { subject: 'project' },
  params,
  query: z.strictObject(paging),
  answer: plainList(streetFile),
});

export const addStreetFiles = appOperation({
  id: 'addStreetFiles',
  method: 'post',
  path: '/projects/{id}/streets',
  summary: 'Add street files, one result each; a repeat with the same id returns the file',
  // no event records these
  audit: { subject: 'project', records: { action: 'changed', operation: 'streets.added' } },
  params,
  body: filesForm('At most 10 street files.'),
  consumes: 'multipart/form-data',
  status: 201,
  answer: one(z.array(z.union([streetFile, refusedFile]))),
});

export const deleteStreetFiles = appOperation({
  id: 'deleteStreetFiles',
  method: 'delete',
  path: '/projects/{id}/streets',
  summary: 'Delete one street file of a project, or all',
  audit: { subject: 'project', records: { action: 'changed', operation: 'streets.deleted' } },
  params,
  query: z.strictObject({ file_id: z.guid({ error: 'file_id must be a UUID' }).optional() }),
  answer: success,
});

export const findStreetPlaces = appOperation({
  id: 'findStreetPlaces',
  method: 'get',
  path: '/projects/{id}/street-places',
  summary: 'Where a crossing or an address is',
  audit: { subject: 'project', records: 'nothing' },
  params,
  query: z.strictObject({ q: z.string().optional(), ...paging }),
  answer: plainList(streetPlace),
});

export const findCrossings = appOperation({
  id: 'findCrossings',
  method: 'get',
  path: '/document-pages/{id}/crossings',
  summary: 'Crossings that a pixel of a page may show',
  audit: { subject: 'page', records: 'nothing' },
  params: z.strictObject({ id: id('Page') }),
  query: z.strictObject({
    x: decimal('x'),
    y: decimal('y'),
    near: degrees('near', 'longitude,latitude').optional(),
  }),
  answer: one(z.array(streetPlace)),
});
