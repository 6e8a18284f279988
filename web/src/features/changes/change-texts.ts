import type { ChangeGroup, ChangeKind } from './changes-api.js';

const COUNTED: Readonly<Record<ChangeKind, readonly [one: string, many: string]>> = {
  mentioned_you: ['comment that mentions you', 'comments that mention you'],
  assigned_you: ['assigned to you', 'assigned to you'],
  document_added: ['document added', 'documents added'],
  document_read: ['document read', 'documents read'],
  finding_made: ['annotation made', 'annotations made'],
  finding_proposed: ['finding proposed', 'findings proposed'],
  finding_accepted: ['finding accepted', 'findings accepted'],
  finding_rejected: ['finding rejected', 'findings rejected'],
  decision_undone: ['decision undone', 'decisions undone'],
  feature_added: ['feature added', 'features added'],
  commented: ['comment', 'comments'],
  visit_recorded: ['site visit', 'site visits'],
  records_changed: ['change of records', 'changes of records'],
};

/** `3 findings accepted` */
export const countText = (kind: ChangeKind, count: number): string => `${count} ${COUNTED[kind][count === 1 ? 0 : 1]}`;

const things = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

/** What a person did, without the names of the things. */
const DID: Readonly<Record<ChangeKind, (count: number) => string>> = {
  mentioned_you: (n) => (n === 1 ? 'mentioned you on' : `mentioned you ${n} times on`),
  assigned_you: (n) => `assigned ${things(n, 'this', 'findings')} to you:`,
  document_added: (n) => `added ${things(n, 'the document', 'documents:')}`,
  document_read: (n) => (n === 1 ? 'Symbio read the document' : `Symbio read ${n} documents:`),
  finding_made: (n) => `annotated ${things(n, '', 'places:')}`.trimEnd(),
  finding_proposed: (n) => `proposed ${things(n, '', 'findings:')}`.trimEnd(),
  finding_accepted: (n) => `accepted ${things(n, '', 'findings:')}`.trimEnd(),
  finding_rejected: (n) => `rejected ${things(n, '', 'findings:')}`.trimEnd(),
  decision_undone: (n) => (n === 1 ? 'undid the decision about' : `undid ${n} decisions:`),
  feature_added: (n) => `added ${things(n, 'the feature', 'features:')}`,
  commented: (n) => (n === 1 ? 'commented on' : `wrote ${n} comments on`),
  records_changed: (n) => `searched the records again`.concat(n === 1 ? ':' : ` ${n} times:`),
  visit_recorded: (n) => `visited the site on`.concat(n === 1 ? '' : ` ${n} days:`),
};

const who = ({ who: name, via }: ChangeGroup): string => `${name ?? 'Someone'}${via === 'key' ? ' (by API key)' : ''}`;

/** Beginning of a sentence, before the titles. */
export const sentenceOf = (group: ChangeGroup): string =>
  group.kind === 'document_read' ? DID.document_read(group.count) : `${who(group)} ${DID[group.kind](group.count)}`;

/** Things that are not listed by title. */
export const restOf = ({ count, items }: ChangeGroup): number => Math.max(0, count - items.length);
