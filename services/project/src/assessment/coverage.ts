/** What sources cover by people's statements, and gaps in the data. */
import {
  conflict,
  isId,
  newId,
  notFound,
  personsKeyOf,
  refuseFields,
  refuseStale,
  unlessNotFound,
  type Actor,
  type Clock,
} from '@symbio/runtime';
import { idTaken } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import { COVERAGE_SOURCES, isCoverageSource, isDocumentCategory } from '@symbio/proto/document/vocabulary';
import { MAX_COVERAGE_NOTE, MAX_COVERAGE_OVERRIDES, MAX_GAPS, MAX_GAP_TEXT } from '@symbio/proto/limits';
import {
  projectEvents,
  type Coverage as CoverageMessage,
  type CoverageStatement,
  type CreateGapRequest,
  type Gap,
  type GapValues,
  type SaveCoverageRequest,
  type SupersededCoverage,
  type UpdateGapRequest,
} from '@symbio/proto/project';
import {
  COVERAGE_AREAS,
  COVERAGE_STATES,
  GAP_KINDS,
  isCoverageArea,
  isCoverageState,
  isGapKind,
} from '@symbio/proto/project/vocabulary';
import type { Access } from '../access.js';
import { projectEvent } from '../events.js';
import { isYear, YEARS } from '../recorded/years.js';
import { byOf } from '../people.js';
import type { ProjectRepository } from '../repository.js';
import type { StoredCoverage, StoredFirstUse, StoredGap, StoredOverride, StoredSuperseded } from './coverage-model.js';

export interface CoverageDeps {
  repository: Pick<ProjectRepository, 'change' | 'coverage' | 'idWithGap'>;
  access: Pick<Access, 'require'>;
  clock: Clock;
}

/** Replaced or removed records that are kept: a row has at most 16 MB. */
const MAX_HISTORY = 100;
const NOTHING: StoredCoverage = { overrides: [], gaps: [], history: [] };
const REASON = 'A reason is needed.';

const gapMessage = (projectId: string, gap: StoredGap): Gap => ({ projectId, ...gap, significant: gap.significant });

function supersededMessage(projectId: string, one: StoredSuperseded): SupersededCoverage {
  const { override, firstUse, gap, ...about } = one;
  const record: SupersededCoverage['record'] = gap
    ? { $case: 'gap', value: gapMessage(projectId, gap) }
    : firstUse
      ? { $case: 'firstUse', value: firstUse }
      : override && { $case: 'override', value: override };
  return { ...about, record };
}

const coverageMessage = (projectId: string, stored: StoredCoverage): CoverageMessage => ({
  ...{ projectId, overrides: stored.overrides, firstUse: stored.firstUse, updatedAt: stored.updatedAt },
  gaps: stored.gaps.map((gap) => gapMessage(projectId, gap)),
  history: stored.history.map((one) => supersededMessage(projectId, one)),
});

const isLonger = (text: string, most: number): boolean => [...text].length > most;

type Stated = Omit<StoredOverride, 'byId' | 'byName' | 'at'>;
type GivenFirstUse = Pick<StoredFirstUse, 'year' | 'note'>;

const placeOf = ({ source, decade, area }: Pick<Stated, 'source' | 'decade' | 'area'>): string =>
  [source, decade, area].join();

/** @throws AppError INVALID_ARGUMENT */
function checkedOverrides(overrides: readonly CoverageStatement[]): Stated[] {
  const fields: Record<string, string> = {};
  const stated = overrides.flatMap(({ source, decade, area, state, note: given }): Stated[] => {
    const note = given.trim();
    if (!isCoverageSource(source)) fields.source = `source must be one of ${COVERAGE_SOURCES.join(', ')}`;
    if (decade % 10 !== 0 || !isYear(decade)) fields.decade = 'decade must be the first year of a decade, such as 1920';
    if (note === '') fields.note = REASON;
    if (isLonger(note, MAX_COVERAGE_NOTE)) fields.note = `A note must have at most ${MAX_COVERAGE_NOTE} characters.`;
    if (!isCoverageArea(area)) fields.area = `area must be one of ${COVERAGE_AREAS.join(', ')}`;
    if (!isCoverageState(state)) fields.state = `state must be one of ${COVERAGE_STATES.join(', ')}`;
    return isCoverageArea(area) && isCoverageState(state) ? [{ source, decade, area, state, note }] : [];
  });
  if (overrides.length > MAX_COVERAGE_OVERRIDES)
    fields.overrides = `State at most ${MAX_COVERAGE_OVERRIDES} decades of sources.`;
  if (new Set(stated.map(placeOf)).size < stated.length)
    fields.overrides = 'Each source, decade and area can be stated once.';
  refuseFields(fields);
  return stated;
}

