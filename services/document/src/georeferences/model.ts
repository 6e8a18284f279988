import {
  fields,
  flag,
  moment,
  number,
  part,
  rowSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import { GEOREFERENCE_STATES, POINT_SOURCES } from '@symbio/proto/document/vocabulary';
import type { Model } from 'mongoose';

export const WHOLE_SHEET = 'sheet';

const corner = fields({ x: number, y: number });

const point = fields({
  id: text,
  x: number,
  y: number,
  longitude: number,
  latitude: number,
  name: { type: String },
  source: { type: String, enum: POINT_SOURCES, required: true },
  /** False: left out. */
  used: flag,
  byId: text,
  /** Name at that time. */
  byName: text,
  at: moment,
});
export type StoredPoint = ValuesOf<typeof point>;

/** Points and the picture whose pixels they have. */
const placing = fields({
  points: { type: [part(point)], default: [] },
  mask: { type: [part(corner)], default: undefined },
  pictureWidth: number,
  pictureHeight: number,
});
export type StoredPlacing = ValuesOf<typeof placing>;

const change = fields({
  id: text,
  kind: { type: String, enum: ['points', 'cleared', 'restored'], required: true },
  before: { type: part(placing), required: true },
  byId: text,
  byName: text,
  at: moment,
});
export type StoredChange = ValuesOf<typeof change>;

export interface Footprint {
  type: 'Polygon';
  coordinates: [longitude: number, latitude: number][][];
}

const georeference = fields({
  projectId: text,
  documentId: text,
  pageId: text,
  regionId: text,
  regionName: { type: String },
  ...placing,
  /** Derived from the points, for queries. */
  state: { type: String, enum: GEOREFERENCE_STATES, required: true },
  footprint: { type: typed<Footprint>(Object) },
  /** Oldest first, the latest 50. */
  history: { type: [part(change)], default: [] },
  byId: text,
  byName: text,
  /** Its document is deleted and restorable. */
  hidden: { type: Boolean },
});
/** `_id` is derived from page and region. */
export type GeoreferenceRow = RowOf<typeof georeference>;

export function georeferenceModel(connection: Connection): Model<GeoreferenceRow> {
  const georeferences = rowSchema<GeoreferenceRow>('georeferences', georeference);
  georeferences.index({ projectId: 1, createdAt: -1, _id: -1 });
  georeferences.index({ documentId: 1 });
  georeferences.index({ pageId: 1 });
  georeferences.index({ projectId: 1, footprint: '2dsphere' });
  return connection.model<GeoreferenceRow>('georeferences', georeferences);
}
