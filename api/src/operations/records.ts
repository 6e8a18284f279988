import { z } from 'zod';
import { clientId, degrees, id, list, one, paging, requiredLine, line, success } from '../schemas/common.js';
import { fileForm } from '../schemas/form.js';
import { dataSet, recordHit, recordSearch, searchDistances } from '../schemas/records.js';
import { administered, operation } from '../operation.js';

export const about = {
  tag: 'Records',
  description: 'Agency lists of the installation, and their records near a property.',
};
const { tag } = about;
const FIELDS = [
  ...['id', 'name', 'address', 'city', 'state', 'zip', 'latitude', 'longitude', 'accuracy', 'method', 'datum'],
  ...['status', 'registry', 'programs'],
];
const ADMINISTRATORS = 'Requires an administrator, or an unlimited key of one.';
const ofDataSet = z.strictObject({ id: id('List') });
const ofProject = z.strictObject({ id: id('Project') });
const dataSetExample = { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d70' } };
const projectExample = { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } };
const theDataSet = { description: 'The data set.', schema: one(dataSet) };

export const listDataSets = operation({
  id: 'listDataSets',
  method: 'get',
  path: '/data-sets',
  tag,
  summary: 'Agency lists of the installation',
  description: 'By name. Any signed-in caller may read them.',
  access: 'read',
  audit: { records: 'nothing' },
  query: z.strictObject({ ...paging }),
  answer: { description: 'The data sets.', schema: list(dataSet) },
  example: {},
});

export const createDataSet = operation({
  id: 'createDataSet',
  method: 'post',
  path: '/data-sets',
  tag,
  summary: 'Create a data set',
  description: `Its files are sent afterwards. At most 50 data sets. ${ADMINISTRATORS}`,
  access: 'write',
  body: z.strictObject({
    id: clientId,
    name: requiredLine('name', 300),
    agency: line('agency', 300).optional(),
    source_url: line('source_url', 300).optional(),
    licence: line('licence', 300).optional(),
  }),
  answer: { status: 201, ...theDataSet },
  refusals: ['conflict', 'not_authorized'],
  example: {
    body: { name: 'EPA FRS', agency: 'EPA', source_url: 'https://www.epa.gov/frs', licence: 'Public domain' },
  },
});

export const getDataSet = operation({
  id: 'getDataSet',
  method: 'get',
  path: '/data-sets/{id}',
  tag,
  summary: 'One data set',
  description: 'With its versions, and the progress of an import.',
  access: 'read',
  audit: { records: 'nothing' },
  params: ofDataSet,
  answer: theDataSet,
  refusals: ['not_found'],
  example: dataSetExample,
});

export const deleteDataSet = operation({
  id: 'deleteDataSet',
  method: 'delete',
  path: '/data-sets/{id}',
  tag,
  summary: 'Delete a data set',
  description: `With its records. Earlier searches keep their hits. ${ADMINISTRATORS}`,
  access: 'write',
  params: ofDataSet,
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found', 'not_authorized'],
  example: dataSetExample,
});

export const addDataSetVersion = operation({
  id: 'addDataSetVersion',
  method: 'post',
  path: '/data-sets/{id}/versions',
  tag,
  summary: 'Send a file of a data set',
  description: `CSV (also separated by tabs, pipes or semicolons), GeoJSON, XLSX, or a zip of one of them, up to 4 GB. Files of EPA (FRS, ECHO, RCRA, Superfund, UST Finder, TRI, ACRES), the National Response Center and some states are known by their header; of others a person names the columns. The file is imported after the response; the current version is searched until then. ${ADMINISTRATORS}`,
  access: 'write',
  audit: { records: administered('data_set.version_added') },
  params: ofDataSet,
  body: fileForm('The file.', {
    agency_date: { type: 'string', description: 'The agency’s date of the list, YYYY-MM-DD.' },
  }),
  consumes: 'multipart/form-data',
  answer: { status: 202, ...theDataSet },
  refusals: ['not_found', 'conflict', 'too_large', 'unsupported_type', 'not_authorized'],
  example: dataSetExample,
});

