/** Hits of a project's newest search with their decisions, and decided hits that it no longer has. */
import { isId, notFound } from '@symbio/runtime';
import type { StoredHit } from '../hits.js';
import type { ProjectHits } from '../radius/project-hits.js';
import type { RecordsRepository } from '../repository.js';
import { currentDecisions, UNDECIDED, type CurrentDecisions } from './current.js';
import type { DecidedHitRow } from './model.js';
import type { DecisionRepository } from './repository.js';

export interface KnownHit extends Omit<StoredHit, 'certainty'> {
  /** `gone`: decided, but no longer listed. */
  certainty: StoredHit['certainty'] | 'gone';
  decisions: CurrentDecisions;
}

/** Numbers of sites as people joined and split them. */
function withSites(hits: readonly KnownHit[]): KnownHit[] {
  let last = hits.reduce((most, { site }) => Math.max(most, site), 0);
  const numbers = new Map<string, number>();
  return hits.map((hit) => {
    const { site } = hit.decisions;
    if (!site) return hit;
    const id = site.siteId ?? '';
    if (id === '') return { ...hit, site: 0, siteReasons: [] };
    if (!numbers.has(id)) numbers.set(id, (last += 1));
    return { ...hit, site: numbers.get(id) ?? 0, siteReasons: ['person'] };
  });
}

export function withDecisions(hits: readonly StoredHit[], rows: readonly DecidedHitRow[]): KnownHit[] {
  const rowOf = new Map(rows.map((row) => [row._id, row]));
  return withSites(
    hits.map((hit) => {
      const row = rowOf.get(hit.id);
      return { ...hit, decisions: row ? currentDecisions(row, hit) : UNDECIDED };
    }),
  );
}

/** Decided hits that are not among those of a search. */
export function goneHits(hits: readonly StoredHit[], rows: readonly DecidedHitRow[]): KnownHit[] {
  const listed = new Set(hits.map(({ id }) => id));
  return rows
    .filter(({ _id }) => !listed.has(_id))
    .map((row) => ({ ...row.hit, certainty: 'gone' as const, decisions: currentDecisions(row, undefined) }));
}

export interface KnownHitsDeps {
  repository: Pick<RecordsRepository, 'newestSearch'>;
  projectHits: ProjectHits;
  decisions: Pick<DecisionRepository, 'decidedHit' | 'decidedHitsOf'>;
}

export function createKnownHits({ repository, projectHits, decisions }: KnownHitsDeps) {
  async function ofProject(projectId: string): Promise<KnownHit[]> {
    const [search, rows] = await Promise.all([repository.newestSearch(projectId), decisions.decidedHitsOf(projectId)]);
    const { hits } = await projectHits.of(projectId, search, rows);
    return [...withDecisions(hits, rows), ...goneHits(hits, rows)];
  }

  return {
    ofProject,

    /** Project of a hit. @throws AppError NOT_FOUND */
    async projectOf(id: string): Promise<string> {
      const known = isId(id) ? await decisions.decidedHit(id) : undefined;
      const projectId = known?.projectId ?? (isId(id) ? await projectHits.projectOf(id) : undefined);
      if (projectId === undefined) throw notFound('Record');
      return projectId;
    },
  };
}

export type KnownHits = ReturnType<typeof createKnownHits>;