/** @throws AppError INVALID_ARGUMENT */
function checkedFirstUse({ firstUseYear: year, firstUseNote }: SaveCoverageRequest): GivenFirstUse | undefined {
  if (year === 0) return undefined;
  const note = firstUseNote.trim();
  refuseFields({
    ...(isYear(year) ? {} : { first_use: `The year must be from ${YEARS}.` }),
    ...(note === '' ? { first_use: REASON } : {}),
    ...(isLonger(note, MAX_COVERAGE_NOTE)
      ? { first_use: `A note must have at most ${MAX_COVERAGE_NOTE} characters.` }
      : {}),
  });
  return { year, note };
}

type CheckedGap = Omit<StoredGap, 'id' | 'byId' | 'byName' | 'createdAt' | 'updatedAt'>;

/** @throws AppError INVALID_ARGUMENT */
function checkedGap(gap: GapValues | undefined): CheckedGap {
  const { kind = '', fromYear = 0, toYear = 0, area = '', source = '', significant } = gap ?? {};
  const texts = { tried: gap?.tried.trim() ?? '', reason: gap?.reason.trim() ?? '', effect: gap?.effect.trim() ?? '' };
  const tooLong = Object.entries(texts).filter(([, text]) => isLonger(text, MAX_GAP_TEXT));
  const isEnd = toYear === 0 || (isYear(toYear) && toYear >= fromYear);
  refuseFields({
    ...(isGapKind(kind) ? {} : { kind: `kind must be one of ${GAP_KINDS.join(', ')}` }),
    ...(fromYear === 0 || isYear(fromYear) ? {} : { from: `from must be a year from ${YEARS}` }),
    ...(isEnd ? {} : { to: 'to must be a year, not before from' }),
    ...(area === '' || isCoverageArea(area) ? {} : { area: `area must be one of ${COVERAGE_AREAS.join(', ')}` }),
    ...(source === '' || isDocumentCategory(source) ? {} : { source: 'source must be a category of documents' }),
    ...Object.fromEntries(tooLong.map(([field]) => [field, `${field} must have at most ${MAX_GAP_TEXT} characters`])),
  });
  return {
    ...{ kind: isGapKind(kind) ? kind : 'source', fromYear, toYear, source, ...texts },
    area: isCoverageArea(area) ? area : '',
    ...(significant !== undefined && { significant }),
  };
}

const sameGap = (one: CheckedGap, other: CheckedGap): boolean =>
  (['kind', 'fromYear', 'toYear', 'area', 'source', 'tried', 'significant', 'reason', 'effect'] as const).every(
    (field) => one[field] === other[field],
  );

type Replaced = Pick<StoredSuperseded, 'override' | 'firstUse' | 'gap'>;