export const nameDataSetColumns = operation({
  id: 'nameDataSetColumns',
  method: 'put',
  path: '/data-sets/{id}/versions/{version_id}/columns',
  tag,
  summary: 'Name the columns of a file',
  description: `For a version whose header is unknown; later files of the data set with that header are read the same way. ${ADMINISTRATORS}`,
  access: 'write',
  params: z.strictObject({ id: id('List'), version_id: id('Version') }),
  body: z.strictObject({
    columns: z
      .strictObject(Object.fromEntries(FIELDS.map((field) => [field, z.string().optional()])))
      .meta({ description: 'The column of each field; the name or the address is required.' }),
    lists: z.array(z.string()).meta({ description: 'Lists of every record of the file, such as `LUST`.' }),
  }),
  answer: theDataSet,
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: {
    params: { ...dataSetExample.params, version_id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d71' },
    body: { columns: { id: 'Site No', name: 'Site', address: 'Street' }, lists: ['LUST'] },
  },
});

const theDistances = { description: 'The distances.', schema: one(searchDistances) };

export const getSearchDistances = operation({
  id: 'getSearchDistances',
  method: 'get',
  path: '/projects/{id}/search-distances',
  tag,
  summary: 'Search distances of a project',
  description: 'Of all lists, with the defaults and their source.',
  access: 'read',
  params: ofProject,
  answer: theDistances,
  refusals: ['not_found'],
  example: projectExample,
});

export const saveSearchDistances = operation({
  id: 'saveSearchDistances',
  method: 'put',
  path: '/projects/{id}/search-distances',
  tag,
  summary: 'Set search distances of a project',
  description:
    'Lists that are not given have their defaults. A distance shorter than the default needs a reason. Requires the editor role.',
  access: 'write',
  audit: { records: { action: 'changed', operation: 'search_distances.changed' } },
  params: ofProject,
  body: z.strictObject({
    distances: z.array(
      z.strictObject({
        list: z.string(),
        kind: z.string(),
        miles: z.number().optional(),
        reason: z.string().nullish(),
      }),
    ),
  }),
  answer: theDistances,
  refusals: ['not_found', 'not_authorized'],
  example: { ...projectExample, body: { distances: [{ list: 'LUST', kind: 'miles', miles: 1 }] } },
});

export const confirmSearchDistances = operation({
  id: 'confirmSearchDistances',
  method: 'put',
  path: '/projects/{id}/search-distances/confirmation',
  tag,
  summary: 'Confirm the search distances of a project',
  description:
    'A person compared the table with the standard. 409 if it is no longer the one with `table_hash`. Requires the editor role; not for agents.',
  access: 'write',
  audit: { records: { action: 'changed', operation: 'search_distances.confirmed' } },
  params: ofProject,
  body: z.strictObject({ table_hash: z.string() }),
  answer: theDistances,
  refusals: ['not_found', 'stale', 'not_authorized'],
  example: { ...projectExample, body: { table_hash: '9f2c4e' } },
});

export const createRecordSearch = operation({
  id: 'createRecordSearch',
  method: 'post',
  path: '/projects/{id}/record-searches',
  tag,
  summary: 'Search the lists around a property',
  description:
    'From the nearest edge of the boundary, each list as far as its search distance. 409 `no_boundary` without a boundary, `too_many_records` above 5,000 hits. Requires the editor role.',
  access: 'write',
  params: ofProject,
  body: z.strictObject({ id: clientId }),
  answer: { status: 202, description: 'The search.', schema: one(recordSearch) },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { ...projectExample, body: {} },
});

export const listRecordSearches = operation({
  id: 'listRecordSearches',
  method: 'get',
  path: '/projects/{id}/record-searches',
  tag,
  summary: 'Searches of a project',
  description: 'Newest first.',
  access: 'read',
  params: ofProject,
  query: z.strictObject({ ...paging }),
  answer: { description: 'The searches.', schema: list(recordSearch) },
  refusals: ['not_found'],
  example: projectExample,
});

export const getRecordSearch = operation({
  id: 'getRecordSearch',
  method: 'get',
  path: '/record-searches/{id}',
  tag,
  summary: 'One search',
  description: 'With its counts by list.',
  access: 'read',
  audit: { subject: 'record-search' },
  params: z.strictObject({ id: id('Search') }),
  answer: { description: 'The search.', schema: one(recordSearch) },
  refusals: ['not_found'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d72' } },
});

export const listRecordHits = operation({
  id: 'listRecordHits',
  method: 'get',
  path: '/record-hits',
  tag,
  summary: 'Records near a property',
  description:
    'Of the newest search, or of `search_id`. Nearest first; records without a usable place on the property’s street follow, then decided ones that are no longer listed.',
  access: 'read',
  audit: { subject: 'record-search' },
  query: z.strictObject({
    project_id: id('Project'),
    search_id: id('Search').optional(),
    list: z.string().optional(),
    certainty: z.string().optional().meta({ description: '`within`, `perhaps`, `beyond`, `orphan` or `gone`.' }),
    change: z.string().optional().meta({ description: '`appeared` or `vanished` since the previous search.' }),
    disposition: z.string().optional().meta({
      description: '`undecided`, `relevant`, `not_relevant`, `file_review`; `reopened`: facts changed since.',
    }),
    on_property: z.string().optional().meta({ description: '`on`, `perhaps` or `off`.' }),
    bbox: degrees('bbox', 'west,south,east,north').optional(),
    ...paging,
  }),
  answer: { description: 'The hits.', schema: list(recordHit) },
  refusals: ['not_found'],
  example: { query: { project_id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } },
});
