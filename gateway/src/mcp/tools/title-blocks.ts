import { pageKinds, titleBlocks } from '@symbio/api';
import { z } from 'zod';
import * as shown from '../presenters.js';
import { tool, type Tool } from '../tool.js';

const FACTS =
  'year, sheet_number, volume, city, scale (as "1 in = 50 ft" or "1:24,000"), north (degrees clockwise) and provider (of an aerial photograph)';
const pageId = z
  .string({ error: 'page_id is required' })
  .meta({ description: 'Id of a sheet from list_pages or search_pages.' });
const output = z.object({ sheet: shown.pageTitleBlock });

export const titleBlockTools: Tool[] = [
  tool({
    name: 'read_title_block',
    title: 'Read a title block',
    description: `The title block of a sheet: ${FACTS}, each with source and confidence, the recognized value if corrected, and the history. Unknown facts are omitted.`,
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
    description: `Corrects facts of a sheet: ${FACTS}. Takes effect immediately and overrides the recognized values; labels use the year. Correct only facts that you have seen on the sheet with look_at_page. Null marks a fact as unknown, \`reset\` reverts to the recognized value. The history records authors.`,
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
      'Sets the kind of pages: sanborn_map, topographic_map, aerial_photo, or null for none of these. Takes effect immediately, overrides the recognized kind, and is kept when pages are processed again; `reset` reverts it. Correct only pages that you have seen with look_at_page. The history in read_title_block shows the author.',
    effect: 'changes',
    // null is a value: pass arguments on unchanged
    input: pageKinds.correctPageKinds.body.extend({
      document_id: z
        .string({ error: 'document_id is required' })
        .meta({ description: 'Id of the document, from list_documents.' }),
    }),
    output: shown.kindCorrection,
    run: async ({ document_id: id, ...body }, api) => {
      const { data } = await api.call(pageKinds.correctPageKinds, { params: { id }, body });
      return { data };
    },
  }),
  tool({
    name: 'correct_volume',
    title: 'Apply a correction to the volume',
    description:
      'Copies corrected facts of a sheet to the other sheets of its volume without a correction, or to those of `page_ids`. Use `dry_run` first and show the planned changes to people. undo_volume_correction undoes it by its `id`.',
    effect: 'changes',
    input: titleBlocks.correctVolume.body.extend({
      page_id: pageId,
      dry_run: z
        .boolean({ error: 'dry_run must be true or false' })
        .optional()
        .meta({ description: 'Only validates.' }),
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
      'Undoes a correct_volume on each sheet that has not changed since. Other sheets stay unchanged (`kept_page_ids`).',
    effect: 'changes',
    input: z.strictObject({
      page_id: pageId,
      correction_id: z
        .string({ error: 'correction_id is required' })
        .meta({ description: 'The `id` returned by correct_volume.' }),
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
