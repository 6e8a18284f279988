import { annotations as operations, lastSeen, type coordinates, type AnnotationJson } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { CreateAnnotationRequest } from '@symbio/proto/annotation';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { given } from '../input.js';
import { presentAnnotation } from '../present/evidence.js';
import { route, type Route } from '../serve.js';
import { answerWith, success } from './answers.js';
import { batchAnswer } from './batches.js';
import { followed, listed, sinceOf, slice } from './paging.js';

type Shape = NonNullable<CreateAnnotationRequest['shape']>;

/** Shape of coordinates. @throws AppError INVALID_ARGUMENT if the type contradicts them */
export function shapeOf(
  found: z.output<typeof coordinates>,
  wanted: AnnotationJson['annotation_type'] | undefined,
): Shape {
  const shape = shapeMessage(found);
  if (wanted && wanted !== shape.$case)
    throw invalidFields({
      coordinates: `These are not the coordinates of ${wanted === 'ellipse' ? 'an' : 'a'} ${wanted}`,
    });
  return shape;
}

function shapeMessage(found: z.output<typeof coordinates>): Shape {
  if ('centerX' in found) return { $case: 'ellipse', value: { ...found, theta: found.theta ?? 0 } };
  return 'points' in found ? { $case: 'polygon', value: found } : { $case: 'rectangle', value: found };
}

type Creation = z.output<typeof operations.annotationCreation>;

const toCreation = (input: Creation, dryRun: boolean, mintId: () => string): CreateAnnotationRequest => ({
  id: input.id ?? mintId(),
  documentId: input.document_id,
  documentPageId: input.document_page_id,
  shape: shapeOf(input.coordinates, input.annotation_type),
  content: given(input.content),
  authorId: given(input.author_id),
  runId: input.run_id ?? '',
  dryRun,
});

const written = answerWith(presentAnnotation);

/** /api/public/annotations: operations 12 to 17, and additions for agents. */
export const annotations = ({ annotation }: Pick<Clients, 'annotation'>): Route[] => [
  route(operations.listAnnotations, async ({ query }, { parent }) => {
    const filters = {
      documentPageId: query.document_page_id,
      documentId: query.document_id,
      authorId: query.author_id,
      projectId: query.project_id,
      runId: query.run_id,
    };
    if (Object.values(filters).every((value) => value === undefined))
      throw invalidFields({ document_page_id: 'Give document_page_id, document_id, author_id, project_id or run_id' });
    const answer = await annotation.listAnnotations(
      {
        ...filters,
        paging: slice(query),
        updatedAfter: sinceOf(query),
      },
      parent,
    );
    return followed(listed(answer.annotations.map(presentAnnotation), answer.pageInfo), query);
  }),
  route(operations.getAnnotation, async ({ params }, { parent }) =>
    written((await annotation.getAnnotation(params, parent)).annotation),
  ),
  route(operations.createAnnotation, async ({ body, query: { dry_run: dryRun = false } }, { parent, mintId }) => {
    const answer = await annotation.createAnnotation(toCreation(body, dryRun, mintId), parent);
    return written(answer.annotation, dryRun);
  }),
  route(operations.createAnnotations, async ({ body, query: { dry_run: dryRun = false } }, { parent, mintId }) => {
    const { results } = await annotation.createAnnotations(
      { items: body.items.map((item) => toCreation(item, false, mintId)), allOrNothing: body.mode === 'all', dryRun },
      parent,
    );
    return batchAnswer(
      results.map(({ outcome }) =>
        outcome?.$case === 'annotation' ? { data: presentAnnotation(outcome.value) } : { refusal: outcome?.value },
      ),
      dryRun,
    );
  }),
  route(operations.updateAnnotation, async ({ body, query: { id, dry_run: dryRun = false } }, { parent }) => {
    const answer = await annotation.updateAnnotation(
      {
        id,
        shape: body.coordinates && shapeOf(body.coordinates, body.annotation_type),
        content: given(body.content),
        expectedUpdatedAt: lastSeen(body),
        dryRun,
      },
      parent,
    );
    return written(answer.annotation, dryRun);
  }),
  route(operations.deleteAnnotation, async ({ query: { id, dry_run: dryRun = false } }, { parent }) => {
    await annotation.deleteAnnotation({ id, dryRun }, parent);
    return success(dryRun);
  }),
];
