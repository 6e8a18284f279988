import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { isLetterKeyOff } from '../../lib/ui/letter-keys.js';
import { useMe } from '../../lib/session/me.js';
import { useProject } from '../../lib/project/project-context.js';
import { countText } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { AssociateDialog } from '../../evidence/association/associate-dialog.js';
import { requestAgain } from '../../evidence/requested-annotation.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import type { SheetContext } from '../../viewer/sheet/sheet-context.js';
import { isModalOpen, isTyping } from '../../viewer/sheet/keys.js';
import { useGetLandUsesQuery } from '../../evidence/evidence-api.js';
import { DecisionHistory } from './decision-history.js';
import { ALL_DECIDED, NO_MATCH, ReviewBar } from './review-bar.js';
import { QUICK_REASONS, reviewCommand } from './review-keys.js';
import type { ReviewCommand, ReviewStage } from './review-keys.js';
import { ReviewFilterFields } from './review-filter-fields.js';
import { filtered } from './review-filters.js';
import { groupsOf, MAX_GROUP } from '../../evidence/place-groups.js';
import { factsOf, positionOf, proposalToShow } from './review-queue.js';
import type { Proposal } from './proposal.js';
import { changeVisit, endLinking, showProposal, useVisit } from './review-visit.js';
import type { HumanCopy, ReviewVisit } from './review-visit.js';
import { useReviewActions } from './use-review-actions.js';
import type { ReviewActions } from './use-review-actions.js';
import { useReviewState } from './use-review.js';
import type { ReviewState } from './use-review.js';
import { isKey } from '../../lib/ui/keys.js';

/** Bar of a running review, and the decisions about the selected annotation. */
export function ReviewSlot({ sheetContext }: { sheetContext: SheetContext }) {
  const { project, canEdit } = useProject();
  const { isOn } = useVisit(project.id);
  return (
    <>
      {isOn && canEdit && <ReviewSheet sheetContext={sheetContext} />}
      <DecisionHistory sheetContext={sheetContext} />
    </>
  );
}

function ReviewSheet({ sheetContext }: { sheetContext: SheetContext }) {
  const { project } = useProject();
  const visit = useVisit(project.id);
  const state = useReviewState();
  const myId = useMe()?.id;
  const { said, announce } = useAnnouncement();
  const actions = useReviewActions(project.id, sheetContext, announce);
  const [rejectingId, setRejectingId] = useState<string | null>(null);
  const [address, setAddress] = useSearchParams();
  const { data: landUses = [] } = useGetLandUsesQuery();

  const held = (visit.editing ?? visit.linking)?.proposal ?? null;
  const queue = useMemo(() => filtered(state.queue, visit.filters, myId), [state.queue, visit.filters, myId]);
  const shown = held ?? (state.isReady ? proposalToShow(queue, visit.chosenId, visit.skipped) : null);
  const shownId = shown?.annotation.id ?? null;
  const isInView = shownId !== null && sheetContext.annotations.some(({ id }) => id === shownId);
  const isRejecting = shownId !== null && rejectingId === shownId;
  const stage: ReviewStage = visit.editing ? 'editing' : isRejecting ? 'rejecting' : 'looking';
  const isCounted = shown !== null && queue.some(({ annotation }) => annotation.id === shownId);
  // a proposal may be accepted while its dialog is open
  const done = visit.decided.length - (visit.linking && !isCounted ? 1 : 0);
  const total = done + queue.length + (shown && !isCounted ? 1 : 0);
  const position = positionOf(queue, visit.skipped, shownId, done);
  const groups = useMemo(() => groupsOf(queue), [queue]);
  const group = groups.get(shownId ?? '') ?? null;
  const landUse = landUses.find(({ value }) => value === shown?.landUse)?.label ?? shown?.landUse ?? null;

  const goTo = useGoTo();
  useFollowing(sheetContext, visit, state, queue, shown, (facts) =>
    announce(`Proposal ${position} of ${total}: ${facts}.`),
  );
  const isFilteredOut = queue.length === 0 && state.queue.length > 0;
  useEndAnnounced(state.isReady, shownId, isFilteredOut ? NO_MATCH : ALL_DECIDED, announce);
  useLinkEnd();
  useEditedSelected(sheetContext, visit, actions);

  const run = (command: ReviewCommand): void => {
    if (command.kind === 'undo') {
      actions.undo();
      return;
    }
    if (!shown || visit.linking) return;
    if (command.kind === 'goTo') {
      announce('Back to the proposal.');
      goTo(shown);
      return;
    }
    if (command.kind === 'skip') {
      actions.skip(shown);
      return;
    }
    if (command.kind === 'cancel') {
      if (stage === 'editing') actions.dropCopy();
      else setRejectingId(null);
      return;
    }
    // the proposal must be visible to be decided
    if (!isInView) {
      announce('The proposal is not on this sheet. G goes to it.');
      return;
    }
    switch (command.kind) {
      case 'accept':
        actions.accept(shown);
        break;
      case 'acceptGroup':
        if (group && group.proposals.length <= MAX_GROUP) actions.acceptGroup(group);
        break;
      case 'edit':
        actions.edit(shown);
        break;
      case 'link':
        actions.link(shown);
        break;
      case 'save':
        actions.saveCopy();
        break;
      case 'reject':
        setRejectingId(shownId);
        announce(`Why? ${QUICK_REASONS.map(({ reason }, at) => `${at + 1}: ${reason}`).join('. ')}. 0: own words.`);
        break;
      case 'reason': {
        const quick = QUICK_REASONS[command.index];
        setRejectingId(null);
        if (quick) actions.reject(shown, quick.reason, quick.code);
        break;
      }
      case 'ownWords':
        document.getElementById(REASON_ID)?.focus();
        break;
    }
  };
  useReviewKeys(run, stage);

  return (
    <>
      <VisuallyHidden>
        <span role="status" data-testid="review-status">
          {said}
        </span>
      </VisuallyHidden>
      <ReviewBar
        sheetContext={sheetContext}
        shown={shown}
        landUse={landUse}
        isReady={state.isReady}
        isInView={isInView}
        stage={stage}
        isLinking={visit.linking !== null}
        copy={visit.editing ? (sheetContext.annotations.find(({ key }) => key === visit.editing?.key) ?? null) : null}
        position={position}
        group={group}
        done={done}
        total={total}
        visit={visit}
        state={state}
        isFilteredOut={isFilteredOut}
        filters={<ReviewFilterFields queue={state.queue} shown={shown} filters={visit.filters} />}
        reasonId={REASON_ID}
        onCommand={run}
        onReject={(reason) => {
          setRejectingId(null);
          if (shown && isInView) actions.reject(shown, reason, 'other');
        }}
        onRelabel={actions.relabel}
        onEnd={() => {
          const next = new URLSearchParams(address);
          next.delete('review');
          setAddress(next, { replace: true });
        }}
      />
      {visit.linking && <LinkDialog projectId={project.id} linking={visit.linking} actions={actions} />}
    </>
  );
}

