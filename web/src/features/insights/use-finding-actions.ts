import { useMemo } from 'react';
import { api } from '../../lib/http/api.js';
import { useApiDispatch, type ApiThunk } from '../../lib/http/api-thunks.js';
import { apiErrorOf, CallError } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { settleEach } from '../../lib/http/bulk.js';
import { offerUndo, undoEach } from '../../lib/edits/undo.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { undoMentionChange } from '../../evidence/undo-association.js';
import { decisionsApi, type ReviewAction } from '../../evidence/decisions-api.js';
import { evidenceApi, type Feature, type Mention, type MentionRecord } from '../../evidence/evidence-api.js';
import { HUMAN_CONFIDENCE } from '../../evidence/association/feature-form.js';
import { countText } from '../../lib/ui/formats.js';
import type { Source } from './use-sources.js';

export interface Finding {
  mention: HeldMention;
  source: Pick<Source, 'annotation' | 'isOpen'> | undefined;
}

type HeldMention = Pick<
  Mention,
  | 'id'
  | 'source_annotation_id'
  | 'feature_of_interest_id'
  | 'current_history_id'
  | 'current_narrative'
  | 'current_confidence'
  | 'current_use_type'
>;

export const findingOf = (record: MentionRecord, source: Finding['source']): Finding => ({
  mention: {
    id: record.mention_id,
    source_annotation_id: record.source_annotation_id,
    feature_of_interest_id: record.feature_of_interest_id,
    current_history_id: record.id,
    current_narrative: record.narrative,
    current_confidence: record.confidence,
    current_use_type: record.use_type as Mention['current_use_type'],
  },
  source,
});

export interface FindingActions {
  /** Returns the resulting annotation ids by mention. */
  accept: (findings: readonly Finding[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * @param reason empty for none
   * @returns findings that could not be rejected
   */
  reject: (findings: readonly Finding[], reason: string) => Promise<readonly Finding[]>;
  /** Accepts proposals first. Returns the mention ids that succeeded. */
  associate: (findings: readonly Finding[], feature: Feature) => Promise<readonly string[]>;
}

type Step<T> = (finding: Finding) => ApiThunk<Promise<T>>;

const post =
  (finding: Finding, body: ReviewAction): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    const id = finding.source?.annotation.id ?? '';
    await dispatch(decisionsApi.endpoints.postReview.initiate({ id, body })).unwrap();
  };

/** Succeeds if the proposal is open already, e.g. after a lost response. */
const reopen: Step<void> = (finding) => async (dispatch) => {
  try {
    await dispatch(post(finding, { action: 'undo' }));
  } catch (error) {
    if (apiErrorOf(error).code !== 'nothing_to_undo') throw error;
  }
};

/** Returns the person's annotation, which exists already for other findings. */
const accept: Step<string> = (finding) => async (dispatch) => {
  if (!finding.source?.isOpen) return finding.mention.source_annotation_id;
  const copyId = uuidV7();
  await dispatch(post(finding, { action: 'accept', copy_id: copyId }));
  return copyId;
};

const reject =
  (reason: string): Step<void> =>
  ({ mention: { current_history_id: historyId } }) =>
  async (dispatch) => {
    if (historyId) await dispatch(evidenceApi.endpoints.rejectRecord.initiate({ historyId, reason })).unwrap();
  };

/** Undoes a rejection: reopens a proposal or restores a person's record. */
const link: Step<void> = (finding) => async (dispatch) => {
  const { mention, source } = finding;
  if (source?.isOpen) return dispatch(reopen(finding));
  await dispatch(evidenceApi.endpoints.reopenMention.initiate(mention)).unwrap();
};

/** @throws CallError if the proposal stays accepted */
const undoAcceptance =
  (finding: Finding, why: unknown): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    try {
      await dispatch(reopen(finding));
    } catch {
      const detail = apiErrorOf(why);
      throw new CallError({ ...detail, message: `${detail.message} The proposal was accepted and stays accepted.` });
    }
  };

/** Atomic: reverts the acceptance if the association fails. */
const associateTo =
  (feature: Feature): Step<void> =>
  (finding) =>
  async (dispatch) => {
    const annotationId = await dispatch(accept(finding));
    const {
      id,
      current_narrative: narrative,
      current_confidence: confidence,
      current_use_type: said,
    } = finding.mention;
    const body = {
      mention_id: id,
      feature_id: feature.id,
      narrative: narrative ?? '',
      confidence: confidence ?? HUMAN_CONFIDENCE,
      use_type: finding.source?.isOpen ? 'confirmed' : (said ?? 'confirmed'),
    };
    try {
      await dispatch(evidenceApi.endpoints.associate.initiate({ annotationId, body })).unwrap();
    } catch (error) {
      if (finding.source?.isOpen) await dispatch(undoAcceptance(finding, error));
      throw error;
    }
  };

/** Reopens a proposal or detaches a person's finding. */
const unassociate: Step<unknown> = (finding) =>
  finding.source?.isOpen ? reopen(finding) : undoMentionChange(finding.mention);

function notifyFailures(failed: readonly { error: unknown }[], what: string): void {
  notify({
    type: 'error',
    title: `${countText(failed.length, 'finding')} could not be ${what}`,
    description: [...new Set(failed.map(({ error }) => apiErrorOf(error).message))].join(' '),
  });
}

/** Each decision has a toast and undo. */
export function useFindingActions(): FindingActions {
  const dispatch = useApiDispatch();
  return useMemo(() => {
    /** Sheets, queue and lists. */
    const showDecisions = (): void => {
      dispatch(api.util.invalidateTags(['Annotation', 'PageAnnotations', 'Mention', 'MentionHistory', 'Feature']));
    };
    /** Reports failures once and returns the successes. */
    async function forEach<T>(findings: readonly Finding[], step: Step<T>, what: string): Promise<Map<Finding, T>> {
      const { done, failed } = await settleEach(findings, (finding) => dispatch(step(finding)));
      showDecisions();
      if (failed.length > 0) notifyFailures(failed, what);
      return new Map(done.map(({ item, result }) => [item, result]));
    }
    const offerUndoOf = (what: string, done: readonly Finding[], undo: Step<unknown>): void => {
      if (done.length === 0) return;
      const undoAll = undoEach(
        done,
        (finding) => dispatch(undo(finding)),
        (refused) => notifyFailures(refused, 'undone'),
      );
      offerUndo(
        { id: uuidV7(), title: `${countText(done.length, 'finding')} ${what}` },
        { what: `${countText(done.length, 'finding')} ${what}`, undo: () => undoAll().finally(showDecisions) },
      );
    };
    return {
      accept: async (findings) => {
        const done = await forEach(findings, accept, 'accepted');
        offerUndoOf('accepted', [...done.keys()], reopen);
        return new Map([...done].map(([{ mention }, annotationId]) => [mention.id, annotationId]));
      },
      reject: async (findings, reason) => {
        const done = await forEach(findings, reject(reason), 'rejected');
        offerUndoOf('rejected', [...done.keys()], link);
        return findings.filter((finding) => !done.has(finding));
      },
      associate: async (findings, feature) => {
        const done = await forEach(findings, associateTo(feature), 'associated');
        offerUndoOf(`associated with “${feature.name}”`, [...done.keys()], unassociate);
        return [...done.keys()].map(({ mention }) => mention.id);
      },
    };
  }, [dispatch]);
}
