import { radiusReports, recordDecisions, records } from '@symbio/api';
import { z } from 'zod';
import * as shown from '../presenters.js';
import { ofProject, operationTool, tool, type Tool } from '../tool.js';

const BY_PAGE = ['page', 'per_page'] as const;
const SLICE = { per_page: '50' };

export const recordTools: Tool[] = [
  operationTool({
    name: 'list_agency_lists',
    title: 'List agency lists',
    description: 'Lists of agencies that are searched around properties, with the date of their data.',
    effect: 'reads',
    operation: records.listDataSets,
    argumentNames: [...BY_PAGE],
    defaults: SLICE,
    output: shown.listOf('lists', shown.dataSet),
    present: ({ data, ...rest }) => ({ ...rest, lists: data.map(shown.presentDataSet) }),
  }),
  tool({
    name: 'search_records',
    title: 'Search records near a property',
    description:
      'Searches the agency lists around the boundary of the property, each as far as its search distance. Returns counts by list; a list that `is_loaded` false was not searched. Earlier searches are kept.',
    effect: 'adds',
    input: ofProject,
    output: z.object({ search: shown.recordSearch }),
    run: async ({ project_id: id }, api) => {
      const { data } = await api.call(records.createRecordSearch, { params: { id }, body: {} });
      return { data: { search: data } };
    },
  }),
  operationTool({
    name: 'list_record_hits',
    title: 'List records near a property',
    description:
      'Records of the newest search, nearest first, measured from the nearest edge of the property. Those with the same `site` are perhaps one site, for `site_reasons`. A `certainty` of orphan has no usable place.',
    effect: 'reads',
    operation: records.listRecordHits,
    argumentNames: ['project_id', 'search_id', 'list', 'certainty', 'change', 'disposition', 'on_property', ...BY_PAGE],
    defaults: SLICE,
    output: shown.listOf('hits', shown.recordHit),
    present: shown.named('hits'),
  }),
  tool({
    name: 'read_radius_report',
    title: 'Read a radius report',
    description:
      'Reads the tables of a vendor’s radius report from the pages of a document, and compares them with the report’s own counts by list. A person confirms it; until then no record is added. A confirmed report stays as it is.',
    effect: 'adds',
    input: z.strictObject({
      document_id: z.string({ error: 'document_id is required' }).meta({ description: 'Document id.' }),
    }),
    output: z.object({ report: shown.radiusReport }),
    run: async ({ document_id: id }, api) => {
      const { data } = await api.call(radiusReports.proposeRadiusReport, { params: { id } });
      return { data: { report: shown.presentRadiusReport(data) } };
    },
  }),
  operationTool({
    name: 'propose_record_dispositions',
    title: 'Propose dispositions of records',
    description:
      'Proposes for up to 500 records whether they are relevant, not relevant, or need a review of the agency’s file. People decide; until then nothing changes. `not_relevant` needs a reason: a closed status alone is none, and a release on or next to the property needs its file or a written reason.',
    effect: 'adds',
    operation: recordDecisions.createRecordProposals,
    argumentNames: ['project_id', 'items'],
    output: z.object({ proposals: z.array(shown.recordProposal) }),
    present: ({ data }) => ({ proposals: data }),
  }),
];
