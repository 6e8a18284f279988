import { annotations as operations, lastSeen } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Annotation, CreateAnnotationRequest } from '@symbio/proto/annotation';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { given } from '../http/input.js';
import { shapeOf } from '../present/coordinates.js';
import { presentAnnotation } from '../present/evidence.js';
import { placeOfAnnotation, sheetsOf } from '../present/georeferences.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { batchResponse } from './batches.js';
import { listResponse } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slice } from './paging.js';

type Creation = z.output<typeof operations.annotationCreation>;

const toCreation = (input: Creation, dryRun: boolean, mintId: () => string): CreateAnnotationRequest => ({
  id: input.id ?? mintId(),
  documentId: input.document_id,
  documentPageId: input.document_page_id,
  shape: shapeOf(input.coordinates, input.annotation_type),
  drawnOn: given(input.picture_size),
  content: given(input.content),
  authorId: given(input.author_id),
  runId: input.run_id ?? '',
  dryRun,
});

const written = itemResponse(presentAnnotation);

/** /api/public/annotations: operations 12 to 17, and additions for agents. */
export const annotations = ({ annotation, document }: Pick<Clients, 'annotation' | 'document'>): Route[] => {
  async function placesOf(found: readonly Annotation[], parent: CallParent) {
    const sheets = await sheetsOf({ document }, found, parent);
    return (one: Annotation) => placeOfAnnotation(one, sheets.get(one.id));
  }

  return [
    route(operations.listAnnotations, async ({ query }, { parent }) => {
      const filters = {
        documentPageId: query.document_page_id,
        documentId: query.document_id,
        authorId: query.author_id,
        projectId: query.project_id,
        runId: query.run_id,
      };
      if (Object.values(filters).every((value) => value === undefined))
        throw invalidFields({
          document_page_id: 'Give document_page_id, document_id, author_id, project_id or run_id',
        });
      const answer = await annotation.listAnnotations(
        {
          ...filters,
          paging: slice(query),
          updatedAfter: updatedAfterOf(query),
        },
        parent,
      );
      const placeOf = query.include ? await placesOf(answer.annotations, parent) : undefined;
      const shown = answer.annotations.map((one) => ({
        ...presentAnnotation(one),
        ...(placeOf && { place: placeOf(one) }),
      }));
      return withNextUpdatedAfter(listResponse(shown, answer.pageInfo), query);
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
      return batchResponse(
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
          drawnOn: given(body.picture_size),
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
};
