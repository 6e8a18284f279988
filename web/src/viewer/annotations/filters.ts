import { FINDING_STATE_LABELS } from '@symbio/proto/labels';
import { BAND_LABELS, confidenceBand, type ConfidenceBand } from '../../components/confidence.js';
import { authorOf, currentDecision, isSuppressed, proposalStateOf } from '../../evidence/annotation-records.js';
import type { Annotation } from '../../evidence/annotation-records.js';

/** An empty string matches all. */
export interface AnnotationFilters {
  /** `human`, `ai_agent`, or the id of an author */
  author: string;
  /** a confidence band, or `none` for annotations without a mention */
  confidence: string;
  /** a land use, or `none` */
  use: string;
  /** agent proposals: empty hides replaced ones, `all` includes them, a status shows only proposals of that status */
  proposals: string;
}

export type FilterName = keyof AnnotationFilters;

export const NO_FILTERS: AnnotationFilters = { author: '', confidence: '', use: '', proposals: '' };

const FILTER_NAMES: readonly FilterName[] = ['author', 'confidence', 'use', 'proposals'];

const NONE = 'none';

/** FEAT-26, CONST-11 */
const BANDS: Record<string, string> = {
  high: BAND_LABELS.green,
  middle: BAND_LABELS.yellow,
  low: BAND_LABELS.red,
  [NONE]: 'Not rated',
};

/** With everything else. */
export const ALL_PROPOSALS = 'all';

export interface AnnotationEvidence {
  /** 0 to 10 */
  confidence: number | null;
  uses: readonly string[];
  feature: { id: string; name: string } | null;
  isCurrent: boolean;
  /** What an agent took misread lettering to mean. */
  reading?: string;
}

export type EvidenceByAnnotation = ReadonlyMap<string, AnnotationEvidence>;

/** In narratives of agents, after the lettering as it was read. */
const READ_AS = /^"[^"]*" \(read as ([^)]+)\)/;

interface MentionFacts {
  source_annotation_id: string;
  feature_of_interest_id: string | null;
  current_history_id: string | null;
  current_confidence: number | null;
  suggested_land_use?: string | null;
  current_narrative?: string | null;
}

/** The land use of the feature, else the suggested one. */
export function evidenceOf(
  mentions: readonly MentionFacts[],
  features: readonly { id: string; name: string; land_use: readonly string[] }[],
): EvidenceByAnnotation {
  const featureOf = new Map(features.map((feature) => [feature.id, feature]));
  return new Map(
    mentions.map((mention) => {
      const { feature_of_interest_id: featureId, suggested_land_use: suggested } = mention;
      const feature = featureOf.get(featureId ?? '') ?? null;
      const uses = feature?.land_use ?? (suggested ? [suggested] : []);
      const { current_confidence: confidence, current_history_id: currentId } = mention;
      const reading = READ_AS.exec(mention.current_narrative ?? '')?.[1];
      const facts = { confidence, uses, feature, isCurrent: Boolean(currentId), ...(reading && { reading }) };
      return [mention.source_annotation_id, facts];
    }),
  );
}

type Filtered = Annotation & { key: string };

/** A person accepted it from an agent and its mention was rejected or ended later. */
export const isAbandoned = (
  { id, derived_from: agents }: Pick<Annotation, 'id' | 'derived_from'>,
  evidence: EvidenceByAnnotation,
): boolean => Boolean(agents) && evidence.get(id)?.isCurrent === false;

function valuesOf(annotation: Filtered, name: FilterName, evidence: EvidenceByAnnotation): readonly string[] {
  switch (name) {
    case 'author':
      return [annotation.author_type, annotation.author_id];
    case 'confidence':
      return [bandOf(evidence.get(annotation.id)?.confidence ?? null)];
    case 'use': {
      const uses = evidence.get(annotation.id)?.uses ?? [];
      return uses.length > 0 ? uses : [NONE];
    }
    case 'proposals':
      if (isAbandoned(annotation, evidence)) return ['rejected', ALL_PROPOSALS];
      return annotation.author_type === 'ai_agent' ? [proposalStateOf(annotation), ALL_PROPOSALS] : [ALL_PROPOSALS];
  }
}

/** Used in URLs. */
const BAND_NAMES: Record<ConfidenceBand, string> = { green: 'high', yellow: 'middle', red: 'low' };

const bandOf = (confidence: number | null): string =>
  confidence === null ? NONE : BAND_NAMES[confidenceBand(confidence)];

