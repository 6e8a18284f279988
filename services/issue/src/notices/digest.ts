/** Builds one mail per person about changes of issues, and mentions and assignments of evidence. */
import { escapeHtml, type Mail } from '@symbio/mail';
import { cleanText } from '@symbio/runtime';
import { ISSUE_SEVERITY_LABELS, ISSUE_STATUS_LABELS, ISSUE_TYPE_LABELS, labelIn } from '@symbio/proto/labels';
import type { NoticeChange, NoticeRow } from '../model.js';

export interface DigestLinks {
  issue: (key: string) => string;
  page: (path: string) => string;
  unfollow: (issueId: string) => string;
}

type NoticeContent = Pick<NoticeRow, 'issueId' | 'key' | 'title' | 'by' | 'changes' | 'at' | 'path'>;

const MAX_QUOTE = 600;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
/** Clients on Windows send CRLF, whose halves would each begin a quoted line. */
function excerpt(given: string): string {
  const text = cleanText(given);
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).trimEnd()}…` : text;
}
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Escapes user text, keeping line breaks. */
const escaped = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** Labels of vocabulary values such as `in_progress`, `s2`. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: ISSUE_STATUS_LABELS,
  type: ISSUE_TYPE_LABELS,
  severity: ISSUE_SEVERITY_LABELS,
};

/** Displayed value; empty for none. */
function displayed(field: string, value: string): string {
  const labels = LABELS[field];
  return labels && value ? labelIn(labels, value) : inOneLine(value);
}

/** Change as a sentence without subject, and the text quoted below it. */
function sentence({ field, from, to }: NoticeChange): { says: string; quotes?: string } {
  switch (field) {
    case 'created':
      return { says: 'reported it', quotes: excerpt(to) };
    case 'deleted':
      return { says: 'deleted it' };
    case 'restored':
      return { says: 'brought it back' };
    case 'mention':
      return { says: 'mentioned you', quotes: excerpt(to) };
    case 'assignment':
      return { says: 'assigned this to you' };
    case 'comment':
      return { says: 'wrote', quotes: excerpt(to) };
    case 'description':
      return { says: 'changed the description', quotes: excerpt(to) };
    case 'screenshots':
    case 'links':
    case 'labels':
      return { says: `changed its ${field}: ${inOneLine(to || 'none')}` };
    default:
      return {
        says: `set its ${field} to ${displayed(field, to) || 'none'}${from ? ` (was ${displayed(field, from)})` : ''}`,
      };
  }
}

/** In order of each issue's first change. */
function byIssue(notices: readonly NoticeContent[]): NoticeContent[][] {
  const issues = new Map<string, NoticeContent[]>();
  for (const notice of [...notices].sort((one, other) => one.at.getTime() - other.at.getTime()))
    issues.set(notice.issueId, [...(issues.get(notice.issueId) ?? []), notice]);
  return [...issues.values()];
}

/** @param notices at least one, all of one person */
export function digest(notices: readonly NoticeContent[], links: DigestLinks): Mail {
  const issues = byIssue(notices);
  const newest = (of: readonly NoticeContent[]): NoticeContent => of[of.length - 1]!;
  const [first = []] = issues;
  const changes = notices.reduce((sum, { changes: some }) => sum + some.length, 0);
  const subject =
    issues.length === 1
      ? subjectOf(newest(first))
      : notices.some(({ path }) => path)
        ? `${counted(changes, 'notice', 'notices')} about ${issues.length} subjects`
        : `${counted(changes, 'change', 'changes')} in ${counted(issues.length, 'issue', 'issues')}`;
  const text = issues.map((of) => textOf(of, newest(of), links)).join('\n\n\n');
  const html = issues.map((of) => htmlOf(of, newest(of), links)).join('');
  return {
    subject,
    text: `${text}\n`,
    html: `<div style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#242424">${html}</div>`,
  };
}

const subjectOf = ({ key, title, path, by, changes }: NoticeContent): string =>
  path ? `${by} ${sentence(changes[0]!).says}: ${inOneLine(title)}` : `[${key}] ${inOneLine(title)}`;

/** Evidence cannot be followed, so its mail has no link to stop it. */
const stopLink = ({ issueId, path }: NoticeContent, links: DigestLinks): string | undefined =>
  path ? undefined : links.unfollow(issueId);

const pageOf = ({ key, path }: NoticeContent, links: DigestLinks): string =>
  path ? links.page(path) : links.issue(key);

function textOf(notices: readonly NoticeContent[], subject: NoticeContent, links: DigestLinks): string {
  const { key, title } = subject;
  const stop = stopLink(subject, links);
  const lines = notices.flatMap(({ by, changes }) =>
    changes.map((change) => {
      const { says, quotes } = sentence(change);
      const quoted = quotes ? `:\n${quotes.replace(/^/gm, '  > ')}` : '';
      return `- ${by} ${says}${quoted}`;
    }),
  );
  return [
    `${key} ${inOneLine(title)}`.trim(),
    pageOf(subject, links),
    '',
    ...lines,
    ...(stop ? ['', `Stop mail about ${key}: ${stop}`] : []),
  ].join('\n');
}

function htmlOf(notices: readonly NoticeContent[], subject: NoticeContent, links: DigestLinks): string {
  const { key, title } = subject;
  const stop = stopLink(subject, links);
  const page = escaped(pageOf(subject, links));
  const items = notices.flatMap(({ by, changes }) =>
    changes.map((change) => {
      const { says, quotes } = sentence(change);
      const quoted = quotes
        ? `<blockquote style="margin:4px 0 0;padding-left:12px;border-left:3px solid #d1d1d1;color:#424242">${escaped(quotes)}</blockquote>`
        : '';
      return `<li><b>${escaped(by)}</b> ${escaped(says)}${quoted}</li>`;
    }),
  );
  return [
    key
      ? `<h2 style="font-size:16px;margin:24px 0 8px"><a href="${page}">${escaped(key)}</a> ${escaped(inOneLine(title))}</h2>`
      : `<h2 style="font-size:16px;margin:24px 0 8px"><a href="${page}">${escaped(inOneLine(title))}</a></h2>`,
    `<ul style="padding-left:20px;margin:0">${items.join('')}</ul>`,
    stop
      ? `<p style="font-size:12px;color:#616161"><a href="${escaped(stop)}">Stop mail about ${escaped(key)}</a></p>`
      : '',
  ].join('');
}
