/** Searches around properties: records within the distance of each of their lists. */
import {
  areaKey,
  cellsWithin,
  LIST_KINDS,
  metresSearched,
  streetKey,
  type SearchDistance as Distance,
  type SearchKind,
  type StoredRecord,
} from '@symbio/agency-lists';
import { prepareBoundary, type Part } from '@symbio/georeference/boundary';
import { creationHash, idTaken } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { ListHitsRequest, ListSearchesRequest, RecordSearch } from '@symbio/proto/records';
import { DISPOSITION_KINDS } from '@symbio/proto/records/vocabulary';
import { pagedList, type CallContext, type Client, type PagedList } from '@symbio/rpc';
import { conflict, doerOf, isId, newId, notFound, refuseFields, type Actor } from '@symbio/runtime';
import { kindOf } from './decisions/current.js';
import { goneHits, withDecisions, type KnownHit } from './decisions/known-hits.js';
import type { DecisionRepository } from './decisions/repository.js';
import { searchEvent } from './events.js';
import { countHits, countsNow, withoutRepeats } from './counts.js';
import { orphanHits, placedHits, type StoredHit } from './hits.js';
import { boundaryOf } from './places/boundary-of.js';
import { toDistances, toSearch } from './mapping.js';
import type { SearchRow, StoredCount, StoredSearched, VersionRow } from './model.js';
import { ROLE_TO } from './policy.js';
import type { ReportPlacing } from './radius/place-reports.js';
import type { ProjectHits } from './radius/project-hits.js';
import type { RecordsRepository } from './repository.js';
import type { RerunRepository } from './reruns/repository.js';

const MAX_HITS = 5_000;
const MAX_ORPHAN_HITS = 500;

export interface SearchesDeps {
  repository: RecordsRepository;
  decisions: Pick<DecisionRepository, 'decidedHitsOf' | 'removeProject'>;
  projectHits: ProjectHits;
  reruns: Pick<RerunRepository, 'looked' | 'removeProject'>;
  placing: Pick<ReportPlacing, 'placeReports'>;
  access: Pick<ProjectAccess, 'require'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'getProject' | 'getPropertyMap'>;
}

interface Current {
  parts: Part[];
  distances: Map<string, Distance>;
  versions: VersionRow[];
  data: StoredSearched[];
  inputHash: string;
}

function countsOf(
  hits: readonly StoredHit[],
  orphans: ReadonlyMap<string, number>,
  { distances, versions }: Pick<Current, 'distances' | 'versions'>,
): StoredCount[] {
  return LIST_KINDS.flatMap(({ list }) => {
    const distance = distances.get(list);
    const metres = distance && metresSearched(distance);
    if (metres === undefined) return [];
    const own = hits.filter((hit) => hit.list === list);
    return [
      {
        ...{ list, metres, isLoaded: versions.some(({ progress }) => (progress.lists[list] ?? 0) > 0) },
        ...countHits(own, metres),
        orphans: orphans.get(list) ?? 0,
      },
    ];
  });
}

/** Searches that are repeated without a person are the product's. */
const byOf = (actor: Actor): Pick<SearchRow, 'byId' | 'byName'> =>
  actor.via === 'service' ? { byId: '', byName: 'Symbio' } : { byId: doerOf(actor), byName: actor.name };