export function isFiltering(filters: AnnotationFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== '');
}

/** @param selectedKey always included: a new drawing must not disappear */
export function filtered<T extends Filtered>(
  annotations: readonly T[],
  filters: AnnotationFilters,
  evidence: EvidenceByAnnotation,
  selectedKey: string | null = null,
): readonly T[] {
  const asked = FILTER_NAMES.filter((name) => filters[name] !== '');
  const isReplaced = filters.proposals === '' ? replacedProposals(annotations, evidence) : null;
  if (asked.length === 0 && !isReplaced) return annotations;
  return annotations.filter(
    (annotation) =>
      annotation.key === selectedKey ||
      (!isReplaced?.(annotation) &&
        asked.every((name) => valuesOf(annotation, name, evidence).includes(filters[name]))),
  );
}

/** Proposals that a rule hides, rejected ones, and accepted ones whose human copy is present. Null if there are none. */
function replacedProposals<T extends Filtered>(
  annotations: readonly T[],
  evidence: EvidenceByAnnotation,
): ((annotation: T) => boolean) | null {
  const isOpen = (annotation: T) =>
    proposalStateOf(annotation) === 'open' && !isSuppressed(annotation) && !isAbandoned(annotation, evidence);
  if (annotations.every(isOpen)) return null;
  const ids = new Set(annotations.map(({ id }) => id));
  return (annotation) => {
    if (isAbandoned(annotation, evidence) || isSuppressed(annotation)) return true;
    const decision = currentDecision(annotation);
    if (decision?.verdict !== 'accepted') return decision !== null;
    return decision.copy_id !== null && ids.has(decision.copy_id);
  };
}

export interface FilterOption {
  value: string;
  label: string;
  count: number;
}

/**
 * With the count each would show given the other filters. The selected option stays, even at zero.
 * @param landUseLabel display name of a land use
 */
export function filterOptions(
  annotations: readonly Filtered[],
  filters: AnnotationFilters,
  name: FilterName,
  { evidence, landUseLabel }: { evidence: EvidenceByAnnotation; landUseLabel: (value: string) => string },
): FilterOption[] {
  const others = filtered(annotations, { ...filters, [name]: name === 'proposals' ? ALL_PROPOSALS : '' }, evidence);
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const annotation of others) {
    for (const value of valuesOf(annotation, name, evidence)) counts.set(value, (counts.get(value) ?? 0) + 1);
    names.set(annotation.author_id, authorOf(annotation));
  }
  const option = (value: string, label: string): FilterOption => ({ value, label, count: counts.get(value) ?? 0 });
  switch (name) {
    case 'author': {
      const kinds = [option('human', 'People'), option('ai_agent', 'AI agents')];
      const isAuthor = filters.author !== '' && kinds.every(({ value }) => value !== filters.author);
      if (isAuthor && !names.has(filters.author)) names.set(filters.author, 'Another user');
      const authors = [...names].map(([id, label]) => option(id, label));
      return [...kinds, ...authors.sort((a, b) => a.label.localeCompare(b.label))];
    }
    case 'confidence':
      return Object.entries(BANDS).map(([value, label]) => option(value, label));
    case 'use': {
      const known = new Set([...counts.keys(), filters.use].filter((value) => value !== '' && value !== NONE));
      const uses = [...known].map((value) => option(value, landUseLabel(value)));
      return [...uses.sort((a, b) => a.label.localeCompare(b.label)), option(NONE, 'None')];
    }
    case 'proposals':
      return [
        option(ALL_PROPOSALS, 'Also decided'),
        ...Object.entries(FINDING_STATE_LABELS).map(([value, label]) => option(value, label)),
      ];
  }
}

export function filtersOfAddress(address: URLSearchParams): AnnotationFilters {
  const [author, confidence, use, proposals] = FILTER_NAMES.map((name) => address.get(name) ?? '');
  return {
    author: author ?? '',
    confidence: confidence !== undefined && confidence in BANDS ? confidence : '',
    use: use ?? '',
    proposals:
      proposals !== undefined && (proposals === ALL_PROPOSALS || proposals in FINDING_STATE_LABELS) ? proposals : '',
  };
}

export function addressWithFilters(address: URLSearchParams, filters: AnnotationFilters): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of FILTER_NAMES) {
    if (filters[name] === '') next.delete(name);
    else next.set(name, filters[name]);
  }
  return next;
}
