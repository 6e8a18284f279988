import { apiErrorOf } from '../../lib/http/errors.js';
import type { ApiError } from '../../lib/http/errors.js';
import type { Annotation, AnnotationDecision } from '../../evidence/annotation-records.js';
import { settleReviewed } from '../../evidence/annotation-rows.js';
import type { AnnotationRow } from '../../evidence/annotation-rows.js';
import { annotationsApi } from '../../evidence/annotations-api.js';
import { decisionsApi, REVIEWED } from '../../evidence/decisions-api.js';
import type { ReviewAction, Reviewed } from '../../evidence/decisions-api.js';
import type { ApiThunk } from '../../lib/http/api-thunks.js';
import { invalidateAfterOwnChange } from '../../lib/live/live-changes.js';
import { changeVisit, excluding, including, visitOf } from './review-visit.js';

export type ReviewResult =
  | { ok: true; annotation: Annotation; copy: Annotation | null }
  | { ok: false; error: ApiError };

const VERDICTS = { accept: 'accepted', reject: 'rejected', undo: 'undone' } as const;

const CONFLICT_CODES: ReadonlySet<string> = new Set(['decided_already', 'nothing_to_undo']);

/** Another user decided about or deleted the annotation first. */
export const isConflict = ({ status, code }: ApiError): boolean => status === 404 || CONFLICT_CODES.has(code);

/** Optimistic with rollback (ANN-11). If another user was faster, reads their decision before it returns. */
export function decide(
  projectId: string,
  annotation: Annotation,
  body: ReviewAction,
  by: { id: string; name: string | null },
): ApiThunk<Promise<ReviewResult>> {
  return async (dispatch) => {
    const { id, document_page_id: pageId } = annotation;
    const shownAt = visitOf(projectId).shownAt.get(id);
    const shown = body.action === 'undo' || shownAt === undefined ? {} : { shown_at: new Date(shownAt).toISOString() };
    const expected: AnnotationDecision = {
      verdict: VERDICTS[body.action],
      reason: body.action === 'reject' ? body.reason : null,
      copy_id: body.action === 'accept' ? body.copy_id : null,
      author_id: by.id,
      author_name: by.name,
      decided_at: new Date().toISOString(),
      ...(body.action === 'reject' && body.reason_code && { reason_code: body.reason_code }),
    };
    const onPage = (recipe: (rows: AnnotationRow[]) => void) =>
      dispatch(annotationsApi.util.updateQueryData('getPageAnnotations', pageId, recipe));
    changeVisit(projectId, ({ deciding }) => ({ deciding: including(deciding, id) }));
    onPage((rows) => {
      const row = rows.find((each) => each.id === id);
      if (row) row.decisions = [...(row.decisions ?? []), expected];
    });
    try {
      const reviewed = await dispatch(
        decisionsApi.endpoints.postReview.initiate({ id, body: { ...body, ...shown } }),
      ).unwrap();
      onPage((rows) => settle(rows, reviewed));
      dispatch(
        decisionsApi.util.updateQueryData('getProjectAnnotations', projectId, (all) => {
          const kept = all.filter((each) => !isOf(each, reviewed));
          return [...kept, reviewed.annotation, ...(reviewed.copy ? [reviewed.copy] : [])];
        }),
      );
      changeVisit(projectId, ({ known }) => ({ known: new Map([...known, [id, reviewed.annotation]]) }));
      return { ok: true, ...reviewed };
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      onPage((rows) => {
        const row = rows.find((each) => each.id === id);
        if (row) row.decisions = (row.decisions ?? []).filter(({ decided_at }) => decided_at !== expected.decided_at);
      });
      if (isConflict(error)) {
        const asked = { subscribe: false, forceRefetch: true };
        await Promise.allSettled([
          dispatch(decisionsApi.endpoints.getProjectAnnotations.initiate(projectId, asked)),
          dispatch(annotationsApi.endpoints.getPageAnnotations.initiate(pageId, asked)),
        ]);
      }
      return { ok: false, error };
    } finally {
      dispatch(invalidateAfterOwnChange(REVIEWED));
      changeVisit(projectId, ({ deciding }) => ({ deciding: excluding(deciding, id) }));
    }
  };
}

function isOf({ id, derived_from }: Annotation, { annotation, copy }: Reviewed): boolean {
  return id === annotation.id || id === copy?.id || derived_from === annotation.id;
}

function settle(rows: AnnotationRow[], { annotation, copy }: Reviewed): void {
  settleReviewed(rows, annotation, copy);
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row?.derived_from !== annotation.id || row.local?.sending === 'create') continue;
    // a pending list request may not include the copy; after undo the copy is deleted
    if (row.key === copy?.id) row.fresh = true;
    else rows.splice(index, 1);
  }
}
