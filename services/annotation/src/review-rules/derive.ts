/** Rules that follow from people's decisions about proposals with one label and land use. */
import { namedId } from '@symbio/runtime';
import type { RejectionCode, ReviewRuleAction } from '@symbio/proto/annotation/vocabulary';

const MIN_REJECTIONS = 3;
const MIN_CORRECTIONS = 2;

/** Rejected for its place or beside another proposal, not for what it says. */
const ABOUT_THE_PLACE: readonly (RejectionCode | undefined)[] = ['duplicate', 'outside', 'wrong_place'];

export interface DecidedProposal {
  annotationId: string;
  documentId: string;
  label: string;
  landUse: string;
  at: Date;
  verdict: 'accepted' | 'rejected';
  reasonCode?: RejectionCode | undefined;
  /** accepted: what the person's annotation says now. `landUse`: as they stated it; empty if they did not. */
  copy?: { label: string; landUse: string } | undefined;
}

/** Decisions up to `at` no longer count, of one document or of all. */
export interface IgnoredDecisions {
  documentId: string;
  at: Date;
}

export interface DerivedRule {
  id: string;
  /** Empty: all documents of the project. */
  documentId: string;
  label: string;
  landUse: string;
  action: ReviewRuleAction;
  correctedLabel: string;
  correctedLandUse: string;
  /** Oldest first. */
  evidence: { annotationId: string; documentId: string; at: Date }[];
}

/** Case, spaces and punctuation do not matter. */
export const labelKey = (label: string): string =>
  label
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const ruleId = (projectId: string, documentId: string, action: ReviewRuleAction, { label, landUse }: DecidedProposal) =>
  namedId(`review-rule/${projectId}/${documentId}/${action}/${landUse}/${labelKey(label)}`);

/** The value that all have, if there are enough; else empty. */
function agreed(values: readonly string[]): string {
  const [first = ''] = values;
  return values.length >= MIN_CORRECTIONS && values.every((value) => value === first) ? first : '';
}

function corrections(accepted: readonly DecidedProposal[]): { correctedLabel: string; correctedLandUse: string } {
  const labels = accepted.map(({ label, copy }) => (copy && copy.label !== label ? copy.label : ''));
  const uses = accepted.flatMap(({ landUse, copy }) => {
    if (!copy?.landUse) return [];
    return copy.landUse === landUse ? [''] : [copy.landUse];
  });
  return { correctedLabel: agreed(labels), correctedLandUse: agreed(uses) };
}

function ruleOf(projectId: string, documentId: string, decided: readonly DecidedProposal[]): DerivedRule | undefined {
  const accepted = decided.filter(({ verdict }) => verdict === 'accepted');
  const rejected = decided.filter(
    ({ verdict, reasonCode }) => verdict === 'rejected' && !ABOUT_THE_PLACE.includes(reasonCode),
  );
  const make = (
    action: ReviewRuleAction,
    from: readonly DecidedProposal[],
    corrected = { correctedLabel: '', correctedLandUse: '' },
  ): DerivedRule | undefined => {
    const first = from[0];
    if (!first) return undefined;
    return {
      ...{ id: ruleId(projectId, documentId, action, first), documentId, action, ...corrected },
      ...{ label: first.label, landUse: first.landUse },
      evidence: from.map(({ annotationId, documentId: of, at }) => ({ annotationId, documentId: of, at })),
    };
  };
  if (accepted.length === 0) return rejected.length >= MIN_REJECTIONS ? make('suppress', rejected) : undefined;
  const corrected = corrections(accepted);
  return corrected.correctedLabel || corrected.correctedLandUse ? make('correct', accepted, corrected) : undefined;
}

/**
 * A rule of the project if its decisions are from several documents, else those of single documents.
 * @param decided with one land use and labels of one key, in any order
 */
export function deriveRules(
  projectId: string,
  decided: readonly DecidedProposal[],
  ignored: readonly IgnoredDecisions[] = [],
): DerivedRule[] {
  const counted = decided
    .filter(
      ({ documentId, at }) =>
        !ignored.some((each) => (each.documentId === '' || each.documentId === documentId) && at <= each.at),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.annotationId < b.annotationId ? -1 : 1));
  const documents = [...new Set(counted.map(({ documentId }) => documentId))];
  const general = ruleOf(projectId, '', counted);
  if (general && new Set(general.evidence.map(({ documentId }) => documentId)).size > 1) return [general];
  return documents.flatMap((documentId) => {
    const rule = ruleOf(
      projectId,
      documentId,
      counted.filter((each) => each.documentId === documentId),
    );
    return rule ? [rule] : [];
  });
}
