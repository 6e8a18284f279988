import {
  BULK_ACTIONS,
  BULK_RESULTS,
  DOCUMENT_CATEGORIES,
  PAGE_KINDS,
  PAGE_STATUSES,
  PROCESSING_STATUSES,
} from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';
import { titleBlock } from './title-blocks.js';

/** A signed URL valid for an hour (CONST-03). */
const signed = (what: string) =>
  z.string().meta({ description: `${what}: a signed address, open for an hour without credentials.` });

/** Confidence. */
const sureness = z.number().meta({ description: 'How sure this is, from 0 to 1.' });

const classification = z
  .strictObject({
    suggested_category: word(DOCUMENT_CATEGORIES),
    confidence: sureness,
    reasoning: z.string(),
    classified_at: moment.nullable(),
    needs_review: z.boolean().meta({ description: 'Too unsure to be applied, and nobody has chosen yet.' }),
    alternatives: z
      .array(z.strictObject({ category: word(DOCUMENT_CATEGORIES), confidence: sureness }))
      .meta({ description: 'The runners-up, most likely first, at most three.' }),
  })
  .meta({ id: 'Classification', description: 'What the classifier takes a document for.' });

export const document = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    category: word(DOCUMENT_CATEGORIES),
    title: z.string(),
    description: z.string().nullable(),
    file_name: z.string(),
    file_path: z.string(),
    file_url: signed('The PDF'),
    file_size: z.int().meta({ description: 'Bytes.' }),
    mime_type: z.string(),
    uploaded_by: z.string(),
    total_pages: z.int().meta({ description: '0 until it is known.' }),
    processing_status: word(PROCESSING_STATUSES),
    processing_error: z.string().meta({ description: 'Why processing failed; empty otherwise.' }),
    classification: classification.nullable(),
    pages_ready: z.int().meta({ description: 'Pages that have their picture.' }),
    sha256: z.string().meta({ description: 'Of the file, in hex.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Document', description: 'An uploaded PDF.' });

export const deepZoom = z
  .strictObject({
    Image: z.strictObject({
      xmlns: z.string(),
      Url: signed('Prefix of the tiles'),
      Format: z.string(),
      Overlap: z.string(),
      TileSize: z.string(),
      Size: z.strictObject({ Width: z.string(), Height: z.string() }),
    }),
  })
  .meta({ id: 'DeepZoom', description: 'A Deep Zoom image, as OpenSeadragon opens it.' });

export const pageMetadata = z
  .strictObject({
    page_type: word(PAGE_KINDS).nullable(),
    page_type_confidence: sureness.optional(),
    extracted_text: z.string().optional(),
    text_source: z.string().optional().meta({ description: 'Where the text is from: `pdf` or `ocr`.' }),
    year: z.int().optional(),
    year_confidence: sureness.optional(),
    year_source: z.string().nullable().optional().meta({
      description:
        'What spoke for the year; `volume` for the other sheets of its volume, `person` for somebody’s word.',
    }),
    map_scale: z.string().optional().meta({ description: 'Such as `1:24,000` or `1 in = 50 ft`.' }),
    map_scale_confidence: sureness.optional(),
    page_title: z.string().optional().meta({ description: 'What the file calls the page.' }),
    page_title_confidence: sureness.optional(),
    page_title_source: z.string().nullable().optional(),
  })
  .meta({ id: 'PageMetadata', description: 'What was read off a page. What nothing was read of is left out.' });

export const page = z
  .strictObject({
    id: z.string(),
    document_id: z.string(),
    project_id: z.string(),
    page_number: z.int().meta({ description: 'From 1.' }),
    image_path: z.string(),
    image_url: signed('The whole picture').nullable(),
    thumbnail_url: signed('A small picture').nullable(),
    width: z.int().meta({ description: 'Pixels of the full-resolution picture.' }),
    height: z.int().meta({ description: 'Pixels of the full-resolution picture.' }),
    dpi: z.number(),
    status: word(PAGE_STATUSES),
    error: z.string().nullable().meta({ description: 'Why the page has no picture.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    preview: z.boolean().meta({ description: 'Only a quarter of the width and height is there yet.' }),
    unaudited: z.boolean().meta({
      description: 'The picture is the file’s own and was not compared with the page as it is drawn yet.',
    }),
    metadata: pageMetadata,
    tile_source: deepZoom.nullable(),
    title_block: titleBlock.optional(),
    page_type_correction: z
      .strictObject({
        read: word(PAGE_KINDS)
          .nullable()
          .meta({ description: 'What the page was taken for; null for none of the kinds.' }),
        by_id: z.string(),
        by_name: z.string(),
        at: moment.nullable(),
      })
      .nullable()
      .optional()
      .meta({ description: 'Who said what `metadata.page_type` is; null when nobody has said anything.' }),
    ground_scale: z
      .strictObject({
        feet_per_pixel: z.number().meta({ description: 'Feet on the ground a pixel of the full-resolution picture.' }),
        by_name: z.string(),
        at: moment.nullable(),
      })
      .nullable()
      .optional()
      .meta({ description: 'As a person measured it on this page; null when nobody has.' }),
  })
  .meta({ id: 'Page', description: 'One sheet of a document.' });

export const pageKindChange = z
  .strictObject({
    page_id: z.string(),
    page_number: z.int(),
    change_id: z.string().meta({ description: 'Names the change: `after` of the call that takes it back.' }),
    from: word(PAGE_KINDS)
      .nullable()
      .meta({ description: 'What the page was shown as before; null: none of the kinds.' }),
    to: word(PAGE_KINDS).nullable(),
    said: z
      .strictObject({ page_type: word(PAGE_KINDS).nullable() })
      .nullable()
      .meta({ description: 'What a person had said before; null: nobody had.' }),
  })
  .meta({ id: 'PageKindChange', description: 'A page whose kind a person corrected.' });

export type PageKindChangeJson = z.output<typeof pageKindChange>;
const bulkOutcome = z.strictObject({
  document_id: z.string(),
  title: z.string().meta({ description: 'As it was then; empty for a document that is not in the project.' }),
  result: word(BULK_RESULTS).meta({ description: '`unchanged`: it was so already.' }),
  error: z.string().optional().meta({ description: 'Why it was refused, a sentence.' }),
  code: z.string().optional().meta({ description: 'The same as a stable code.' }),
  job_id: z.string().optional().meta({ description: 'The job that was made, with `process`.' }),
});

export const bulkChange = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    action: word(BULK_ACTIONS),
    category: word(DOCUMENT_CATEGORIES).nullable(),
    done: z.int().meta({ description: 'Documents that were changed.' }),
    unchanged: z.int().meta({ description: 'Documents that were so already.' }),
    refused: z.int().meta({ description: 'Documents that were not changed; `outcomes` says why.' }),
    outcomes: z.array(bulkOutcome).meta({ description: 'One for each document, in the order of the request.' }),
  })
  .meta({ id: 'BulkChange', description: 'What became of several documents.' });

export type DocumentJson = z.output<typeof document>;
export type BulkChangeJson = z.output<typeof bulkChange>;
export type PageJson = z.output<typeof page>;
