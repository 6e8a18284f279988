/** An issue, as `GET /api/public/issues` serves it (DATA-23). */
export interface Issue {
  id: string;
  title: string;
  /** Markdown. */
  description: string;
  /** `bug`, `improvement` or `feature_request` (DATA-24). */
  type: string;
  /** `s0` (worst) to `s4` (DATA-24). */
  severity: string;
  /** `open`, `in_progress`, `deployed` or `closed` (DATA-24). */
  status: string;
  /** Id of the user who is at it; null for nobody. */
  assignee: string | null;
  /** Empty when nobody is assigned, or when that user has no name. */
  assignee_name: string;
  reporter_name: string;
  /** Path of the page where it was reported. */
  path: string;
  created_at: string;
  updated_at: string;
}

const TYPE_LABELS: Readonly<Record<string, string>> = {
  bug: 'Bug',
  improvement: 'Improvement',
  feature_request: 'Feature Request',
};

const SEVERITY_LABELS: Readonly<Record<string, string>> = {
  s0: 'S0 - Critical',
  s1: 'S1 - High',
  s2: 'S2 - Medium',
  s3: 'S3 - Low',
  s4: 'S4 - Trivial',
};

const STATUS_LABELS: Readonly<Record<string, string>> = {
  open: 'Open',
  in_progress: 'In Progress',
  deployed: 'Deployed',
  closed: 'Closed',
};

/** Label of a type (OP-38); the value itself for one this version does not know. */
export const issueTypeLabel = (type: string): string => TYPE_LABELS[type] ?? type;

/** Label of a severity (OP-38); the value itself for one this version does not know. */
export const severityLabel = (severity: string): string => SEVERITY_LABELS[severity] ?? severity;

/** Label of a status (ISSUE-08); the value itself for one this version does not know. */
export const issueStatusLabel = (status: string): string => STATUS_LABELS[status] ?? status;

/** Who is at it, in words: nobody is `Unassigned` (ISSUE-03), a user without a name is still somebody. */
export const assigneeLabel = ({ assignee, assignee_name }: Pick<Issue, 'assignee' | 'assignee_name'>): string =>
  assignee ? assignee_name.trim() || 'Unnamed user' : 'Unassigned';

/** Longest text of a clipped description, in characters: more than two lines of the widest table hold. */
const EXCERPT_LENGTH = 240;

/**
 * The beginning of a Markdown text as one line of plain words: in a list its marks would be noise, and its headings and
 * pictures too large. Ends in `…` when there is more.
 */
export function excerpt(markdown: string): string {
  const words = markdown
    .replace(/^\s*(?:```|~~~).*$/gm, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    // a heading runs on into what it is about: `Steps: open a sheet`
    .replace(/^ {0,3}#{1,6}\s+(.*?)[\s#]*$/gm, (_line, heading: string) =>
      /[.:!?]$/.test(heading) ? heading : `${heading}:`,
    )
    .replace(/^\s{0,3}(?:>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?)/gm, '')
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, ' ')
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
    // single marks only around whole words: snake_case and 2 * 3 stay as they are
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]*[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= EXCERPT_LENGTH) return words;
  const cut = words.slice(0, EXCERPT_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > 0 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
