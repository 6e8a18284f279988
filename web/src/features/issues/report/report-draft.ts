import type { IssueSeverity } from '@symbio/proto/issue/vocabulary';
import type { ContextEntry, IssueSummary } from '../issue-records.js';
import { NOBODY, type Assignee } from '../parts/assignee-field.js';
import { graphemes } from '../parts/graphemes.js';
import type { NewIssue, Suggestion } from './report-api.js';
import type { Place } from './report-context.js';

/** What somebody is about to report, as far as they are with it. */
export interface ReportDraft extends Suggestion {
  step: 'describe' | 'details';
  /** What they wrote on the first step. */
  words: string;
  /** What became of which words on the way to the second step; what differs from it somebody has changed by hand. */
  suggested?: Suggestion & { words: string };
  severity: IssueSeverity;
  assignee: Assignee;
  labels: string[];
  path: string;
  context: ContextEntry[];
  /** The id that was sent, and what with it: the same again makes no second issue. */
  sent?: { id: string; values: string };
  /** The issue, once there is one: only its screenshots are left to do. */
  issue?: Pick<IssueSummary, 'id' | 'key'>;
}

/** Fewest characters of a description (CONST-21). */
const MIN_WORDS = 10;
/** Characters of the words that become the title when nobody makes a better one (ISSUE-26, CONST-21). */
const MANUAL_TITLE = 50;

export const freshDraft = (place: Place): ReportDraft => ({
  step: 'describe',
  words: '',
  title: '',
  description: '',
  type: 'bug',
  severity: 's2',
  assignee: NOBODY,
  labels: [],
  ...place,
});

/** Whether there is something in it that somebody would miss; an issue that is made is safe. */
export const isTyped = ({ step, words, issue }: ReportDraft): boolean =>
  !issue && (step === 'details' || words.trim() !== '');

/** Why the words of the first step do not do; undefined when they do (ISSUE-23). */
export const wordsRefusal = (words: string): string | undefined =>
  graphemes(words.trim()) < MIN_WORDS ? 'Please describe the issue in at least 10 characters' : undefined;

/** The issue as somebody described it, without help (ISSUE-26). */
export function manualSuggestion(words: string): Suggestion {
  const characters = [...new Intl.Segmenter('en').segment(words.trim())].map(({ segment }) => segment);
  // a title is one line
  const title = characters.slice(0, MANUAL_TITLE).join('').replace(/\s/g, ' ');
  return { title: characters.length > MANUAL_TITLE ? `${title}...` : title, description: words, type: 'bug' };
}

/** The draft on its second step. What somebody has changed by hand on an earlier visit stays as it is. */
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

/** Messages by field of the second step; empty when it can be sent (ISSUE-28, ISSUE-29). */
export const draftProblems = ({ title, description }: ReportDraft): Record<string, string> => ({
  ...(title.trim() === '' ? { title: 'Title is required' } : {}),
  ...(description.trim() === '' ? { description: 'Description is required' } : {}),
});

/** What is sent of a draft, but for the id. */
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
