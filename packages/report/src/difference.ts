import type { Evidence } from './evidence.js';

/** What happened to one thing between two versions. */
export interface Difference {
  /** Such as `Feature`. */
  kind: string;
  id: string;
  name: string;
  change: 'added' | 'removed' | 'changed';
  /** Of a change, or of a text that was added or removed; in alphabetical order. */
  fields: FieldChange[];
}

export interface FieldChange {
  /** Path within the thing: `determination.kind`. */
  field: string;
  /** Empty: absent. */
  from: string;
  to: string;
}

interface Thing {
  id: string;
  name: string;
  value: object;
}

interface ThingSet {
  kind: string;
  /** Whether additions and removals show their fields: the name alone does not say them. */
  isShownWhole?: boolean;
  things: (evidence: Evidence) => Thing[];
}

/** In the order of a report; each thing is compared with the one of its id. */
const SETS: readonly ThingSet[] = [
  { kind: 'Project', things: ({ project }) => [{ id: project.id, name: project.title, value: project }] },
  {
    kind: 'Assessment',
    things: ({ assessment: { components, ...value } }) => [{ id: 'assessment', name: value.standard, value }],
  },
  {
    kind: 'Component',
    things: ({ assessment }) => assessment.components.map((value) => ({ id: value.kind, name: value.kind, value })),
  },
  {
    kind: 'Boundary',
    things: ({ boundary }) => (boundary ? [{ id: 'boundary', name: 'Boundary', value: boundary }] : []),
  },
  { kind: 'Feature', things: ({ features }) => features.map((value) => ({ id: value.id, name: value.name, value })) },
  {
    kind: 'Mention',
    things: ({ mentions }) => mentions.map((value) => ({ id: value.id, name: value.narrative, value })),
  },
  {
    kind: 'Mark',
    things: ({ annotations }) => annotations.map((value) => ({ id: value.id, name: value.label, value })),
  },
  {
    kind: 'Figure',
    things: ({ figures, annotations }) =>
      figures.map((value) => ({
        ...{ id: value.annotation_id, value },
        name: value.caption ?? annotations.find(({ id }) => id === value.annotation_id)?.label ?? '',
      })),
  },
  { kind: 'Source', things: ({ documents }) => documents.map((value) => ({ id: value.id, name: value.title, value })) },
  {
    kind: 'Sheet',
    things: ({ pages, documents }) =>
      pages.map((value) => ({
        ...{ id: value.id, value },
        name: `${documents.find(({ id }) => id === value.document_id)?.title ?? ''}, page ${value.page_number}`,
      })),
  },
  { kind: 'Visit', things: ({ visits }) => visits.map((value) => ({ id: value.id, name: value.date, value })) },
  {
    kind: 'Photograph',
    things: ({ photographs }) => photographs.map((value) => ({ id: value.id, name: value.caption, value })),
  },
  {
    kind: 'Record',
    things: ({ records }) => (records?.hits ?? []).map((value) => ({ id: value.id, name: value.name, value })),
  },
  {
    kind: 'Agency list',
    things: ({ records }) => (records?.lists ?? []).map((value) => ({ id: value.list, name: value.title, value })),
  },
  {
    kind: 'Agency request',
    things: ({ agency_requests: requests = [] }) =>
      // the days of a waiting one grow from version to version
      requests.map(({ days: _, ...value }) => ({ id: value.id, name: value.agency, value })),
  },
  {
    kind: 'Interview',
    things: ({ interviews = [] }) =>
      interviews.map((value) => ({ id: value.id, name: `${value.role}: ${value.person}`, value })),
  },
  {
    kind: 'Answers of the user',
    things: ({ user_answers: sets = [] }) =>
      sets.map((value) => ({ id: value.id, name: `${value.name}, ${value.date}`, value })),
  },
  {
    kind: 'Lien search',
    things: ({ lien_searches: searches = [] }) =>
      searches.map((value) => ({ id: value.id, name: `${value.searched_by}, ${value.date}`, value })),
  },
  {
    kind: 'Coverage',
    things: ({ coverage: { rows, decades } }) =>
      rows.map((row) => ({
        id: `${row.source} ${row.area}`,
        name: `${row.source}, ${row.area}`,
        value: Object.fromEntries(row.cells.map((cell, at) => [`${decades[at] ?? at}s`, cell])),
      })),
  },
  { kind: 'Data gap', things: ({ gaps }) => gaps.map((value) => ({ id: value.id, name: value.title, value })) },
  {
    kind: 'Text',
    isShownWhole: true,
    things: ({ sections }) =>
      sections.map((value) => ({ id: value.key, name: value.key, value: textsOf(value.paragraphs) })),
  },
  {
    kind: 'Conclusions',
    things: ({ conclusions }) => [{ id: 'conclusions', name: 'Conclusions', value: conclusions }],
  },
  {
    kind: 'Declaration',
    things: ({ declaration }) => [{ id: 'declaration', name: 'Declaration', value: declaration }],
  },
];

