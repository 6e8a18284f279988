import {
  SCALE_BASES,
  BULK_ACTIONS,
  BULK_RESULTS,
  DOCUMENT_CATEGORIES,
  PAGE_KINDS,
  PAGE_STATUSES,
  PROCESSING_STATUSES,
} from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { moment, pictureSize, word } from './common.js';
import { titleBlock } from './title-blocks.js';

/** Signed URL valid for an hour (CONST-03). */
const signed = (what: string) =>
  z.string().meta({ description: `${what}: a signed URL, valid for an hour without credentials.` });

const sureness = z.number().meta({ description: 'Confidence from 0 to 1.' });

const classification = z
  .strictObject({
    suggested_category: word(DOCUMENT_CATEGORIES),
    confidence: sureness,
    reasoning: z.string(),
    classified_at: moment.nullable(),
    needs_review: z
      .boolean()
      .meta({ description: 'Confidence is too low to apply it, and no person has chosen a category.' }),
    alternatives: z
      .array(z.strictObject({ category: word(DOCUMENT_CATEGORIES), confidence: sureness }))
      .meta({ description: 'Other likely categories, most likely first, at most three.' }),
    corrected: z
      .strictObject({ category: word(DOCUMENT_CATEGORIES), confidence: sureness, classified_at: moment.nullable() })
      .nullable()
      .optional()
      .meta({ description: 'The earlier suggestion that reading the pages corrected; null if none.' }),
  })
  .meta({ id: 'Classification', description: 'The classifier’s suggestion for a document.' });

const documentNotice = z
  .strictObject({
    code: z.string().meta({
      description:
        '`attached_files`, `dynamic_form`, `script_pages`, `files_not_shown`, `bands_not_shown`, `text_not_searchable` or `already_here`.',
    }),
    message: z.string().meta({ description: 'A sentence that says what to do.' }),
  })
  .meta({ id: 'DocumentNotice', description: 'A notice about a document.' });

const attachedFile = z
  .strictObject({
    index: z.int().meta({ description: 'Identifies the file within the document.' }),
    file_name: z.string(),
    document_id: z.string().nullable().meta({ description: 'The document made of it, if any.' }),
  })
  .meta({ id: 'AttachedFile', description: 'A file attached to a PDF.' });

const originalFile = z
  .strictObject({
    file_name: z.string(),
    mime_type: z.string(),
    file_size: z.int().meta({ description: 'Bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the file as sent, in hex.' }),
    file_url: signed('The file as sent'),
  })
  .meta({ id: 'OriginalFile', description: 'The file as sent, of which the PDF was made; null if it was a PDF.' });

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
    total_pages: z.int().meta({ description: '0 until known.' }),
    processing_status: word(PROCESSING_STATUSES),
    processing_error: z.string().meta({ description: 'Why processing failed; empty otherwise.' }),
    classification: classification.nullable(),
    pages_ready: z.int().meta({ description: 'Pages with an image.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the PDF, in hex.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    notices: z
      .array(documentNotice)
      .meta({ description: 'What a person should know about the file, such as content that is not shown.' }),
    attachments: z
      .array(attachedFile)
      .meta({ description: 'Files attached to the PDF. They are not shown, but can become documents.' }),
    original: originalFile.nullable(),
    attached_to_document_id: z.string().nullable().meta({ description: 'The document whose attached file this is.' }),
    derived_from: z
      .strictObject({
        document_id: z.string(),
        from_page: z.int().meta({ description: 'First page, from 1.' }),
        to_page: z.int().meta({ description: 'Last page.' }),
        sha256: z.string().meta({ description: 'SHA-256 of that PDF, in hex.' }),
      })
      .nullable()
      .meta({ description: 'The PDF that was split, with the pages that these are; null for other documents.' }),
    no_coverage_years: z
      .array(z.int())
      .meta({ description: 'Years for which a part of a split PDF says that nothing covers the property.' }),
    split_id: z
      .string()
      .nullable()
      .meta({ description: 'The confirmed split of this PDF, which hides it from lists and searches.' }),
    needs_password: z.boolean().meta({ description: 'The PDF opens only with a password, which a person can enter.' }),
    first_year: z.int().nullable().meta({ description: 'Earliest year of its sheets.' }),
    last_year: z.int().nullable().meta({ description: 'Latest year of its sheets; mostly the same.' }),
    year_source: z.string().nullable().meta({
      description: 'Source of the years: `pages`, `file_name` (until its pages are read), or `person`.',
    }),
    provider: z.string().nullable().meta({ description: 'Who published or delivered it, such as `EDR`.' }),
    provider_source: z.string().nullable().meta({
      description:
        'Source of the provider: `document_information` (named by the file), `pages` (named by its aerial photographs), or `person`.',
    }),
    sheet_numbers: z.array(z.string()).meta({
      description: 'The first distinct ones of its sheets, in page order; of topographic maps their quadrangles.',
    }),
    sheet_count: z.int().meta({ description: 'All distinct ones.' }),
    scales: z.array(z.string()).meta({ description: 'The first distinct scales of its sheets, such as `1:24,000`.' }),
    thumbnail_url: signed('A small picture of the first page').nullable(),
  })
  .meta({ id: 'Document', description: 'An uploaded PDF, or a PDF made of an uploaded picture or ZIP.' });

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
  .meta({ id: 'DeepZoom', description: 'A Deep Zoom image for OpenSeadragon.' });