export function createCoverage({ repository, access, clock }: CoverageDeps) {
  const superseding = (history: readonly StoredSuperseded[], replaced: readonly Replaced[], actor: Actor) =>
    [...history, ...replaced.map((one) => ({ id: newId(), ...one, ...byOf(actor), at: clock.now() }))].slice(
      -MAX_HISTORY,
    );

  /** @throws AppError NOT_FOUND */
  async function change(
    { actor }: CallContext,
    projectId: string,
    decide: (before: StoredCoverage) => { after: Partial<StoredCoverage>; replaced?: readonly Replaced[] } | undefined,
  ): Promise<StoredCoverage> {
    const row = await repository.change(
      projectId,
      actor,
      ({ coverage: before = NOTHING }) => {
        const decided = decide(before);
        if (!decided) return undefined;
        const history = superseding(before.history, decided.replaced ?? [], actor);
        return { coverage: { ...before, ...decided.after, history }, viaKey: personsKeyOf(actor) };
      },
      (after) => [projectEvent(projectEvents.changed, after)],
    );
    if (!row) throw notFound('Project');
    return row.coverage ?? NOTHING;
  }

  /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
  async function projectOfGap(context: CallContext, id: string): Promise<string> {
    const projectId = await repository.idWithGap(id);
    if (projectId === undefined) throw notFound('Gap');
    // as a missing one, where the project is not visible
    if (!(await unlessNotFound(access.require(context, projectId, 'change the coverage')))) throw notFound('Gap');
    return projectId;
  }

  const found = (projectId: string, { gaps }: StoredCoverage, id: string): Gap => {
    const gap = gaps.find((one) => one.id === id);
    if (!gap) throw notFound('Gap');
    return gapMessage(projectId, gap);
  };

  return {
    /** @throws AppError NOT_FOUND */
    async get(projectId: string, context: CallContext): Promise<CoverageMessage> {
      await access.require(context, projectId, 'read the project');
      return coverageMessage(projectId, (await repository.coverage(projectId)) ?? NOTHING);
    },

    /**
     * Replaces all overrides and the first use. Unchanged ones keep their author.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED `stale`
     */
    async save(request: SaveCoverageRequest, context: CallContext): Promise<CoverageMessage> {
      const { projectId, overrides, expectedUpdatedAt } = request;
      await access.require(context, projectId, 'change the coverage');
      const [stated, given] = [checkedOverrides(overrides), checkedFirstUse(request)];
      const after = await change(context, projectId, (before) => {
        const by = { ...byOf(context.actor), at: clock.now() };
        const next = stated.map(
          (one) =>
            before.overrides.find(
              (old) => placeOf(old) === placeOf(one) && old.state === one.state && old.note === one.note,
            ) ?? { ...one, ...by },
        );
        const old = before.firstUse;
        const firstUse = old?.year === given?.year && old?.note === given?.note ? old : given && { ...given, ...by };
        const replaced = [
          ...before.overrides.filter((one) => !next.includes(one)).map((override) => ({ override })),
          ...(old && old !== firstUse ? [{ firstUse: old }] : []),
        ];
        const isSame = replaced.length === 0 && next.length === before.overrides.length && firstUse === old;
        if (isSame) return undefined;
        if (before.updatedAt) refuseStale('The coverage', { updatedAt: before.updatedAt }, expectedUpdatedAt);
        return { after: { overrides: next, firstUse, updatedAt: by.at }, replaced };
      });
      return coverageMessage(projectId, after);
    },

    /** Idempotent by id. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async createGap({ id: given, projectId, values: stated }: CreateGapRequest, context: CallContext): Promise<Gap> {
      await access.require(context, projectId, 'change the coverage');
      const values = checkedGap(stated);
      refuseFields(given && !isId(given) ? { id: 'id must be a UUID' } : {});
      const id = given || newId();
      const owner = await repository.idWithGap(id);
      if (owner !== undefined && owner !== projectId) throw idTaken('A gap');
      const after = await change(context, projectId, ({ gaps }) => {
        const existing = gaps.find((one) => one.id === id);
        if (existing && !sameGap(existing, values)) throw idTaken('A gap');
        if (existing) return undefined;
        if (gaps.length >= MAX_GAPS) throw conflict('too_many_gaps', `A project has at most ${MAX_GAPS} gaps.`);
        const at = clock.now();
        return {
          after: { gaps: [...gaps, { id, ...values, ...byOf(context.actor), createdAt: at, updatedAt: at }] },
        };
      });
      return found(projectId, after, id);
    },

    /** Unchanged values publish nothing. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async updateGap({ id, values: stated, expectedUpdatedAt }: UpdateGapRequest, context: CallContext): Promise<Gap> {
      const projectId = await projectOfGap(context, id);
      const values = checkedGap(stated);
      const after = await change(context, projectId, ({ gaps }) => {
        const old = gaps.find((one) => one.id === id);
        if (!old) throw notFound('Gap');
        if (sameGap(old, values)) return undefined;
        refuseStale('This gap', old, expectedUpdatedAt);
        const { createdAt } = old;
        const next = { id, ...values, ...byOf(context.actor), createdAt, updatedAt: clock.now() };
        return { after: { gaps: gaps.map((one) => (one.id === id ? next : one)) }, replaced: [{ gap: old }] };
      });
      return found(projectId, after, id);
    },

    /** @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    async deleteGap(id: string, context: CallContext): Promise<void> {
      const projectId = await projectOfGap(context, id);
      await change(context, projectId, ({ gaps }) => {
        const gap = gaps.find((one) => one.id === id);
        if (!gap) throw notFound('Gap');
        return { after: { gaps: gaps.filter((one) => one !== gap) }, replaced: [{ gap }] };
      });
    },
  };
}

export type Coverage = ReturnType<typeof createCoverage>;
