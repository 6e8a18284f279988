import { useMemo, useRef, useLayoutEffect } from 'react';
import type { RejectionCode } from '@symbio/proto/annotation/vocabulary';
import { CallError } from '../../lib/http/errors.js';
import type { ApiError } from '../../lib/http/errors.js';
import { useMe } from '../../lib/session/me.js';
import { notify } from '../../lib/ui/toasts.js';
import { publishOutcome } from '../../evidence/annotation-outcomes.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { rounded } from '@symbio/sheet/geometry/shapes';
import type { Annotation } from '../../evidence/annotation-records.js';
import { temporaryRow } from '../../evidence/annotation-rows.js';
import type { AnnotationRow } from '../../evidence/annotation-rows.js';
import { annotationsApi, changeAnnotation, createAnnotation } from '../../evidence/annotations-api.js';
import type { ApiThunk } from '../../lib/http/api-thunks.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import type { SheetContext } from '../../viewer/sheet/sheet-context.js';
import { settleEach } from '../../lib/http/bulk.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { decisionsApi } from '../../evidence/decisions-api.js';
import type { ReviewAction } from '../../evidence/decisions-api.js';
import { decide, isConflict } from './review-api.js';
import type { Proposal } from './proposal.js';
import type { PlaceGroup } from '../../evidence/place-groups.js';
import { changeVisit, visitOf } from './review-visit.js';
import type { HumanCopy, VisitDecision } from './review-visit.js';

export interface ReviewActions {
  accept: (proposal: Proposal) => void;
  /** One undo reverts all. */
  acceptGroup: (group: PlaceGroup<Proposal>) => void;
  reject: (proposal: Proposal, reason: string, code: RejectionCode) => void;
  skip: (proposal: Proposal) => void;
  /** Opens the dialog for linking, without a decision. */
  link: (proposal: Proposal) => void;
  /** Of the proposal being linked; returns the id of the person's annotation. Rejects if it was refused. */
  acceptLinked: () => Promise<string>;
  /** Undoes an acceptance that was not linked. */
  endLink: (isLinked: boolean) => void;
  /** Of this visit; returns to the proposal. */
  undo: () => void;
  /** Editable copy, without a decision. */
  edit: (proposal: Proposal) => void;
  relabel: (content: string) => void;
  saveCopy: () => void;
  dropCopy: () => void;
}

const NOT_ACCEPTED: ApiError = {
  ...{ status: 409, code: 'not_accepted', fields: {} },
  message: 'The proposal could not be accepted, so it was not linked.',
};

function notifyFailure(error: ApiError, annotation: Annotation, back: string): void {
  const label = `“${labelOf(annotation)}”`;
  if (error.status === 404) {
    notify({ type: 'info', title: 'The proposal no longer exists', description: `${label} was deleted.` });
  } else if (isConflict(error)) {
    notify({ type: 'info', title: `${label} was decided already`, description: error.message });
  } else notify({ type: 'error', title: 'The decision was not saved', description: `${error.message} ${back}` });
}

const rowOf =
  (pageId: string, key: string): ApiThunk<AnnotationRow | undefined> =>
  (_, getState) =>
    annotationsApi.endpoints.getPageAnnotations
      .select(pageId)(getState())
      .data?.find((row) => row.key === key);

const listed =
  (projectId: string, id: string): ApiThunk<Annotation | undefined> =>
  (_, getState) =>
    decisionsApi.endpoints.getProjectAnnotations
      .select(projectId)(getState())
      .data?.find((each) => each.id === id);

function newestOf(listed: Annotation | undefined, known: Annotation): Annotation {
  return listed && (listed.decisions?.length ?? 0) > (known.decisions?.length ?? 0) ? listed : known;
}

/** With the label that a rule corrects. */
function acceptanceOf({ annotation: { rule } }: Proposal): Extract<ReviewAction, { action: 'accept' }> {
  const content = rule?.corrected_label;
  return { action: 'accept', copy_id: uuidV7(), ...(content && { content }) };
}

