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
/** User's text, or null for unknown; validated by the document service. */
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
    'Year, sheet number, volume, city, scale, north and provider of a sheet, each with its source, the recognized value if a person corrected it, and the history of corrections.',
  access: 'read',
  audit: { subject: 'page' },
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
    'Corrects facts. Only given facts change; null marks a fact as unknown; `reset` reverts a correction to the recognized value. Labels and the time machine use the year. Requires the editor role in the project. Unchanged values have no effect.',
  access: 'write',
  audit: { subject: 'page' },
  params,
  body: z.strictObject({
    year: whole('year'),
    sheet_number: said('sheet_number'),
    volume: said('volume'),
    city: said('city'),
    scale: said('scale'),
    north: whole('north'),
    provider: said('provider'),
    reset: z
      .array(factName, { error: 'reset must be a list of facts' })
      .max(SHEET_FACTS.length, 'reset must name each fact once')
      .optional()
      .meta({ description: 'Facts to revert to the recognized value.' }),
    updated_at: seen,
  }),
  answer: { description: 'The current title block.', schema: one(pageTitleBlock) },
  refusals: ['not_found', 'stale', 'conflict'],
  example: { ...example, body: { year: 1896, sheet_number: '12' } },
});

export const correctVolume = operation({
  id: 'correctVolume',
  method: 'post',
  path: '/document-pages/{id}/title-block/volume',
  tag,
  summary: 'Apply a correction to the volume',
  description:
    'Copies corrected facts of this sheet to other sheets of its volume: those of the same kind in its document. Sheet numbers continue with the pages. A sheet with 200 changes stays unchanged (`full_page_ids`); the others change. With `dry_run` it returns the changes that it would make. The correction can be undone by its `id`; one without changes is not stored and cannot be undone (404).',
  access: 'write',
  audit: { subject: 'page' },
  params,
  query: z.strictObject({ dry_run: dryRun }),
  body: z.strictObject({
    id: clientId.meta({ description: 'Your own id for it (a UUID), used to undo it.' }),
    facts: z
      .array(factName, { error: 'facts must be a list of facts' })
      .min(1, 'facts must name at least one fact')
      .max(SHEET_FACTS.length, 'facts must name each fact once')
      .meta({ description: 'Corrected facts of this sheet.' }),
    page_ids: z
      .array(z.string(), { error: 'page_ids must be a list of ids' })
      .max(MOST_SHEETS, `page_ids must hold at most ${MOST_SHEETS} ids`)
      .optional()
      .meta({
        description:
          'The sheets to change, even if a person corrected them. Default: all other sheets of the volume without a correction; for year, volume and sheet number only those of the same edition.',
      }),
  }),
  answer: {
    description: 'The changes made, or with `dry_run` planned, in page order; unchanged sheets are omitted.',
    schema: written(
      z.strictObject({
        id: z.string(),
        changes: z.array(volumeChange),
        full_page_ids: z
          .array(z.string())
          .meta({ description: 'Sheets left unchanged because they have 200 changes already.' }),
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
    'Restores the previous value on each sheet that has not changed since. Other sheets stay unchanged. Undoing a correction is final.',
  access: 'write',
  audit: { subject: 'page' },
  params: z.strictObject({ id: id('Page', 'Id of a page of the volume.'), correction_id: id('Correction') }),
  answer: {
    description: 'Changed and unchanged sheets.',
    schema: one(
      z.strictObject({
        id: z.string(),
        changes: z.array(volumeChange),
        kept_page_ids: z
          .array(z.string())
          .meta({ description: 'Sheets left unchanged because they were corrected since.' }),
      }),
    ),
  },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: PAGE_ID, correction_id: CORRECTION_ID } },
});
