import { pageKinds, titleBlocks } from '@symbio/api';
import { z } from 'zod';
import * as shown from '../presenters.js';
import { tool, type Tool } from '../tool.js';

const FACTS = 'year, sheet_number, volume, city, scale (as "1 in = 50 ft" or "1:24,000") and north (degrees clockwise)';
const pageId = z
  .string({ error: 'page_id is required' })
  .meta({ description: 'A sheet, of list_pages or search_pages.' });
const output = z.object({ sheet: shown.pageTitleBlock });

export const titleBlockTools: Tool[] = [
  tool({
    name: 'read_title_block',
    title: 'Read a title block',
    description: `What a sheet says of itself: ${FACTS}, each with its source and how sure it is, what was read where a person says something else, and the history. What is not known is left out.`,
    effect: 'reads',
    input: z.strictObject({ page_id: pageId }),
    output,
    run: async ({ page_id: id }, api) => {
      const { data } = await api.call(titleBlocks.getTitleBlock, { params: { id } });
      return { data: { sheet: data } };
    },
  }),
  tool({
    name: 'correct_title_block',
    title: 'Correct a title block',
    description: `Says what is right of a sheet: ${FACTS}. Takes effect at once and stands before what was read; labels follow the year. Correct only what you have seen on the sheet with look_at_page. Null says that a fact is not known, \`reset\` lets what was read hold again. The history keeps who said what.`,
    effect: 'changes',
    // null and absent differ: pass arguments on unchanged
    input: titleBlocks.correctTitleBlock.body.extend({ page_id: pageId }),
    output,
    run: async ({ page_id: id, ...body }, api) => {
      const { data } = await api.call(titleBlocks.correctTitleBlock, { params: { id }, body });
      return { data: { sheet: data } };
    },
  }),
  tool({
    name: 'correct_page_kinds',
    title: 'Correct the kind of pages',
    description:
      'Says what kind of sheets pages of a document are: sanborn_map, topographic_map, aerial_photo, or null for none of these. Takes effect at once, stands before what they were taken for, and survives reading them anew; `reset` takes it back. Correct only pages that you have seen with look_at_page. read_title_block shows in the history who said so.',
    effect: 'changes',
    // null is a value: pass arguments on unchanged
    input: pageKinds.correctPageKinds.body.extend({
      document_id: z
        .string({ error: 'document_id is required' })
        .meta({ description: 'The document of the pages, of list_documents.' }),
    }),
    output: shown.kindCorrection,
    run: async ({ document_id: id, ...body }, api) => {
      const { data } = await api.call(pageKinds.correctPageKinds, { params: { id }, body });
      return { data };
    },
  }),
  tool({
    name: 'correct_volume',
    title: 'Carry a correction over to the volume',
    description:
      'Gives facts that were corrected on a sheet to the other sheets of its volume on which nobody has said anything, or to those of `page_ids`. Try it with `dry_run` first, and show people what would change. Undone as one by undo_volume_correction with its `id`.',
    effect: 'changes',
    input: titleBlocks.correctVolume.body.extend({
      page_id: pageId,
      dry_run: z.boolean({ error: 'dry_run must be true or false' }).optional().meta({ description: 'Only checks.' }),
    }),
    output: shown.volumeCorrection,
    run: async ({ page_id: id, dry_run: dryRun, ...body }, api) => {
      const query: Record<string, string> = dryRun ? { dry_run: 'true' } : {};
      const { data, ...rest } = await api.call(titleBlocks.correctVolume, { params: { id }, query, body });
      return { data: { ...data, ...rest } };
    },
  }),
  tool({
    name: 'undo_volume_correction',
    title: 'Undo a correction of the volume',
    description:
      'Takes a correct_volume back on every sheet where it still holds. Sheets of which somebody has said something else since stay (`kept_page_ids`).',
    effect: 'changes',
    input: z.strictObject({
      page_id: pageId,
      correction_id: z
        .string({ error: 'correction_id is required' })
        .meta({ description: 'The `id` that correct_volume answered.' }),
    }),
    output: shown.volumeCorrection
      .omit({ dry_run: true, full_page_ids: true })
      .extend({ kept_page_ids: z.array(z.string()) }),
    run: async ({ page_id: id, correction_id }, api) => {
      const { data } = await api.call(titleBlocks.undoVolumeCorrection, { params: { id, correction_id } });
      return { data };
    },
  }),
];
