/** Places of sheets on the earth, set by people. */
import { MOST_FEET_PER_PIXEL, problemOfPoints, type Pixel } from '@symbio/georeference';
import { selfContact } from '@symbio/georeference/boundary';
import {
  conflict,
  doerOf,
  isId,
  newId,
  notFound,
  refuseFields,
  refuseStale,
  stale,
  type Actor,
  type Clock,
} from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { Georeference, SaveGeoreferenceRequest, UndoGeoreferenceRequest } from '@symbio/proto/document';
import { isPointSource } from '@symbio/proto/document/vocabulary';
import { MAX_CONTROL_POINTS, MAX_MASK_CORNERS, MAX_POINT_NAME, MAX_REGIONS } from '@symbio/proto/limits';
import type { Documents } from '../documents/documents.js';
import type { PageRow } from '../model.js';
import { kindOf } from '../page-kinds/kind-of.js';
import { refuseForAgent } from '../policy.js';
import { derived, georeferenceEvent, notPlaced, toGeoreference } from './mapping.js';
import { WHOLE_SHEET, type GeoreferenceRow, type StoredChange, type StoredPlacing, type StoredPoint } from './model.js';
import { georeferenceId, type GeoreferenceRepository, type GeoreferenceWriter } from './repository.js';
import { rescaled } from './rescaled.js';
import type { SamePlace } from './same-place.js';

export interface GeoreferenceDeps {
  documents: Pick<Documents, 'page'>;
  repository: Pick<GeoreferenceRepository, 'find' | 'ofPage'>;
  writer: Pick<GeoreferenceWriter, 'insert' | 'change'>;
  samePlace: SamePlace;
  clock: Clock;
}

const MAX_HISTORY = 50;
const WHAT = 'The place of this sheet on the map';

const placingOf = ({ points, mask, pictureWidth, pictureHeight }: StoredPlacing): StoredPlacing => ({
  ...{ points, mask, pictureWidth, pictureHeight },
});

