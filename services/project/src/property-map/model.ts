import type { AreaGeometry } from '@symbio/georeference/boundary';
import { moment, number, part, text, typed } from '@symbio/mongo';
import {
  PROPERTY_CHANGE_KINDS,
  SITE_SOURCES,
  type PropertyChangeKind,
  type SiteSource,
} from '@symbio/proto/project/vocabulary';

interface By {
  byId: string;
  byName: string;
  at: Date;
}

export interface StoredBoundary extends By {
  /** Absent in rows that are read without it. */
  geometry?: AreaGeometry;
  areaAcres: number;
  perimeterFt: number;
  corners: number;
  parts: number;
  centre: { longitude: number; latitude: number };
  /** West, south, east, north. */
  bounds: number[];
  /** Of the uploaded file. */
  fileName?: string;
}

export interface StoredSite extends By {
  longitude: number;
  latitude: number;
  source: Exclude<SiteSource, 'boundary'>;
  label?: string;
}

export interface StoredRadius {
  name: string;
  miles: number;
}

/** What people stated; absent parts have defaults. */
export interface StoredPlaces {
  boundary?: StoredBoundary | undefined;
  site?: StoredSite | undefined;
  searchRadii?: StoredRadius[] | undefined;
}

export interface StoredPropertyChange extends By {
  id: string;
  kind: PropertyChangeKind;
  /** The part that the change replaced. */
  before: StoredPlaces;
}

export interface StoredPropertyMap extends StoredPlaces {
  /** Oldest first. Absent in rows that are read without it. */
  history?: StoredPropertyChange[];
  updatedAt: Date;
}

const by = { byId: text, byName: { type: String, default: '' }, at: moment };
const place = { longitude: number, latitude: number };

const places = {
  boundary: {
    type: part({
      geometry: { type: typed<AreaGeometry>(Object) },
      ...{ areaAcres: number, perimeterFt: number, corners: number, parts: number },
      centre: { type: part(place), required: true },
      bounds: { type: [Number] },
      fileName: { type: String },
      ...by,
    }),
  },
  site: {
    type: part({
      ...place,
      source: { type: String, enum: SITE_SOURCES, required: true },
      label: { type: String },
      ...by,
    }),
  },
  searchRadii: { type: [part({ name: text, miles: number })], default: undefined },
};

const change = {
  id: text,
  kind: { type: String, enum: PROPERTY_CHANGE_KINDS, required: true },
  before: { type: part(places), required: true },
  ...by,
};

export const propertyMapPart = typed<StoredPropertyMap>(
  part({ ...places, history: { type: [part(change)] }, updatedAt: moment }),
);