export const pageMetadata = z
  .strictObject({
    page_type: word(PAGE_KINDS).nullable(),
    page_type_confidence: sureness.optional(),
    extracted_text: z.string().optional(),
    text_source: z
      .string()
      .optional()
      .meta({ description: 'Source of the text: `pdf`, `read` (from the picture) or `both`.' }),
    year: z.int().optional(),
    year_confidence: sureness.optional(),
    year_source: z.string().nullable().optional().meta({
      description: 'Source of the year; `volume`: the other sheets of its volume, `person`: a person’s correction.',
    }),
    map_scale: z.string().optional().meta({ description: 'Such as `1:24,000` or `1 in = 50 ft`.' }),
    map_scale_confidence: sureness.optional(),
    page_title: z.string().optional().meta({ description: 'Page label in the file.' }),
    page_title_confidence: sureness.optional(),
    page_title_source: z.string().nullable().optional(),
  })
  .meta({ id: 'PageMetadata', description: 'Recognized metadata of a page. Unrecognized values are omitted.' });

export const page = z
  .strictObject({
    id: z.string(),
    document_id: z.string(),
    project_id: z.string(),
    page_number: z.int().meta({ description: 'From 1.' }),
    image_path: z.string(),
    image_url: signed('The whole image').nullable(),
    thumbnail_url: signed('A thumbnail').nullable(),
    width: z.int().meta({ description: 'Pixels of the full-resolution image.' }),
    height: z.int().meta({ description: 'Pixels of the full-resolution image.' }),
    dpi: z.number(),
    status: word(PAGE_STATUSES),
    error: z.string().nullable().meta({ description: 'Why the page has no image.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    preview: z.boolean().meta({ description: 'So far the image has only a quarter of the width and height.' }),
    unaudited: z.boolean().meta({
      description: 'The image was extracted from the file and not yet compared with the rendered page.',
    }),
    metadata: pageMetadata,
    tile_source: deepZoom.nullable(),
    title_block: titleBlock.optional(),
    page_type_correction: z
      .strictObject({
        read: word(PAGE_KINDS).nullable().meta({ description: 'Recognized kind; null for none of the kinds.' }),
        by_id: z.string(),
        by_name: z.string(),
        at: moment.nullable(),
      })
      .nullable()
      .optional()
      .meta({ description: 'Author of a corrected `metadata.page_type`; null if not corrected.' }),
    sheet_scale: z
      .strictObject({
        feet_per_pixel: z
          .number()
          .nullable()
          .meta({ description: 'Feet on the ground per pixel of the full-resolution image; null: not established.' }),
        basis: word(SCALE_BASES).nullable().meta({
          description:
            'measured by a person, by the place of the sheet on the earth, by a scale bar on the sheet, by two sheets of the volume that agree, or by its lettered scale on paper of a usual size.',
        }),
        note: z.string().meta({ description: 'Why the scale is established or not, as a sentence.' }),
      })
      .optional()
      .meta({ description: 'The scale for lengths and areas on this page. The resolution of a PDF is only a claim.' }),
    picture_changes: z
      .array(z.strictObject({ at: moment.nullable(), from: pictureSize, to: pictureSize }))
      .optional()
      .meta({
        description:
          'Changes of the image to another size or shape, oldest first; the latest 20. Annotations, words and alignments moved with each.',
      }),
    ground_scale: z
      .strictObject({
        feet_per_pixel: z.number().meta({ description: 'Feet on the ground per pixel of the full-resolution image.' }),
        by_name: z.string(),
        at: moment.nullable(),
      })
      .nullable()
      .optional()
      .meta({ description: 'Measured by a person on this page; null if not measured.' }),
  })
  .meta({ id: 'Page', description: 'One sheet of a document.' });

export const pageKindChange = z
  .strictObject({
    page_id: z.string(),
    page_number: z.int(),
    change_id: z.string().meta({ description: 'Id of the change: `after` of the call that undoes it.' }),
    from: word(PAGE_KINDS).nullable().meta({ description: 'Previous kind; null: none of the kinds.' }),
    to: word(PAGE_KINDS).nullable(),
    said: z
      .strictObject({ page_type: word(PAGE_KINDS).nullable() })
      .nullable()
      .meta({ description: 'Previous correction; null if none.' }),
  })
  .meta({ id: 'PageKindChange', description: 'A page with a corrected kind.' });

export type PageKindChangeJson = z.output<typeof pageKindChange>;
const bulkOutcome = z.strictObject({
  document_id: z.string(),
  title: z.string().meta({ description: 'Title at that time; empty for a document outside the project.' }),
  result: word(BULK_RESULTS).meta({ description: '`unchanged`: it already had this state.' }),
  error: z.string().optional().meta({ description: 'Error message.' }),
  code: z.string().optional().meta({ description: 'Stable error code.' }),
  job_id: z.string().optional().meta({ description: 'The created job, with `process`.' }),
});

export const bulkChange = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    action: word(BULK_ACTIONS),
    category: word(DOCUMENT_CATEGORIES).nullable(),
    done: z.int().meta({ description: 'Number of changed documents.' }),
    unchanged: z.int().meta({ description: 'Number of unchanged documents.' }),
    refused: z.int().meta({ description: 'Number of rejected documents; see `outcomes`.' }),
    outcomes: z.array(bulkOutcome).meta({ description: 'One per document, in request order.' }),
  })
  .meta({ id: 'BulkChange', description: 'Result of a bulk change of documents.' });

export type DocumentJson = z.output<typeof document>;
export type BulkChangeJson = z.output<typeof bulkChange>;
export type PageJson = z.output<typeof page>;