/** @param bbox west, south, east, north; west is greater across the antimeridian */
function isWithin(place: StoredHit['place'], [west = 0, south = 0, east = 0, north = 0]: readonly number[]): boolean {
  if (!place) return false;
  const [longitude, latitude] = place;
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

export function createSearches(deps: SearchesDeps) {
  const { repository, decisions, projectHits, placing, reruns, access, projects } = deps;
  const readable = (projectId: string, context: CallContext, field?: string) =>
    access.require(context, projectId, ROLE_TO.read, 'Project', field);
  const editable = (projectId: string, context: CallContext, field?: string) =>
    access.require(context, projectId, ROLE_TO.search, 'Project', field);

  async function current(projectId: string, context: CallContext): Promise<Current> {
    const [{ propertyMap }, own, dataSets] = await Promise.all([
      projects.getPropertyMap({ projectId }, context),
      repository.distances(projectId),
      repository.listDataSets(),
    ]);
    const parts = boundaryOf(propertyMap);
    const all = await repository.versionsOf(dataSets.map(({ _id }) => _id));
    const versions = all.filter(({ _id }) => dataSets.some(({ currentVersionId }) => currentVersionId === _id));
    const data = versions.map(({ _id, dataSetId, agencyDate, sha256 }) => ({
      ...{ dataSetId, name: dataSets.find((dataSet) => dataSet._id === dataSetId)?.name ?? '' },
      ...{ versionId: _id, agencyDate, sha256 },
    }));
    const distances = toDistances(own?.distances ?? []);
    const input = {
      ...{ parts, versions: data.map(({ versionId }) => versionId).sort() },
      distances: distances.map(({ list, kind, miles }) => [list, kind, miles]),
    };
    return {
      ...{ parts, versions, data, inputHash: creationHash(input) },
      distances: new Map(distances.map(({ list, kind, miles }) => [list, { list, kind: kind as SearchKind, miles }])),
    };
  }

  /** One query for each distance: a list is read as far as it is searched. */
  async function candidates({ parts, distances, versions }: Current): Promise<StoredRecord[]> {
    const boundary = prepareBoundary(parts);
    const versionIds = versions.map(({ _id }) => _id);
    const lists = new Map<number, string[]>();
    for (const distance of distances.values()) {
      const metres = metresSearched(distance);
      if (metres !== undefined) lists.set(metres, [...(lists.get(metres) ?? []), distance.list]);
    }
    const found = new Map<string, StoredRecord>();
    const queries = [...lists].map(async ([metres, names]) => {
      const cells = cellsWithin(parts, boundary, metres);
      if (!cells)
        throw conflict(
          'boundary_too_long',
          'The surroundings of this boundary are too large. Search shorter distances.',
        );
      for (const record of await repository.recordsIn(versionIds, names, cells)) found.set(record._id, record);
    });
    await Promise.all(queries);
    return [...found.values()];
  }

  async function found(id: string, context: CallContext): Promise<SearchRow> {
    const row = isId(id) ? await repository.search(id) : undefined;
    if (!row) throw notFound('Search');
    await access.require(context, row.projectId, ROLE_TO.read, 'Search');
    return row;
  }

  /** With the decisions of people, and in the newest search with the records of radius reports. */
  async function toShown(row: SearchRow, isNewest: boolean, isOutdated: boolean): Promise<RecordSearch> {
    const rows = await decisions.decidedHitsOf(row.projectId);
    const { found, hits, reported } = isNewest
      ? await projectHits.of(row.projectId, row, rows)
      : await repository.hitsOf(row._id).then((own) => ({ found: own, hits: own, reported: new Set<string>() }));
    const decided = new Map<string, number>();
    for (const { list, certainty, decisions: made } of withDecisions(withoutRepeats(hits), rows))
      if (certainty !== 'beyond' && kindOf(made) !== 'undecided') decided.set(list, (decided.get(list) ?? 0) + 1);
    return toSearch({ ...row, counts: countsNow(row.counts, found, hits, reported) }, isOutdated, decided);
  }

  async function shown(row: SearchRow, context: CallContext): Promise<RecordSearch> {
    const [{ inputHash }, newest] = await Promise.all([
      current(row.projectId, context),
      repository.newestSearch(row.projectId),
    ]);
    return toShown(row, newest?._id === row._id, inputHash !== row.inputHash);
  }

  async function hitsNow(projectId: string, now: Current, context: CallContext) {
    const { project } = await projects.getProject({ id: projectId }, context);
    const dataSetOf = new Map(now.versions.map(({ _id, dataSetId }) => [_id, dataSetId]));
    const deps = { projectId, dataSetOf, distances: now.distances };
    const place = { city: project?.propertyCity ?? '', state: project?.propertyState ?? '' };
    const areas = [areaKey({ ...place, zip: project?.propertyZip ?? '' }), areaKey({ ...place, zip: '' })];
    const [records, unplaced] = await Promise.all([
      candidates(now),
      repository.recordsOfArea(
        [...dataSetOf.keys()],
        [...new Set(areas)].filter((area) => area !== ''),
      ),
    ]);
    const placed = placedHits(records, prepareBoundary(now.parts), deps);
    if (placed.length > MAX_HITS)
      throw conflict(
        'too_many_records',
        `Your search finds ${placed.length.toLocaleString('en-US')} records. Take a shorter distance for some lists.`,
      );
    const orphans = new Map<string, number>();
    for (const { l } of unplaced) for (const list of l) orphans.set(list, (orphans.get(list) ?? 0) + 1);
    const street = streetKey(project?.propertyAddress ?? '');
    const near = unplaced.filter(({ a }) => street !== '' && streetKey(a) === street).slice(0, MAX_ORPHAN_HITS);
    const hits = [...placed, ...orphanHits(near, deps)];
    return { hits, counts: countsOf(hits, orphans, now) };
  }

  return {
    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION no_boundary, too_many_records */
    async search(givenId: string, projectId: string, context: CallContext): Promise<RecordSearch> {
      await editable(projectId, context);
      refuseFields(givenId === '' || isId(givenId) ? {} : { id: 'id must be a UUID' });
      const id = givenId || newId();
      const known = await repository.search(id);
      if (known && known.projectId !== projectId) throw idTaken('A record search');
      if (known) return shown(known, context);
      const now = await current(projectId, context);
      if (now.parts.length === 0) throw conflict('no_boundary', 'Draw or upload the property’s boundary first.');
      const { hits, counts } = await hitsNow(projectId, now, context);
      await placing.placeReports(projectId, now.parts, context);
      const previous = await repository.newestSearch(projectId);
      const before = new Set((previous ? await repository.hitsOf(previous._id) : []).map((hit) => hit.id));
      const appeared = hits.filter((hit) => !before.has(hit.id)).length;
      await repository.saveHits({ _id: id, projectId, hits });
      const values = {
        ...{ projectId, number: (previous?.number ?? 0) + 1, counts, data: now.data },
        ...{ boundary: now.parts, inputHash: now.inputHash },
        ...{ previousId: previous?._id ?? '', appeared, vanished: before.size - (hits.length - appeared) },
        ...byOf(context.actor),
      };
      const row = await repository.searches.insert(id, values, context.actor, (after) => [searchEvent(after)]);
      if (!row) throw idTaken('A record search');
      return toShown(row, true, false);
    },

    isSearched: async (projectId: string): Promise<boolean> => (await repository.newestSearch(projectId)) !== undefined,

    /** Whether another search can differ from the newest one. */
    async isOutdated(projectId: string, context: CallContext): Promise<boolean> {
      const [now, newest] = await Promise.all([current(projectId, context), repository.newestSearch(projectId)]);
      return newest !== undefined && now.parts.length > 0 && now.inputHash !== newest.inputHash;
    },

    /** The project has a boundary, and no search yet. */
    async isUnsearched(projectId: string, context: CallContext): Promise<boolean> {
      if (await repository.newestSearch(projectId)) return false;
      const { propertyMap } = await projects.getPropertyMap({ projectId }, context);
      return boundaryOf(propertyMap).length > 0;
    },

    /** @throws AppError NOT_FOUND */
    get: async (id: string, context: CallContext): Promise<RecordSearch> => shown(await found(id, context), context),

    /** Newest first. @throws AppError NOT_FOUND */
    async list(
      { projectId, paging, createdAfter }: ListSearchesRequest,
      context: CallContext,
    ): Promise<PagedList<RecordSearch>> {
      await readable(projectId, context, 'project_id');
      const { rows, pageInfo } = await pagedList(
        paging,
        (page) => repository.listSearches({ projectId, createdAfter }, page),
        () => repository.countSearches({ projectId, createdAfter }),
      );
      if (rows.length === 0) return { rows: [], pageInfo };
      const { inputHash } = await current(projectId, context);
      const newest = await repository.newestSearch(projectId);
      if (newest && newest.inputHash !== inputHash) await reruns.looked(projectId);
      const shownRow = async (row: SearchRow): Promise<RecordSearch> => {
        const isOutdated = row.inputHash !== inputHash;
        return row._id === newest?._id ? toShown(newest, true, isOutdated) : toSearch(row, isOutdated);
      };
      return { rows: await Promise.all(rows.map(shownRow)), pageInfo };
    },

    /** Nearest first, then orphans and decided hits that are gone. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async hits(
      { projectId, searchId, list, certainty, change, disposition, onProperty, bbox, paging }: ListHitsRequest,
      context: CallContext,
    ): Promise<PagedList<KnownHit>> {
      await readable(projectId, context, 'project_id');
      const isDisposition = ['', 'reopened', ...DISPOSITION_KINDS].includes(disposition);
      refuseFields({
        ...(['', 'appeared', 'vanished'].includes(change) ? {} : { change: 'change must be appeared or vanished' }),
        ...([0, 4].includes(bbox.length) ? {} : { bbox: 'bbox must be west, south, east, north' }),
        ...(isDisposition ? {} : { disposition: `disposition must be reopened, ${DISPOSITION_KINDS.join(', ')}` }),
      });
      const newest = await repository.newestSearch(projectId);
      const search = searchId === '' ? newest : await found(searchId, context);
      if (searchId !== '' && search?.projectId !== projectId) throw notFound('Search', 'search_id');
      // an earlier search, and what changed since one, have no records of radius reports
      const isNewest = change === '' && search?._id === newest?._id;
      const decided = await decisions.decidedHitsOf(projectId);
      const own = isNewest
        ? (await projectHits.of(projectId, search, decided)).hits
        : search
          ? await repository.hitsOf(search._id)
          : [];
      const previous = search && change !== '' ? await repository.hitsOf(search.previousId) : [];
      const [from, without] = change === 'vanished' ? [previous, own] : [own, previous];
      const others = new Set(without.map(({ id }) => id));
      const gone = isNewest && searchId === '' ? goneHits(own, decided) : [];
      const isMeant = ({ changes, ...made }: KnownHit['decisions']): boolean =>
        disposition === 'reopened' ? changes.length > 0 : kindOf({ changes, ...made }) === disposition;
      const rows = [...withDecisions(from, decided), ...gone].filter(
        (hit) =>
          (list === '' || hit.list === list) &&
          (certainty === '' || hit.certainty === certainty) &&
          (change === '' || !others.has(hit.id)) &&
          (disposition === '' || isMeant(hit.decisions)) &&
          (onProperty === '' || hit.onProperty === onProperty) &&
          (bbox.length === 0 || isWithin(hit.place, bbox)),
      );
      return pagedList(
        paging,
        (page) => Promise.resolve(page ? rows.slice(page.skip, page.skip + page.perPage) : rows),
        () => Promise.resolve(rows.length),
      );
    },

    async projectErased(projectId: string): Promise<void> {
      await reruns.removeProject(projectId);
      await decisions.removeProject(projectId);
      await repository.removeProject(projectId);
    },
  };
}

export type Searches = ReturnType<typeof createSearches>;