/** Pending decisions outlive the sheet. */
export function useReviewActions(
  projectId: string,
  sheetContext: SheetContext,
  announce: (sentence: string) => void,
): ReviewActions {
  const dispatch = useApiDispatch();
  const me = useMe();
  const latestContext = useRef(sheetContext);
  useLayoutEffect(() => {
    latestContext.current = sheetContext;
  });

  return useMemo(() => {
    const by = { id: me?.author_id ?? '', name: me?.name ?? null };
    const onPage = (pageId: string, recipe: (rows: AnnotationRow[]) => void) =>
      dispatch(annotationsApi.util.updateQueryData('getPageAnnotations', pageId, recipe));

    /** A refused decision returns its proposal to the queue. */
    const run = (
      proposal: Proposal,
      body: Exclude<ReviewAction, { action: 'undo' }>,
      group?: string,
    ): Promise<boolean> => {
      const { annotation } = proposal;
      const settled = dispatch(decide(projectId, annotation, body, by)).then((result) => {
        if (result.ok) return true;
        changeVisit(projectId, ({ decided }) => ({
          decided: decided.filter((each) => each.annotation.id !== annotation.id),
        }));
        notifyFailure(result.error, annotation, `“${labelOf(annotation)}” is in the queue again.`);
        return false;
      });
      const verdict = body.action === 'accept' ? ('accepted' as const) : ('rejected' as const);
      changeVisit(projectId, ({ decided }) => ({
        decided: [...decided, { annotation, verdict, at: Date.now(), settled, ...(group !== undefined && { group }) }],
        chosenId: null,
      }));
      if (group === undefined) announce(`${verdict === 'accepted' ? 'Accepted' : 'Rejected'}: ${labelOf(annotation)}.`);
      return settled;
    };

    const acceptGroup = async ({ place, proposals }: PlaceGroup<Proposal>): Promise<void> => {
      const group = uuidV7();
      const ids = proposals.map(({ annotation }) => annotation.id);
      announce(`Accepted: ${proposals.length} ${place}.`);
      // all leave the queue at once; the server receives some at a time
      changeVisit(projectId, ({ deciding }) => ({ deciding: new Set([...deciding, ...ids]), chosenId: null }));
      await settleEach(proposals, (proposal) => run(proposal, acceptanceOf(proposal), group));
    };

    const undo = async (): Promise<void> => {
      const { decided } = visitOf(projectId);
      const last = decided.at(-1);
      if (!last) {
        announce('Nothing to undo in this session.');
        return;
      }
      const together = last.group === undefined ? [last] : decided.filter(({ group }) => group === last.group);
      if (last.group !== undefined)
        changeVisit(projectId, () => ({ decided: decided.filter((each) => !together.includes(each)) }));
      await settleEach(together, undoOne);
    };

    const undoOne = async (last: VisitDecision): Promise<void> => {
      const { id } = last.annotation;
      changeVisit(projectId, ({ decided }) => ({ decided: decided.filter((each) => each !== last) }));
      if (!(await last.settled)) return;
      const known = visitOf(projectId).known.get(id) ?? last.annotation;
      const newest = newestOf(dispatch(listed(projectId, id)), known);
      const since = newest.decisions?.at(-1);
      if (since && since.author_id !== by.id) {
        const who = since.author_name ?? 'Another user';
        const description = `${who} has ${since.verdict === 'undone' ? 'undone' : 'changed'} your decision.`;
        notify({ type: 'info', title: 'Not undone', description });
        return;
      }
      const result = await dispatch(decide(projectId, newest, { action: 'undo' }, by));
      if (result.ok) {
        changeVisit(projectId, ({ skipped }) => ({ chosenId: id, skipped: skipped.filter((each) => each !== id) }));
        announce(`Undone: ${labelOf(last.annotation)} is open again.`);
        return;
      }
      if (!isConflict(result.error)) changeVisit(projectId, ({ decided }) => ({ decided: [...decided, last] }));
      notifyFailure(result.error, last.annotation, 'The decision stands.');
    };

    const isAccepted = ({ proposal }: HumanCopy): boolean =>
      visitOf(projectId).decided.some(({ annotation }) => annotation.id === proposal.annotation.id);

    const acceptLinked = async (): Promise<string> => {
      const { linking } = visitOf(projectId);
      if (!linking) throw new Error('No proposal is being linked.');
      const { proposal, key } = linking;
      // a repeat after a failure to link
      if (!isAccepted(linking) && !(await run(proposal, { action: 'accept', copy_id: key })))
        throw new CallError({ ...NOT_ACCEPTED });
      return key;
    };

    const endLink = (isLinked: boolean): void => {
      const { linking } = visitOf(projectId);
      if (!linking) return;
      if (!isLinked && isAccepted(linking)) void undo();
      changeVisit(projectId, () => ({
        linking: null,
        chosenId: isLinked ? null : linking.proposal.annotation.id,
      }));
    };

    const edit = (proposal: Proposal): void => {
      const key = uuidV7();
      const { document_page_id, document_id, annotation_type, coordinates, rule, id } = proposal.annotation;
      const content = rule?.corrected_label ?? proposal.annotation.content;
      const draft = {
        ...{ document_page_id, document_id, annotation_type, coordinates, content },
        ...{ author_id: by.id, author_name: by.name, author_type: 'human' as const, derived_from: id },
      };
      onPage(document_page_id, (rows) => void rows.push(temporaryRow(key, draft, new Date().toISOString())));
      changeVisit(projectId, () => ({ editing: { proposal, key } }));
      announce('A copy is ready to edit. Enter accepts it, Escape discards it.');
    };

    const drop = (): void => {
      const { editing } = visitOf(projectId);
      if (!editing) return;
      const { key } = editing;
      const pageId = editing.proposal.annotation.document_page_id;
      onPage(pageId, (rows) => {
        const index = rows.findIndex((row) => row.key === key);
        if (index !== -1) rows.splice(index, 1);
      });
      publishOutcome({ pageId, key, what: 'create', result: 'dropped' });
      changeVisit(projectId, () => ({ editing: null, chosenId: editing.proposal.annotation.id }));
    };

    const saveCopy = async (): Promise<void> => {
      const { editing, deciding } = visitOf(projectId);
      if (!editing || deciding.has(editing.proposal.annotation.id)) return;
      const { annotation } = editing.proposal;
      const pageId = annotation.document_page_id;
      const row = dispatch(rowOf(pageId, editing.key));
      if (!row || row.local?.removed) {
        drop();
        return;
      }
      // later edits wait for the response
      onPage(pageId, (rows) => {
        const local = rows.find(({ key }) => key === editing.key)?.local;
        if (local) local.queued = null;
      });
      const at = Date.now();
      const { annotation_type, content } = row;
      const coordinates = rounded(row.coordinates);
      const body = { action: 'accept', copy_id: editing.key, annotation_type, coordinates, content } as const;
      const result = await dispatch(decide(projectId, annotation, body, by));
      if (result.ok) {
        const decision = { annotation, verdict: 'accepted' as const, at, settled: Promise.resolve(true) };
        changeVisit(projectId, ({ decided }) => ({ editing: null, chosenId: null, decided: [...decided, decision] }));
        announce(`Accepted with your changes: ${content}.`);
        const late = dispatch(rowOf(pageId, editing.key))?.local?.queued;
        if (late) void dispatch(changeAnnotation(pageId, editing.key, late));
        return;
      }
      if (!isConflict(result.error)) {
        notifyFailure(result.error, annotation, 'Your copy is still here.');
        return;
      }
      // another user decided first; the edited outline is kept as a separate annotation
      drop();
      changeVisit(projectId, () => ({ chosenId: null }));
      const author = { id: by.id, name: by.name, type: 'human' as const };
      const { document_id: documentId } = annotation;
      dispatch(createAnnotation({ pageId, documentId, type: annotation_type, coordinates, content, author }));
      const sentence = result.error.status === 404 ? 'The proposal was deleted.' : result.error.message;
      const description = `${sentence} Your copy was kept as your own annotation.`;
      notify({ type: 'info', title: `“${labelOf(annotation)}” was decided already`, description });
    };

    return {
      accept: (proposal) => void run(proposal, acceptanceOf(proposal)),
      acceptGroup: (group) => void acceptGroup(group),
      reject: (proposal, reason, code) => void run(proposal, { action: 'reject', reason, reason_code: code }),
      skip: ({ annotation: { id } }) => {
        changeVisit(projectId, ({ skipped }) => ({
          skipped: [...skipped.filter((each) => each !== id), id],
          chosenId: null,
        }));
      },
      link: (proposal) => changeVisit(projectId, () => ({ linking: { proposal, key: uuidV7() } })),
      acceptLinked,
      endLink,
      undo: () => void undo(),
      edit,
      relabel: (content) => {
        const { editing } = visitOf(projectId);
        const pageId = editing?.proposal.annotation.document_page_id;
        if (editing && pageId) void dispatch(changeAnnotation(pageId, editing.key, { content }));
      },
      saveCopy: () => void saveCopy(),
      dropCopy: () => {
        const id = visitOf(projectId).editing?.proposal.annotation.id;
        drop();
        // show the proposal's handles again
        if (id !== undefined) latestContext.current.select(id, { reveal: false });
        announce('The copy was discarded; nothing was decided.');
      },
    };
  }, [announce, dispatch, me?.author_id, me?.name, projectId]);
}
