import type { IssueSeverity } from '@symbio/proto/issue/vocabulary';
import type { ContextEntry, IssueSummary } from '../issue-records.js';
import { UNASSIGNED, type Assignee } from '../parts/assignee-field.js';
import { graphemes } from '../parts/graphemes.js';
import type { NewIssue, Suggestion } from './report-api.js';
import type { Place } from './report-context.js';

export interface ReportDraft extends Suggestion {
  step: 'describe' | 'details';
  words: string;
  /** Fields that differ from it were edited by hand. */
  suggested?: Suggestion & { words: string };
  severity: IssueSeverity;
  assignee: Assignee;
  labels: string[];
  path: string;
  context: ContextEntry[];
  /** Retrying the same values reuses the id. */
  sent?: { id: string; values: string };
  /** Only screenshots remain to be sent. */
  issue?: Pick<IssueSummary, 'id' | 'key'>;
}

/** CONST-21 */
const MIN_WORDS = 10;
/** ISSUE-26, CONST-21 */
const MANUAL_TITLE = 50;

export const freshDraft = (place: Place): ReportDraft => ({
  step: 'describe',
  words: '',
  title: '',
  description: '',
  type: 'bug',
  severity: 's2',
  assignee: UNASSIGNED,
  labels: [],
  ...place,
});

/** Discarding would lose input. */
export const isTyped = ({ step, words, issue }: ReportDraft): boolean =>
  !issue && (step === 'details' || words.trim() !== '');

/** ISSUE-23 */
export const textError = (words: string): string | undefined =>
  graphemes(words.trim()) < MIN_WORDS ? 'Please describe the issue in at least 10 characters' : undefined;

/** ISSUE-26 */
export function manualSuggestion(words: string): Suggestion {
  const characters = [...new Intl.Segmenter('en').segment(words.trim())].map(({ segment }) => segment);
  // a title is a single line
  const title = characters.slice(0, MANUAL_TITLE).join('').replace(/\s/g, ' ');
  return { title: characters.length > MANUAL_TITLE ? `${title}...` : title, description: words, type: 'bug' };
}

/** Keeps fields edited by hand earlier. */
export function withSuggestion(draft: ReportDraft, suggestion: Suggestion): ReportDraft {
  const { suggested: before, words } = draft;
  const keep = <Key extends keyof Suggestion>(key: Key): Suggestion[Key] =>
    before && draft[key] !== before[key] ? draft[key] : suggestion[key];
  return {
    ...draft,
    step: 'details',
    title: keep('title'),
    description: keep('description'),
    type: keep('type'),
    suggested: { ...suggestion, words },
  };
}

/** By field; empty if valid (ISSUE-28, ISSUE-29). */
export const draftProblems = ({ title, description }: ReportDraft): Record<string, string> => ({
  ...(title.trim() === '' ? { title: 'Title is required' } : {}),
  ...(description.trim() === '' ? { description: 'Description is required' } : {}),
});

export const valuesOf = (draft: ReportDraft): Omit<NewIssue, 'id'> => ({
  title: draft.title.trim(),
  description: draft.description,
  type: draft.type,
  severity: draft.severity,
  path: draft.path,
  ...(draft.assignee.assignee ? { assignee: draft.assignee.assignee } : {}),
  labels: draft.labels,
  context: draft.context,
});
