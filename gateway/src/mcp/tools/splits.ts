import { splits } from '@symbio/api';
import { z } from 'zod';
import * as shown from '../presenters.js';
import { tool, type Tool } from '../tool.js';

const documentId = z
  .string({ error: 'document_id is required' })
  .meta({ description: 'Id of the PDF, from list_documents.' });
const output = z.object({ split: shown.documentSplit });

/** Documents of a vendor's package: agents propose, people confirm. */
export const splitTools: Tool[] = [
  tool({
    name: 'propose_split',
    title: 'Propose the documents of a package',
    description:
      'Reads a PDF of up to 2,000 pages, such as a vendor’s package, and proposes where its documents begin, with category, years, confidence and reasons. It replaces earlier proposals. Nothing changes until a person confirms it.',
    effect: 'adds',
    input: z.strictObject({ document_id: documentId }),
    output,
    run: async ({ document_id: id }, api) => {
      const { data } = await api.call(splits.proposeSplit, { params: { id }, body: {} });
      return { data: { split: data } };
    },
  }),
  tool({
    name: 'list_splits',
    title: 'List the splits of a document',
    description: 'Proposed, confirmed and undone splits of a PDF into documents, newest first.',
    effect: 'reads',
    input: z.strictObject({ document_id: documentId }),
    output: z.object({ splits: z.array(shown.documentSplit) }),
    run: async ({ document_id: id }, api) => {
      const { data } = await api.call(splits.listSplits, { params: { id } });
      return { data: { splits: data } };
    },
  }),
  tool({
    name: 'adjust_split',
    title: 'Adjust a proposed split',
    description:
      'Replaces the documents of your own proposal: each ends before the next one begins, the first begins at page 1. Give all documents. Refused once a person has changed or confirmed it.',
    effect: 'changes',
    input: splits.saveSplit.body.extend({
      document_id: documentId,
      split_id: z
        .string({ error: 'split_id is required' })
        .meta({ description: 'Id of the split, from propose_split or list_splits.' }),
    }),
    output,
    run: async ({ document_id: id, split_id: splitId, ...body }, api) => {
      const { data } = await api.call(splits.saveSplit, { params: { id, split_id: splitId }, body });
      return { data: { split: data } };
    },
  }),
];
