import { namedId } from '@symbio/runtime';
import type { OutboxWriter } from '@symbio/mongo';
import { afterPosition, type PageSpec } from '@symbio/rpc';
import type { Place } from '@symbio/georeference';
import type { DegreeBox } from '@symbio/streets';
import type { Model, QueryFilter } from 'mongoose';
import { rowsOfDocument } from '../deletions/rows-of-document.js';
import { WHOLE_SHEET, type GeoreferenceRow } from './model.js';

export const georeferenceId = (pageId: string, regionId = WHOLE_SHEET): string => namedId(`${pageId} ${regionId}`);

const PLACED = ['rough', 'exact'] as const;

export interface PlacedCount {
  projectId: string;
  state: (typeof PLACED)[number];
  count: number;
}

export interface GeoreferenceFilter {
  projectId: string;
  documentId?: string | undefined;
  state?: 'rough' | 'exact' | undefined;
  /** Only of these pages. */
  pageIds?: readonly string[] | undefined;
  bounds?: DegreeBox | undefined;
  /** By default only whole pages. */
  withRegions?: boolean;
}

const VISIBLE = { deletedAt: null, hidden: null } as const;
const MAX_SHEETS_AT = 100;

export function createGeoreferenceRepository(model: Model<GeoreferenceRow>) {
  function listQuery(filter: GeoreferenceFilter, slice?: PageSpec) {
    const all = model
      .find({ $and: [where(filter), afterPosition('createdAt', 'newest first', slice?.after)] }, { history: 0 })
      .sort({ createdAt: -1, _id: -1 });
    return slice ? all.skip(slice.skip).limit(slice.perPage) : all;
  }

  function atQuery(projectId: string, { longitude, latitude }: Place) {
    const point = { type: 'Point' as const, coordinates: [longitude, latitude] };
    return model
      .find(
        { ...VISIBLE, projectId, state: { $in: PLACED }, footprint: { $geoIntersects: { $geometry: point } } },
        { history: 0 },
      )
      .limit(MAX_SHEETS_AT);
  }

  return {
    async find(id: string): Promise<GeoreferenceRow | null> {
      return model.findOne({ _id: id, deletedAt: null }).lean<GeoreferenceRow | null>();
    },

    async list(filter: GeoreferenceFilter, slice?: PageSpec): Promise<GeoreferenceRow[]> {
      return listQuery(filter, slice).lean<GeoreferenceRow[]>();
    },
    listQuery,

    async count(filter: GeoreferenceFilter): Promise<number> {
      return model.countDocuments(where(filter));
    },

    /** Placed whole pages, by project and state. */
    async countOf(projectIds: readonly string[]): Promise<PlacedCount[]> {
      return model.aggregate<PlacedCount>([
        {
          $match: {
            ...VISIBLE,
            projectId: { $in: [...projectIds] },
            regionId: WHOLE_SHEET,
            state: { $in: [...PLACED] },
          },
        },
        { $group: { _id: { projectId: '$projectId', state: '$state' }, count: { $sum: 1 } } },
        { $project: { _id: 0, projectId: '$_id.projectId', state: '$_id.state', count: 1 } },
      ]);
    },

    /** Placed whole pages of visible documents. */
    async ofPages(pageIds: readonly string[]): Promise<GeoreferenceRow[]> {
      return model
        .find(
          { ...VISIBLE, pageId: { $in: [...pageIds] }, regionId: WHOLE_SHEET, state: { $in: PLACED } },
          { history: 0 },
        )
        .lean<GeoreferenceRow[]>();
    },

    /** As `ofPages`, with their regions. */
    async partsOfPages(pageIds: readonly string[]): Promise<GeoreferenceRow[]> {
      return model
        .find({ ...VISIBLE, pageId: { $in: [...pageIds] }, state: { $in: PLACED } }, { history: 0 })
        .lean<GeoreferenceRow[]>();
    },

    /** The whole page and its regions, placed or not, oldest first. */
    async ofPage(pageId: string): Promise<GeoreferenceRow[]> {
      return model.find({ pageId, deletedAt: null }).sort({ createdAt: 1, _id: 1 }).lean<GeoreferenceRow[]>();
    },

    async at(projectId: string, place: Place): Promise<GeoreferenceRow[]> {
      return atQuery(projectId, place).lean<GeoreferenceRow[]>();
    },
    atQuery,

    ...rowsOfDocument(model),
  };
}

export type GeoreferenceRepository = ReturnType<typeof createGeoreferenceRepository>;

export type GeoreferenceWriter = OutboxWriter<GeoreferenceRow>;

function where({
  projectId,
  documentId,
  state,
  pageIds,
  bounds,
  withRegions,
}: GeoreferenceFilter): QueryFilter<GeoreferenceRow> {
  return {
    ...VISIBLE,
    projectId,
    state: state ?? { $in: PLACED },
    ...(!withRegions && { regionId: WHOLE_SHEET }),
    ...(documentId && { documentId }),
    ...(pageIds && { pageId: { $in: [...pageIds] } }),
    ...(bounds && { footprint: { $geoIntersects: { $geometry: { type: 'Polygon', coordinates: [ringOf(bounds)] } } } }),
  };
}

const ringOf = ([west, south, east, north]: DegreeBox): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
