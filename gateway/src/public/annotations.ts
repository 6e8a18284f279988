import { Router } from 'express';
import { invalidFields, newId } from '@symbio/kit';
import type { CreateAnnotationRequest } from '@symbio/proto/annotation';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, lastSeen, requiredId, text, updatedAt } from '../input.js';
import { presentAnnotation } from '../present/evidence.js';
import { list } from '../present/json.js';
import { idOrNone, parentOf, query } from '../request.js';
import { methods } from '../routing.js';

const ellipse = z.strictObject({
  centerX: z.number(),
  centerY: z.number(),
  radiusX: z.number(),
  radiusY: z.number(),
  theta: z.number().default(0),
});
const rectangle = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export const coordinates = z.union([ellipse, rectangle], {
  error: 'coordinates must be {centerX, centerY, radiusX, radiusY, theta} or {x, y, width, height}',
});
export const type = z.enum(['ellipse', 'rectangle'], { error: 'annotation_type must be rectangle or ellipse' });

const creation = z.strictObject({
  id: z.uuid().optional(),
  document_page_id: z.string({ error: 'document_page_id is required' }).min(1, 'document_page_id is required'),
  document_id: z.string({ error: 'document_id is required' }).min(1, 'document_id is required'),
  annotation_type: type,
  coordinates,
  content: text,
  author_id: text,
});
const update = z.strictObject({
  annotation_type: type.optional(),
  coordinates: coordinates.optional(),
  content: text,
  updated_at: updatedAt,
});

type Shape = NonNullable<CreateAnnotationRequest['shape']>;

/** The shape of coordinates. @throws AppError INVALID_ARGUMENT: a type that says otherwise is a mistake. */
export function shapeOf(given: z.infer<typeof coordinates>, wanted: z.infer<typeof type> | undefined): Shape {
  const shape: Shape = 'centerX' in given ? { $case: 'ellipse', value: given } : { $case: 'rectangle', value: given };
  if (wanted && wanted !== shape.$case)
    throw invalidFields({ coordinates: `coordinates are not those of a ${wanted}` });
  return shape;
}

/** /api/public/annotations: operations 12 to 17. */
export function annotations({ annotation }: Pick<Clients, 'annotation'>): Router {
  const router = Router();
  methods(router, '/annotations', {
    get: [
      async (request, response) => {
        const filters = {
          documentPageId: query(request, 'document_page_id'),
          documentId: query(request, 'document_id'),
          authorId: query(request, 'author_id'),
        };
        const set = Object.entries(filters).filter(([, value]) => value !== undefined);
        if (set.length === 0)
          throw invalidFields({ document_page_id: 'Give document_page_id, document_id or author_id' });
        const answer = await annotation.listAnnotations(
          Object.fromEntries(set.map(([name, value]) => [name, idOrNone(value)])),
          parentOf(request),
        );
        response.json(list(answer.annotations.map(presentAnnotation)));
      },
    ],
    post: [
      async (request, response) => {
        const input = body(request, creation);
        const answer = await annotation.createAnnotation(
          {
            id: input.id ?? newId(),
            documentId: idOrNone(input.document_id),
            documentPageId: idOrNone(input.document_page_id),
            shape: shapeOf(input.coordinates, input.annotation_type),
            content: given(input.content),
            authorId: given(input.author_id),
          },
          parentOf(request),
        );
        response.status(201).json({ data: answer.annotation && presentAnnotation(answer.annotation) });
      },
    ],
    put: [
      async (request, response) => {
        const id = requiredId(request, 'id', 'Annotation');
        const input = body(request, update);
        const answer = await annotation.updateAnnotation(
          {
            id,
            shape: input.coordinates && shapeOf(input.coordinates, input.annotation_type),
            content: given(input.content),
            expectedUpdatedAt: lastSeen(input),
          },
          parentOf(request),
        );
        response.json({ data: answer.annotation && presentAnnotation(answer.annotation) });
      },
    ],
    delete: [
      async (request, response) => {
        await annotation.deleteAnnotation({ id: requiredId(request, 'id', 'Annotation') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  return router;
}
