/** Changes of site visits that wait on this device, and how they are shown and merged. */
import { withEntry, type ChecklistEntry } from '../checklist/checklist.js';
import type { VisitPhoto } from '../photos/photo-records.js';
import { fieldsOf, formOf, type VisitFields } from '../visit-form.js';
import { DEFAULT_VISIT_TIME, type SiteVisit } from '../visit-status.js';

/** Absent: unchanged; null: removed. */
export interface PhotoValues {
  caption?: string;
  view_direction?: string | null;
  feature_id?: string | null;
}

export type Change =
  | { kind: 'creation'; fields: VisitFields }
  /** `base`: what the person changed; `seen`: its version, absent for an unsent visit. */
  | { kind: 'update'; fields: VisitFields; base: VisitFields; seen?: string | undefined }
  | { kind: 'answer'; entry: ChecklistEntry; base: ChecklistEntry | null }
  | { kind: 'photo'; photoId: string; values: PhotoValues };

export type Problem =
  | { kind: 'refused'; message: string }
  /** Changed by another person since; null: the answer was removed. */
  | { kind: 'visit'; theirs: VisitFields; seen: string }
  | { kind: 'answer'; theirs: ChecklistEntry | null };

export interface Unsent {
  /** Also its Idempotency-Key. */
  id: string;
  owner: string;
  projectId: string;
  visitId: string;
  /** When it was made, milliseconds since 1970. */
  at: number;
  /** Counts edits before it is sent. */
  version: number;
  change: Change;
  problem?: Problem | undefined;
}

export type Draft = Pick<Unsent, 'projectId' | 'visitId' | 'change'>;

const targetOf = ({ visitId, change }: Draft): string =>
  [
    visitId,
    change.kind,
    ...(change.kind === 'answer' ? [change.entry.item] : []),
    ...(change.kind === 'photo' ? [change.photoId] : []),
  ].join(' ');

/** Change that a second one replaces. A creation may have arrived, so it is never replaced. */
export const replaced = (known: readonly Unsent[], draft: Draft): Unsent | undefined =>
  draft.change.kind === 'creation' ? undefined : known.find((entry) => targetOf(entry) === targetOf(draft));

/** Based on what the first one was based on. */
export function combined(first: Change, second: Change): Change {
  if (first.kind === 'update' && second.kind === 'update') return { ...first, fields: second.fields };
  if (first.kind === 'answer' && second.kind === 'answer') return { ...first, entry: second.entry };
  if (first.kind === 'photo' && second.kind === 'photo')
    return { ...first, values: { ...first.values, ...second.values } };
  return second;
}

/** An edit made while the change before it was sent. */
export function rebased(edit: Change, sent: Change, seen: string): Change {
  if (edit.kind === 'update' && sent.kind === 'update') return { ...edit, base: sent.fields, seen: seen || edit.seen };
  if (edit.kind === 'answer' && sent.kind === 'answer') return { ...edit, base: sent.entry };
  return edit;
}

export const fieldsOfVisit = (visit: SiteVisit): VisitFields =>
  fieldsOf(formOf(visit, { now: new Date(0), userId: '' }), visit.photos);

type FieldName = keyof VisitFields;
const NAMES: readonly FieldName[] = [
  'visit_date',
  'visit_time',
  'access_granted',
  'access_notes',
  'findings',
  'photos',
  'weather_conditions',
  'investigator_id',
];
/** Of two answers; one without answer and note is none. */
export const isSameAnswer = (one: ChecklistEntry | null, other: ChecklistEntry | null): boolean =>
  (one?.answer ?? null) === (other?.answer ?? null) && (one?.note ?? '').trim() === (other?.note ?? '').trim();

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that both changed, differently. */
export const conflictsBetween = (base: VisitFields, mine: VisitFields, theirs: VisitFields): FieldName[] =>
  NAMES.filter(
    (name) => !isSame(mine[name], theirs[name]) && !isSame(mine[name], base[name]) && !isSame(theirs[name], base[name]),
  );

/** Their values where this person changed nothing. */
export const mergedFields = (base: VisitFields, mine: VisitFields, theirs: VisitFields): VisitFields =>
  Object.fromEntries(
    NAMES.map((name) => [name, isSame(mine[name], base[name]) ? theirs[name] : mine[name]]),
  ) as unknown as VisitFields;

/** As the server lists them: newest visit first. */
const sortKey = ({ visit_date: date, visit_time: time }: SiteVisit): string =>
  `${date.slice(0, 10)}T${time ?? DEFAULT_VISIT_TIME}`;

const withFields = (visit: SiteVisit, fields: VisitFields, nameOf: (id: string) => string | null): SiteVisit => ({
  ...visit,
  ...fields,
  photos: [...fields.photos],
  investigator: fields.investigator_id ? { name: nameOf(fields.investigator_id) } : null,
});

/** Visits as they will be. @param nameOf of an investigator */
export function withUnsent(
  visits: readonly SiteVisit[],
  entries: readonly Unsent[],
  nameOf: (id: string) => string | null,
): SiteVisit[] {
  const created = entries.flatMap(({ visitId, projectId, change }): SiteVisit[] => {
    if (change.kind !== 'creation' || visits.some(({ id }) => id === visitId)) return [];
    const empty = {
      id: visitId,
      project_id: projectId,
      updated_at: '',
      investigator: null,
      ...change.fields,
      photos: [],
    };
    return [withFields(empty, change.fields, nameOf)];
  });
  const shown = [...created, ...visits].map((visit) =>
    entries.reduce((known, { visitId, change }) => {
      if (visitId !== known.id) return known;
      if (change.kind === 'update') return withFields(known, change.fields, nameOf);
      return change.kind === 'answer' ? { ...known, checklist: withEntry(known.checklist ?? [], change.entry) } : known;
    }, visit),
  );
  return created.length === 0 ? shown : shown.sort((a, b) => sortKey(b).localeCompare(sortKey(a)));
}

export const withUnsentValues = (photos: readonly VisitPhoto[], entries: readonly Unsent[]): VisitPhoto[] =>
  photos.map((photo) =>
    entries.reduce(
      (known, { change }) =>
        change.kind === 'photo' && change.photoId === known.id ? { ...known, ...change.values } : known,
      photo,
    ),
  );
