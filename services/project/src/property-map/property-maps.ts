/** Boundary, site and search radii of properties, set by people. */
import { boundsOf, checkBoundary, countCorners, geometryOf } from '@symbio/georeference/boundary';
import { measureBoundary } from '@symbio/georeference/measure';
import {
  invalidFields,
  newId,
  notFound,
  personsKeyOf,
  refuseFields,
  refuseStale,
  type Actor,
  type Clock,
} from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { BOUNDARY_LIMITS, MAX_SITE_LABEL } from '@symbio/proto/limits';
import {
  projectEvents,
  type PropertyMap,
  type SaveBoundaryRequest,
  type SaveSearchRadiiRequest,
  type SaveSiteRequest,
  type UndoPropertyChangeRequest,
} from '@symbio/proto/project';
import type { PropertyChangeKind } from '@symbio/proto/project/vocabulary';
import type { Access } from '../access.js';
import { projectEvent } from '../events.js';
import { byOf } from '../people.js';
import type { ProjectRepository } from '../repository.js';
import { coordinatesOf, propertyMapMessage } from './mapping.js';
import type { StoredBoundary, StoredPlaces, StoredPropertyChange, StoredPropertyMap, StoredSite } from './model.js';
import { problemOfRadii } from './search-radii.js';

export interface PropertyMapsDeps {
  repository: Pick<ProjectRepository, 'change' | 'propertyMap'>;
  access: Pick<Access, 'require'>;
  clock: Clock;
}

const WHAT = 'The boundary, site or search radii of this project';
/** Changes kept, and corners of boundaries in them: a row has at most 16 MB. */
const MAX_HISTORY = 20;
const MAX_HISTORY_CORNERS = 20_000;

const FIELD = { boundary: 'boundary', site: 'site', search_radii: 'searchRadii' } as const satisfies Record<
  PropertyChangeKind,
  keyof StoredPlaces
>;

/** The values without who set them and when. */
function contentOf(places: StoredPlaces, kind: PropertyChangeKind): string {
  const { boundary, site, searchRadii } = places;
  if (kind === 'boundary') return JSON.stringify(boundary?.geometry);
  if (kind === 'site') return JSON.stringify(site && [site.longitude, site.latitude, site.source, site.label ?? '']);
  return JSON.stringify(searchRadii?.map(({ name, miles }) => [name, miles]));
}

/** The newest changes that fit. */
function trimmed(history: readonly StoredPropertyChange[]): StoredPropertyChange[] {
  let corners = 0;
  return history
    .toReversed()
    .slice(0, MAX_HISTORY)
    .filter(({ before }) => (corners += before.boundary?.corners ?? 0) <= MAX_HISTORY_CORNERS)
    .toReversed();
}

