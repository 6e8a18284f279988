import { SHEET_FACTS } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { clientId, dryRun, id, one, seen, written } from '../schemas/common.js';
import { pageTitleBlock, volumeChange } from '../schemas/title-blocks.js';
import { operation } from '../operation.js';
import { about } from './documents.js';

const { tag } = about;
const PAGE_ID = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';
const CORRECTION_ID = '01980a57-6e10-7b21-9c34-8d5e6f7a8b9c';
const params = z.strictObject({ id: id('Page') });
const example = { params: { id: PAGE_ID } };
/** Maximum sheets of a document. */
const MOST_SHEETS = 2_000;

const factName = z.enum(SHEET_FACTS, { error: `must be one of ${SHEET_FACTS.join(', ')}` });
/** A user's text, or null for unknown; validated by the document service. */
const said = (name: string) =>
  z
    .string({ error: `${name} must be a text or null` })
    .nullable()
    .optional();
const whole = (name: string) =>
  z
    .int({ error: `${name} must be a whole number or null` })
    .nullable()
    .optional();

export const getTitleBlock = operation({
  id: 'getTitleBlock',
  method: 'get',
  path: '/document-pages/{id}/title-block',
  tag,
  summary: 'The title block of a page',
  description:
    'Year, sheet number, volume, city, scale and north of a sheet, each with its source, with what was read where a person says something else, and with everything that people changed.',
  access: 'read',
  params,
  answer: { description: 'The title block.', schema: one(pageTitleBlock) },
  refusals: ['not_found'],
  example,
});

export const correctTitleBlock = operation({
  id: 'correctTitleBlock',
  method: 'put',
  path: '/document-pages/{id}/title-block',
  tag,
  summary: 'Correct the title block of a page',
  description:
    'Says what is right. Only what is given changes; null says that a fact is not known; `reset` takes such a word back, and what was read holds again. Labels and the time machine follow the year. Needs an editor of the project. What is already so changes nothing.',
  access: 'write',
  params,
  body: z.strictObject({
    year: whole('year'),
    sheet_number: said('sheet_number'),
    volume: said('volume'),
    city: said('city'),
    scale: said('scale'),
    north: whole('north'),
    reset: z
      .array(factName, { error: 'reset must be a list of facts' })
      .max(SHEET_FACTS.length, 'reset must name each fact once')
      .optional()
      .meta({ description: 'Facts of which what was read is to hold again.' }),
    updated_at: seen,
  }),
  answer: { description: 'The title block as it is now.', schema: one(pageTitleBlock) },
  refusals: ['not_found', 'stale', 'conflict'],
  example: { ...example, body: { year: 1896, sheet_number: '12' } },
});

export const correctVolume = operation({
  id: 'correctVolume',
  method: 'post',
  path: '/document-pages/{id}/title-block/volume',
  tag,
  summary: 'Carry a correction over to the volume',
  description:
    'Gives facts that were corrected on this sheet to other sheets of its volume: those of its kind in its document. Sheet numbers go on with the pages. A sheet that was changed 200 times already stays as it is (`full_page_ids`); the others change all the same. With `dry_run` it answers what would change. Undone as one by its `id`; one that changed nothing is not kept, and there is nothing to undo (404).',
  access: 'write',
  params,
  query: z.strictObject({ dry_run: dryRun }),
  body: z.strictObject({
    id: clientId.meta({ description: 'Your own id for it (a UUID), to undo it by.' }),
    facts: z
      .array(factName, { error: 'facts must be a list of facts' })
      .min(1, 'facts must name at least one fact')
      .max(SHEET_FACTS.length, 'facts must name each fact once')
      .meta({ description: 'Facts that were corrected on this sheet.' }),
    page_ids: z
      .array(z.string(), { error: 'page_ids must be a list of ids' })
      .max(MOST_SHEETS, `page_ids must hold at most ${MOST_SHEETS} ids`)
      .optional()
      .meta({
        description:
          'The sheets to change, also where a person has said something else; without it, all others of the volume on which nobody has, of year, volume and sheet number those of the same edition.',
      }),
  }),
  answer: {
    description: 'What changed, or would, in the order of the pages; what is already so is left out.',
    schema: written(
      z.strictObject({
        id: z.string(),
        changes: z.array(volumeChange),
        full_page_ids: z
          .array(z.string())
          .meta({ description: 'Sheets that stay as they are because they were changed 200 times already.' }),
      }),
    ),
  },
  refusals: ['not_found', 'conflict'],
  example: { ...example, body: { id: CORRECTION_ID, facts: ['year'] } },
});

export const undoVolumeCorrection = operation({
  id: 'undoVolumeCorrection',
  method: 'post',
  path: '/document-pages/{id}/title-block/volume/{correction_id}/undo',
  tag,
  summary: 'Undo a correction of the volume',
  description:
    'Takes it back on every sheet where it still holds: what held before holds again. Sheets that somebody has changed since stay as they are. An undone correction stays undone.',
  access: 'write',
  params: z.strictObject({ id: id('Page', 'Id of a page of the volume.'), correction_id: id('Correction') }),
  answer: {
    description: 'What changed, and what stayed.',
    schema: one(
      z.strictObject({
        id: z.string(),
        changes: z.array(volumeChange),
        kept_page_ids: z
          .array(z.string())
          .meta({ description: 'Sheets that stay because somebody has said something else of them since.' }),
      }),
    ),
  },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: PAGE_ID, correction_id: CORRECTION_ID } },
});
