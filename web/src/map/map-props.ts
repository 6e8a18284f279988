import type { Place } from '@symbio/georeference';
import type { ReactNode, Ref } from 'react';
import type { DrawnSheet } from './drawn-sheet.js';
import type { MapLayer, MapMarker, MapPosition } from './map-layers.js';
import type { Box } from './mercator.js';

export interface SheetMapHandle {
  fit(box: Box): void;
  jumpTo(position: MapPosition): void;
}

export interface SheetMapProps {
  /** Each a new array only on change, as are layers and markers. */
  sheets: readonly DrawnSheet[];
  layers: readonly MapLayer[];
  markers: readonly MapMarker[];
  /** To start from; else `fitTo`, else the earth. */
  position?: MapPosition | null;
  fitTo?: Box | null;
  label: string;
  cursor?: string;
  /** Shown where the browser cannot draw the map. */
  table: ReactNode;
  onClick?: (place: Place, dotId: string | null) => void;
  onRest?: (position: MapPosition) => void;
  ref?: Ref<SheetMapHandle>;
}