export function createPropertyMaps({ repository, access, clock }: PropertyMapsDeps) {
  const byNow = (actor: Actor) => ({ ...byOf(actor), at: clock.now() });

  const allowed = (projectId: string, context: CallContext) =>
    access.require(context, projectId, 'change the boundary');

  /** Keeps what it replaced. */
  async function replace(
    projectId: string,
    context: CallContext,
    decide: (map: Partial<StoredPropertyMap>) => { kind: PropertyChangeKind; places: StoredPlaces },
    expectedUpdatedAt?: Date,
  ): Promise<PropertyMap> {
    const row = await repository.change(
      projectId,
      context.actor,
      ({ propertyMap: map }) => {
        const { kind, places } = decide(map ?? {});
        if (contentOf(map ?? {}, kind) === contentOf(places, kind)) return undefined;
        if (map) refuseStale(WHAT, map, expectedUpdatedAt);
        const field = FIELD[kind];
        const by = byNow(context.actor);
        const change: StoredPropertyChange = { id: newId(), kind, before: { [field]: map?.[field] }, ...by };
        const history = trimmed([...(map?.history ?? []), change]);
        return {
          propertyMap: { ...map, [field]: places[field], history, updatedAt: by.at },
          viaKey: personsKeyOf(context.actor),
        };
      },
      (after) => [projectEvent(projectEvents.changed, after)],
    );
    if (!row) throw notFound('Project');
    return propertyMapMessage(projectId, row.propertyMap);
  }

  return {
    /** @throws AppError NOT_FOUND */
    async get(projectId: string, context: CallContext): Promise<PropertyMap> {
      await access.require(context, projectId, 'read the project');
      return propertyMapMessage(projectId, await repository.propertyMap(projectId));
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED `stale` */
    async saveBoundary(
      { projectId, parts, fileName, expectedUpdatedAt }: SaveBoundaryRequest,
      context: CallContext,
    ): Promise<PropertyMap> {
      await allowed(projectId, context);
      const boundary = parts.length > 0 ? boundaryOf(parts, fileName, byNow(context.actor)) : undefined;
      return replace(projectId, context, () => ({ kind: 'boundary', places: { boundary } }), expectedUpdatedAt);
    },

    /** As `saveBoundary`. */
    async saveSite(
      { projectId, site, expectedUpdatedAt }: SaveSiteRequest,
      context: CallContext,
    ): Promise<PropertyMap> {
      await allowed(projectId, context);
      const stored = site && siteOf(site, byNow(context.actor));
      return replace(projectId, context, () => ({ kind: 'site', places: { site: stored } }), expectedUpdatedAt);
    },

    /** As `saveBoundary`. */
    async saveSearchRadii(
      { projectId, searchRadii, expectedUpdatedAt }: SaveSearchRadiiRequest,
      context: CallContext,
    ): Promise<PropertyMap> {
      await allowed(projectId, context);
      const radii = searchRadii.map(({ name, miles }) => ({ name: name.trim(), miles }));
      const problem = problemOfRadii(radii);
      refuseFields(problem === undefined ? {} : { search_radii: problem });
      const places = { searchRadii: radii.length > 0 ? radii : undefined };
      return replace(projectId, context, () => ({ kind: 'search_radii', places }), expectedUpdatedAt);
    },

    /** Restores what a change replaced, as a change of its own. @throws AppError NOT_FOUND also without such a change */
    async undo({ projectId, historyId }: UndoPropertyChangeRequest, context: CallContext): Promise<PropertyMap> {
      await allowed(projectId, context);
      return replace(projectId, context, ({ history = [] }) => {
        const change = history.find(({ id }) => id === historyId);
        if (!change) throw notFound('Change', 'history_id');
        return { kind: change.kind, places: change.before };
      });
    },
  };
}

export type PropertyMaps = ReturnType<typeof createPropertyMaps>;

type By = Pick<StoredSite, 'byId' | 'byName' | 'at'>;

/** The places of a sample for a copy, as stated by who copies it; without the earlier changes. */
export function copiedMap({ boundary, site, searchRadii }: StoredPropertyMap, by: By): StoredPropertyMap {
  return {
    ...(boundary && { boundary: { ...boundary, ...by } }),
    ...(site && { site: { ...site, ...by } }),
    ...(searchRadii && { searchRadii }),
    updatedAt: by.at,
  };
}

/** @throws AppError INVALID_ARGUMENT naming `geometry` */
function boundaryOf(given: SaveBoundaryRequest['parts'], fileName: string, by: By): StoredBoundary {
  const { parts, problem } = checkBoundary(
    { type: 'MultiPolygon', coordinates: coordinatesOf(given) },
    BOUNDARY_LIMITS,
  );
  if (problem !== undefined) throw invalidFields({ geometry: problem });
  const { acres, perimeterFeet, centre } = measureBoundary(parts);
  return {
    geometry: geometryOf(parts),
    areaAcres: acres,
    perimeterFt: perimeterFeet,
    corners: countCorners(parts),
    parts: parts.length,
    centre,
    bounds: boundsOf(parts),
    ...(fileName && { fileName }),
    ...by,
  };
}

/** @throws AppError INVALID_ARGUMENT naming the fields */
function siteOf({ longitude, latitude, source, label }: NonNullable<SaveSiteRequest['site']>, by: By): StoredSite {
  const known = (['typed', 'geocoded'] as const).find((word) => word === source);
  refuseFields({
    ...(Math.abs(longitude) <= 180 ? {} : { longitude: 'longitude must be from -180 to 180.' }),
    ...(Math.abs(latitude) <= 90 ? {} : { latitude: 'latitude must be from -90 to 90.' }),
    ...(known ? {} : { source: 'source must be typed or geocoded.' }),
    ...([...label].length <= MAX_SITE_LABEL ? {} : { label: `label must have at most ${MAX_SITE_LABEL} characters.` }),
  });
  return { longitude, latitude, source: known ?? 'typed', ...(label && { label }), ...by };
}