interface LinkDialogProps {
  projectId: string;
  linking: HumanCopy;
  actions: ReviewActions;
}

/** Nothing is accepted before it is saved. */
function LinkDialog({ projectId, linking, actions }: LinkDialogProps) {
  const { annotation } = linking.proposal;
  // the person's annotation-to-be; its facts are the proposal's until then
  const copy = useMemo(
    () => ({ ...annotation, key: linking.key, author_type: 'human' as const, derived_from: annotation.id }),
    [annotation, linking.key],
  );
  const isLinked = useRef(false);
  return (
    <AssociateDialog
      projectId={projectId}
      annotation={copy}
      mayEdit
      proposal={{ accept: actions.acceptLinked, onLinked: () => (isLinked.current = true) }}
      onClose={() => actions.endLink(isLinked.current)}
    />
  );
}

/** Milliseconds: the decision and the next proposal are announced together. */
const TOGETHER_MS = 400;

function useAnnouncement(): { said: string; announce: (sentence: string) => void } {
  const [said, setSaid] = useState('');
  const last = useRef(0);
  const announce = useCallback((sentence: string) => {
    const now = Date.now();
    const isSoon = now - last.current < TOGETHER_MS;
    last.current = now;
    // a repeated sentence must differ to be announced again
    setSaid((before) => (isSoon ? `${before} ${sentence}` : before === sentence ? `${sentence}\u00a0` : sentence));
  }, []);
  return { said, announce };
}

const REASON_ID = 'review-own-words';

/** Keeps other parameters of `current`. */
function queryOf({ annotation }: Proposal, current: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(current);
  // a search would hide sheets without hits
  next.delete('q');
  next.set('page', annotation.document_page_id);
  next.set('annotation', annotation.id);
  next.set('review', '1');
  return next;
}

/** Also on another document. */
function useGoTo(): (proposal: Proposal) => void {
  const { project } = useProject();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  return (proposal) => {
    const { document_id: documentId } = proposal.annotation;
    // even if the URL is the same: a pending navigation may lead away, and the last one wins
    const query = queryOf(proposal, address);
    void navigate(`/projects/${project.id}/documents/${documentId}?${query.toString()}`, {
      replace: true,
      state: requestAgain(),
    });
  };
}

function notifyOvertaken(overtaken: Annotation | undefined): void {
  const last = overtaken?.decisions?.at(-1);
  if (overtaken && last) {
    const description = `${last.author_name ?? 'Another user'} has ${last.verdict} “${labelOf(overtaken)}”.`;
    notify({ type: 'info', title: 'Decided by another user', description });
  } else notify({ type: 'info', title: 'The proposal was deleted' });
}

