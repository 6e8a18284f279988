import { MAX_CONTENT } from '@symbio/proto/limits';
import { z } from 'zod';
import {
  changing,
  BATCH_RULE,
  batchAnswer,
  batchItems,
  batchMode,
  clientId,
  cursorPaging,
  dryRun,
  followedList,
  id,
  one,
  optionalId,
  seen,
  success,
  textUpTo,
  updatedAfter,
  written,
} from '../schemas/common.js';
import { annotation, annotationType, coordinates } from '../schemas/evidence.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Annotations',
  description: 'Marks on pages, in pixels of the full-resolution page image.',
};
const { tag } = about;
const EXAMPLE = {
  document_page_id: '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa',
  document_id: '01980a4e-6a02-7d11-8f3b-51c9a7e0b2f4',
  annotation_type: 'ellipse',
  coordinates: { centerX: 2310, centerY: 1745, radiusX: 120, radiusY: 80, theta: 0 },
  content: 'Gasoline tank',
};

const WRONG_PICTURE = 'picture_size must have a whole width and height of at least 1';

/** Property that identifies each coordinate type. */
const SHAPE_PROPERTIES: Readonly<Record<string, string>> = {
  ellipse: 'centerX',
  rectangle: 'width',
  polygon: 'points',
};

const matchesType = (type: string | undefined, given: object | undefined): boolean =>
  type === undefined || given === undefined || (SHAPE_PROPERTIES[type] ?? '') in given;
const SHAPE_MISMATCH = { path: ['coordinates'], error: 'coordinates are not those of the annotation_type' };

/** States the same in the document. */
const describeShapes = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  const shapeOf = (type: string, property: string) => ({
    if: { properties: { annotation_type: { const: type } }, required: ['annotation_type'] },
    then: { properties: { coordinates: { required: [property] } }, required: ['coordinates'] },
  });
  jsonSchema['allOf'] = Object.entries(SHAPE_PROPERTIES).map(([type, property]) => shapeOf(type, property));
};

const drawnOn = z
  .strictObject(
    { width: z.int(WRONG_PICTURE).min(1, WRONG_PICTURE), height: z.int(WRONG_PICTURE).min(1, WRONG_PICTURE) },
    WRONG_PICTURE,
  )
  .optional()
  .meta({
    description:
      'Size of the page image whose pixels `coordinates` have; by default the current one. If the image was replaced by one of another size, the annotation is moved to the same place on it.',
  });

/** New annotation, single or in a batch. */
export const annotationCreation = z
  .strictObject({
    id: clientId,
    document_page_id: id('Page'),
    document_id: id('Document'),
    annotation_type: annotationType,
    coordinates,
    picture_size: drawnOn,
    content: textUpTo(MAX_CONTENT).meta({ description: 'The label.' }),
    author_id: optionalId(
      'Author',
      'The author; defaults to the key’s author. Another author must be an agent that this key created.',
    ),
    run_id: optionalId('Run', 'An open run of the same project.'),
  })
  .refine((input) => matchesType(input.annotation_type, input.coordinates), SHAPE_MISMATCH)
  .meta({ override: describeShapes });

export const listAnnotations = operation({
  id: 'listAnnotations',
  method: 'get',
  path: '/annotations',
  tag,
  summary: 'List annotations',
  description:
    'Oldest first. Requires at least one of `document_page_id`, `document_id`, `author_id`, `project_id` and `run_id`.',
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    document_page_id: id('Page').optional(),
    document_id: id('Document').optional(),
    author_id: id('Author').optional(),
    project_id: id('Project').optional(),
    run_id: id('Run').optional(),
    updated_after: updatedAfter,
    include: z.literal('place', { error: 'include must be place' }).optional().meta({
      description:
        '`place` adds the outline on the earth, with area and uncertainty; null where the page is not placed.',
    }),
  }),
  answer: { description: 'Annotations.', schema: followedList(annotation) },
  refusals: ['not_found'],
  example: { query: { document_page_id: EXAMPLE.document_page_id } },
});

export const getAnnotation = operation({
  id: 'getAnnotation',
  method: 'get',
  path: '/annotations/{id}',
  tag,
  summary: 'One annotation',
  description: 'An agent’s annotation includes the review decisions.',
  access: 'read',
  params: z.strictObject({ id: id('Annotation') }),
  answer: { description: 'The annotation.', schema: one(annotation) },
  refusals: ['not_found'],
  example: { params: { id: '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d10' } },
});

export const createAnnotation = operation({
  id: 'createAnnotation',
  method: 'post',
  path: '/annotations',
  tag,
  summary: 'Create an annotation',
  description:
    'Requires the editor role in the project. Coordinates are pixels of the full-resolution page image, x to the right, y down. An agent’s annotation is a proposal until a person decides about it.',
  access: 'write',
  query: z.strictObject({ dry_run: dryRun }),
  body: annotationCreation,
  answer: { status: 201, description: 'The annotation.', schema: written(annotation) },
  refusals: ['not_found', 'conflict'],
  example: { body: EXAMPLE },
});

export const createAnnotations = operation({
  id: 'createAnnotations',
  method: 'post',
  path: '/annotations/batch',
  tag,
  summary: 'Create up to 500 annotations',
  description: BATCH_RULE,
  access: 'write',
  query: z.strictObject({ dry_run: dryRun }),
  body: z.strictObject({ items: batchItems(annotationCreation), mode: batchMode }),
  answer: { description: 'The result of each item.', schema: batchAnswer(annotation) },
  example: { body: { items: [EXAMPLE], mode: 'each' } },
});

export const updateAnnotation = operation({
  id: 'updateAnnotation',
  method: 'put',
  path: '/annotations',
  tag,
  summary: 'Change an annotation',
  description:
    'Omitted fields keep their values. `coordinates` replace the shape; `annotation_type` may name their type. An agent’s key changes and deletes only its own agent’s items (403 `agents_propose`, `another_agent`).',
  access: 'write',
  query: z.strictObject({ id: id('Annotation'), dry_run: dryRun }),
  body: changing({
    annotation_type: annotationType.optional(),
    coordinates: coordinates.optional(),
    picture_size: drawnOn,
    content: textUpTo(MAX_CONTENT).meta({ description: 'The label.' }),
    updated_at: seen,
  })
    .refine((input) => matchesType(input.annotation_type, input.coordinates), SHAPE_MISMATCH)
    .refine(({ annotation_type, coordinates: given }) => annotation_type === undefined || given !== undefined, {
      path: ['coordinates'],
      error: 'coordinates are needed to change annotation_type',
    })
    .meta({ override: describeShapes }),
  answer: { description: 'The annotation.', schema: written(annotation) },
  refusals: ['not_found', 'stale'],
  example: {
    query: { id: '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d10' },
    body: { content: 'Gasoline tank, 10,000 gallons' },
  },
});

export const deleteAnnotation = operation({
  id: 'deleteAnnotation',
  method: 'delete',
  path: '/annotations',
  tag,
  summary: 'Delete an annotation',
  description: 'It can be restored in the application for 30 days. Mentions keep their history and lose their source.',
  access: 'write',
  query: z.strictObject({ id: id('Annotation'), dry_run: dryRun }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found'],
  example: { query: { id: '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d10' } },
});