const textsOf = (paragraphs: readonly { text: string }[]): object => ({
  text: paragraphs.map(({ text }) => text).join('\n\n'),
});

/** What changed from one version to another: one entry for each thing added, removed or changed; none if nothing. */
export function difference(from: Evidence, to: Evidence): Difference[] {
  const differences = SETS.flatMap((set) => differenceOf(set, set.things(from), set.things(to)));
  const mentions = new Set(differences.filter(({ kind }) => kind === 'Mention').map(({ id }) => id));
  const marks = marksOf(mentions, from, to);
  return differences.filter(({ kind, id, change }) => kind !== 'Mark' || change === 'changed' || !marks.has(id));
}

/** Marks that came or left with one of these mentions, whose entry covers them; an accepted proposal gets a copy. */
function marksOf(mentions: ReadonlySet<string>, from: Evidence, to: Evidence): Set<string> {
  const marks = (evidence: Evidence) =>
    new Map(evidence.mentions.map(({ id, annotation_id: mark = '' }) => [id, mark] as const));
  const [before, after] = [marks(from), marks(to)];
  // a mention that only lost its mark does not name it
  const covering = [...mentions].filter((id) => !before.has(id) || after.get(id) !== '');
  return new Set(covering.flatMap((id) => [before.get(id) ?? '', after.get(id) ?? '']));
}

function differenceOf(set: ThingSet, from: readonly Thing[], to: readonly Thing[]): Difference[] {
  const { kind, isShownWhole = false } = set;
  const before = new Map(from.map((thing) => [thing.id, thing]));
  const after = new Set(to.map(({ id }) => id));
  const kept = to.flatMap((thing): Difference[] => {
    const { id, name } = thing;
    const previous = before.get(id);
    if (!previous)
      return [{ kind, id, name, change: 'added', fields: isShownWhole ? changedFields({}, thing.value) : [] }];
    const fields = changedFields(previous.value, thing.value);
    return fields.length > 0 ? [{ kind, id, name, change: 'changed', fields }] : [];
  });
  const removed = from
    .filter(({ id }) => !after.has(id))
    .map(({ id, name, value }): Difference => ({
      ...{ kind, id, name, change: 'removed' },
      fields: isShownWhole ? changedFields(value, {}) : [],
    }));
  return [...kept, ...removed];
}

function changedFields(from: object, to: object): FieldChange[] {
  const [before, after] = [flatten(from), flatten(to)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .map((field) => ({ field, from: before.get(field) ?? '', to: after.get(field) ?? '' }))
    .filter((change) => change.from !== change.to);
}

/** Values by path; lists as JSON. */
function flatten(value: object, path = '', into = new Map<string, string>()): Map<string, string> {
  for (const [key, field] of Object.entries(value) as [string, unknown][]) {
    const here = path === '' ? key : `${path}.${key}`;
    if (Array.isArray(field)) into.set(here, field.length > 0 ? JSON.stringify(field) : '');
    else if (typeof field === 'object' && field !== null) flatten(field, here, into);
    else if (field !== undefined) into.set(here, typeof field === 'string' ? field : JSON.stringify(field));
  }
  return into;
}