function notifyHidden(projectId: string, { annotation }: Proposal, suppressed: readonly Proposal[]): void {
  const ofRule = suppressed.filter(({ annotation: { rule } }) => rule?.rule_id === annotation.rule?.rule_id);
  notify({
    type: 'info',
    title: `${countText(ofRule.length, 'more proposal')} hidden by a rule`,
    description: `The rule follows from rejections of “${labelOf(annotation)}”.`,
    action: { label: 'Show', onClick: () => changeVisit(projectId, () => ({ showsRules: true })) },
  });
}

/** Replaces the announcement of a proposal that is no longer shown. */
function useEndAnnounced(
  isReady: boolean,
  shownId: string | null,
  sentence: string,
  announce: (sentence: string) => void,
): void {
  const wasShown = useRef(false);
  useEffect(() => {
    if (!isReady) return;
    if (shownId === null && wasShown.current) announce(sentence);
    wasShown.current = shownId !== null;
  }, [announce, isReady, sentence, shownId]);
}

/** Once, when it becomes current. */
function useFollowing(
  sheetContext: SheetContext,
  visit: ReviewVisit,
  { queue: open, suppressed, annotations, isReady }: ReviewState,
  /** Filtered. */
  queue: readonly Proposal[],
  shown: Proposal | null,
  say: (facts: string) => void,
): void {
  const { project } = useProject();
  const goTo = useGoTo();
  const followed = useRef<string | null>(null);
  const shownId = shown?.annotation.id ?? null;
  const latest = useRef({ sheetContext, goTo, shown, say });
  useEffect(() => {
    latest.current = { sheetContext, goTo, shown, say };
  });

  // the viewed proposal was deleted, decided elsewhere or hidden by a rule
  const { chosenId, deciding, decided, editing, linking } = visit;
  useEffect(() => {
    if (!isReady || chosenId === null || editing || linking || deciding.has(chosenId)) return;
    if (open.some(({ annotation }) => annotation.id === chosenId)) return;
    if (followed.current === chosenId && !decided.some(({ annotation }) => annotation.id === chosenId)) {
      const hidden = suppressed.find(({ annotation }) => annotation.id === chosenId);
      if (hidden) {
        notifyHidden(project.id, hidden, suppressed);
        latest.current.sheetContext.select(null);
      } else notifyOvertaken(annotations.find(({ id }) => id === chosenId));
    }
    changeVisit(project.id, () => ({ chosenId: null }));
  }, [annotations, chosenId, decided, deciding, editing, isReady, linking, project.id, open, suppressed]);

  useEffect(() => {
    if (shownId === null || followed.current === shownId) return;
    followed.current = shownId;
    const { shown: proposal } = latest.current;
    if (!proposal) return;
    showProposal(project.id, shownId);
    latest.current.say(factsOf(proposal));
    latest.current.goTo(proposal);
  }, [project.id, shownId]);

  // selecting a proposal on the sheet or in the list makes it current
  const selectedId = sheetContext.selected?.id ?? null;
  const before = useRef(selectedId);
  useEffect(() => {
    if (before.current === selectedId) return;
    before.current = selectedId;
    if (selectedId === null || selectedId === chosenId || editing || linking) return;
    if (!queue.some(({ annotation }) => annotation.id === selectedId)) return;
    followed.current = selectedId;
    showProposal(project.id, selectedId);
  }, [chosenId, editing, linking, project.id, queue, selectedId]);
}

/** The dialog closes when the viewer is left. */
function useLinkEnd(): void {
  const { project } = useProject();
  useEffect(() => () => endLinking(project.id), [project.id]);
}

/** Shows its handles; deleting the copy ends the edit. */
function useEditedSelected(sheetContext: SheetContext, { editing }: ReviewVisit, { dropCopy }: ReviewActions): void {
  const key = editing?.key ?? null;
  const isThere = key !== null && sheetContext.annotations.some((annotation) => annotation.key === key);
  const latest = useRef(sheetContext);
  useEffect(() => {
    latest.current = sheetContext;
  });
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    if (isThere) {
      if (seen.current !== key) latest.current.select(key, { reveal: false, focus: true });
      seen.current = key;
    } else if (seen.current === key && editing?.proposal.annotation.document_page_id === latest.current.pageId)
      dropCopy();
  }, [dropCopy, editing, isThere, key]);
}

/** They precede the sheet's shortcuts, but not inputs, dialogs and menus. */
function useReviewKeys(run: (command: ReviewCommand) => void, stage: ReviewStage): void {
  const latest = useRef({ run, stage });
  useEffect(() => {
    latest.current = { run, stage };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || isModalOpen() || isLetterKeyOff(event)) return;
      const command = reviewCommand(event, latest.current.stage);
      if (!command) return;
      // Enter on a button activates it
      if (isKey(event, 'Enter') && event.target instanceof Element && event.target.closest('button, a')) return;
      event.preventDefault();
      // key repeat must not decide about several proposals
      if (!event.repeat) latest.current.run(command);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