export function createGeoreferences({ documents, repository, writer, samePlace, clock }: GeoreferenceDeps) {
  /** Page, which a person may change. */
  async function changeable(pageId: string, context: CallContext): Promise<PageRow> {
    const page = await documents.page(pageId, context, 'update');
    refuseForAgent(context.actor, 'place on the earth');
    if (page.status !== 'ready' || page.width === 0)
      throw conflict(
        'page_not_ready',
        'The sheet needs a picture before it can be placed. Process its document first.',
      );
    return page;
  }

  /** Adds a change to the row, whose previous points go into the history. */
  function after(row: GeoreferenceRow, placing: StoredPlacing, kind: StoredChange['kind'], actor: Actor) {
    const by = { byId: doerOf(actor), byName: actor.name };
    const change: StoredChange = { id: newId(), kind, before: placingOf(row), ...by, at: clock.now() };
    return { ...placing, ...derived(placing), ...by, history: [...row.history, change].slice(-MAX_HISTORY) };
  }

  return {
    /** With history; `same_place` if only an aligned sheet is placed. @throws AppError NOT_FOUND also for unknown regions */
    async get(pageId: string, context: CallContext, regionId = WHOLE_SHEET): Promise<Georeference> {
      const page = await documents.page(pageId, context);
      const row = await repository.find(georeferenceId(pageId, regionId));
      if (regionId !== WHOLE_SHEET) {
        if (!row) throw notFound('Region', 'region_id');
        return toGeoreference(row, page);
      }
      const own = row ? toGeoreference(row, page) : notPlaced(page);
      if (own.state !== 'none') return own;
      return { ...own, ...(await samePlace.of(page)) };
    },

    /** Oldest first, without history. */
    async regions(pageId: string, context: CallContext): Promise<Georeference[]> {
      const page = await documents.page(pageId, context);
      const rows = (await repository.ofPage(pageId)).filter(isPlacedRegion);
      return rows.map((row) => ({ ...toGeoreference(row, page), history: [] }));
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION, ABORTED `stale` */
    async save(request: SaveGeoreferenceRequest, context: CallContext): Promise<Georeference> {
      const { pageId } = request;
      const page = await changeable(pageId, context);
      const { actor } = context;
      checkPlacing(request, page);
      const regionId = request.regionId || WHOLE_SHEET;
      const id = georeferenceId(page._id, regionId);
      const regionName = regionId === WHOLE_SHEET ? undefined : request.regionName || undefined;
      const placing = (row?: GeoreferenceRow): StoredPlacing => ({
        points: request.points.map((point) => toPoint(point, row?.points ?? [])),
        mask: request.points.length > 0 && request.mask.length > 0 ? request.mask : undefined,
        ...{ pictureWidth: page.width, pictureHeight: page.height },
      });
      const toPoint = (
        { name, used, ...point }: SaveGeoreferenceRequest['points'][number],
        known: readonly StoredPoint[],
      ): StoredPoint => {
        const { x, y, longitude, latitude } = point;
        const values = { x, y, longitude, latitude, used, source: point.source as StoredPoint['source'] };
        const named = name ? { name } : {};
        const old = known.find((one) => (point.id ? one.id === point.id : isSamePoint(one, { ...values, ...named })));
        if (old && isSamePoint(old, { ...values, ...named })) return old;
        const by = { byId: doerOf(actor), byName: actor.name, at: clock.now() };
        return { id: point.id || newId(), ...values, ...named, ...by };
      };
      const change = () =>
        writer.change(id, actor, (row, then) => {
          const next = placing(row);
          const isNamedSame = regionName === undefined || regionName === row.regionName;
          if (isSamePlacing(row, next) && isNamedSame) return undefined;
          refuseStale(WHAT, row, request.expectedUpdatedAt);
          const kind = next.points.length > 0 ? 'points' : 'cleared';
          const set = { ...after(row, next, kind, actor), ...(regionName !== undefined && { regionName }) };
          return { set, events: [georeferenceEvent('changed', then(set))] };
        });
      const create = () => {
        const first = placing();
        const values = {
          ...{ projectId: page.projectId, documentId: page.documentId, pageId: page._id, regionId },
          regionName,
          ...{ ...first, ...derived(first), byId: doerOf(actor), byName: actor.name },
          history: [emptyBefore(first, actor)],
          hidden: undefined,
        };
        return writer.insert(id, values, actor, (row) => [georeferenceEvent('created', row)]);
      };
      const known = await change();
      if (!known && request.points.length === 0) return { ...notPlaced(page), regionId, regionName: regionName ?? '' };
      if (
        !known &&
        regionId !== WHOLE_SHEET &&
        (await repository.ofPage(pageId)).filter(isPlacedRegion).length >= MAX_REGIONS
      )
        throw conflict('too_many_regions', `A sheet can have at most ${MAX_REGIONS} regions.`);
      // a concurrent call created it: retry as a change
      const stored = known ?? (await create()) ?? (await change());
      if (!stored) throw stale(WHAT);
      return toGeoreference(stored, page);
    },

    /** @throws AppError NOT_FOUND also without such a change */
    async undo({ pageId, historyId }: UndoGeoreferenceRequest, context: CallContext): Promise<Georeference> {
      const page = await changeable(pageId, context);
      const rows = await repository.ofPage(pageId);
      const id = rows.find(({ history }) => history.some((one) => one.id === historyId))?._id;
      if (id === undefined) throw notFound('Change', 'history_id');
      const row = await writer.change(id, context.actor, (current, then) => {
        const change = current.history.find((one) => one.id === historyId);
        if (!change) throw notFound('Change', 'history_id');
        const next = rescaled(change.before, page);
        if (isSamePlacing(current, next)) return undefined;
        const set = after(current, next, 'restored', context.actor);
        return { set, events: [georeferenceEvent('changed', then(set))] };
      });
      if (!row) throw notFound('Change', 'history_id');
      return toGeoreference(row, page);
    },
  };

  /** The first change, so it can be undone too. */
  function emptyBefore({ pictureWidth, pictureHeight }: StoredPlacing, actor: Actor): StoredChange {
    const before = { points: [], mask: undefined, pictureWidth, pictureHeight };
    return { id: newId(), kind: 'points', before, byId: doerOf(actor), byName: actor.name, at: clock.now() };
  }
}

export type Georeferences = ReturnType<typeof createGeoreferences>;

const isPlacedRegion = ({ regionId, state }: GeoreferenceRow): boolean =>
  regionId !== WHOLE_SHEET && (state === 'rough' || state === 'exact');

/** Pixels within which two corners are one. */
const SAME_CORNER = 0.005;

/** Such an outline encloses no area that can be indexed. */
function meetsItself(mask: readonly Pixel[]): boolean {
  const corners = mask.map(({ x, y }): [number, number] => [x, y]);
  const [[x, y] = [0, 0]] = corners;
  const last = corners.at(-1);
  const isClosed = last?.[0] === x && last[1] === y;
  return selfContact(isClosed ? corners : [...corners, [x, y]], SAME_CORNER) !== null;
}

/** @throws AppError INVALID_ARGUMENT naming the fields */
function checkPlacing({ points, mask, regionId, regionName }: SaveGeoreferenceRequest, page: PageRow): void {
  const fields: Record<string, string> = {};
  const isRegion = regionId !== '' && regionId !== WHOLE_SHEET;
  if (isRegion && !isId(regionId)) fields['region_id'] = 'region_id must be sheet or a UUID';
  if (regionName.length > MAX_POINT_NAME)
    fields['region_name'] = `The name of a region can have at most ${MAX_POINT_NAME} characters.`;
  if (isRegion && points.length > 0 && mask.length === 0)
    fields['mask'] = 'A region needs a mask: mark the part of the sheet that this map covers.';
  const most = MOST_FEET_PER_PIXEL[kindOf(page) === 'topographic_map' ? 'topographic' : 'sheet'];
  const ids = points.map(({ id }) => id).filter((id) => id !== '');
  const problem = points.length > MAX_CONTROL_POINTS ? null : problemOfPoints(points, page, most);
  if (points.length > MAX_CONTROL_POINTS) fields['points'] = `There can be at most ${MAX_CONTROL_POINTS} places.`;
  else if (problem) fields['points'] = problem;
  else if (new Set(ids).size < ids.length) fields['points'] = 'Two places have the same id.';
  else if (!points.every(({ source }) => isPointSource(source))) fields['points'] = 'source must be a known word.';
  else if (points.some(({ name }) => name.length > MAX_POINT_NAME))
    fields['points'] = `The name of a place can have at most ${MAX_POINT_NAME} characters.`;
  if (mask.length > 0 && (mask.length < 3 || mask.length > MAX_MASK_CORNERS))
    fields['mask'] = `mask must have 3 to ${MAX_MASK_CORNERS} corners.`;
  else if (!mask.every(({ x, y }) => x >= 0 && y >= 0 && x <= page.width && y <= page.height))
    fields['mask'] = 'Each corner of mask must lie on the sheet.';
  else if (mask.length > 0 && meetsItself(mask)) fields['mask'] = 'mask must not cross or touch itself.';
  refuseFields(fields);
}

type Values = Pick<StoredPoint, 'x' | 'y' | 'longitude' | 'latitude' | 'used' | 'source' | 'name'>;

const isSamePoint = (one: Values, other: Values): boolean =>
  (['x', 'y', 'longitude', 'latitude', 'used', 'source', 'name'] as const).every((key) => one[key] === other[key]);

/** Ids are those of the rows: points without one are new, and differ only if their values do. */
function isSamePlacing(one: StoredPlacing, other: StoredPlacing): boolean {
  const plain = ({ points, mask, pictureWidth, pictureHeight }: StoredPlacing) =>
    JSON.stringify([
      points.map(({ x, y, longitude, latitude, used, source, name }) => [
        x,
        y,
        longitude,
        latitude,
        used,
        source,
        name,
      ]),
      (mask ?? []).map(({ x, y }) => [x, y]),
      points.length > 0 && [pictureWidth, pictureHeight],
    ]);
  return plain(one) === plain(other);
}
