import {
  GeoJSONSource,
  Map as MapLibre,
  Marker,
  NavigationControl,
  Popup,
  ScaleControl,
  setWorkerUrl,
  type AddLayerObject,
  type MapMouseEvent,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Place } from '@symbio/georeference';
import type { DrawnSheet } from './drawn-sheet.js';
import { BASE_SOURCE, baseLayers, baseSource } from './base-map.js';
import type { BaseMap } from './base-map-api.js';
import { geoJsonOf, type MapLayer, type MapMarker, type MapPosition } from './map-layers.js';
import { fromMercator, type Box } from './mercator.js';
import { SheetLayer } from './sheet-layer.js';

setWorkerUrl(workerUrl);

export interface MapViewEvents {
  onClick(place: Place, dotId: string | null): void;
  /** The view came to rest. */
  onRest(position: MapPosition): void;
  onBaseMapFailure(): void;
}

/** Styled by the canvas's host, so that markers follow the theme. */
export const MARKER_CLASS = 'symbio-map-marker';

/** Without a position: the earth. */
const WORLD = { center: [0, 20] as [number, number], zoom: 1 };
const MAX_ZOOM = 23;
/** CSS pixels around a fitted area. */
const PADDING = 32;
/** CSS pixels within which a click hits a dot. */
const NEAR_PX = 6;

/** Imperative wrapper for MapLibre: base map, sheets, layers above them, and markers. No request leaves the origin. */
export class MapView {
  private readonly map: MapLibre;
  private readonly sheetLayer = new SheetLayer();
  private readonly name = new Popup({ closeButton: false, closeOnClick: false, className: 'symbio-map-name' });
  private layers: readonly MapLayer[] = [];
  private readonly markers = new Map<string, { marker: Marker; element: HTMLElement }>();
  private isLoaded = false;
  private baseMap: BaseMap | null = null;

  constructor(
    container: HTMLElement,
    position: MapPosition | null,
    private readonly events: MapViewEvents,
  ) {
    this.map = new MapLibre({
      container,
      // the page's background shows through
      style: { version: 8, sources: {}, layers: [] },
      ...(position ? { center: [position.longitude, position.latitude], zoom: position.zoom } : WORLD),
      maxZoom: MAX_ZOOM,
      maxPitch: 0,
      attributionControl: false,
      renderWorldCopies: false,
    });
    this.map.addControl(new NavigationControl({ showCompass: true, visualizePitch: false }), 'top-right');
    this.map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
    this.map.on('load', () => {
      this.isLoaded = true;
      this.map.addLayer(this.sheetLayer);
      this.showBaseMap();
      this.showLayers();
    });
    this.map.on('click', (event) => this.events.onClick(placeOf(event), this.dotAt(event)?.id ?? null));
    this.map.on('mousemove', (event) => this.showName(event));
    this.map.on('moveend', () => {
      const { lng: longitude, lat: latitude } = this.map.getCenter();
      this.events.onRest({ longitude, latitude, zoom: this.map.getZoom() });
    });
    // the library reports network and style errors here, also those that it handles
    this.map.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === BASE_SOURCE) this.events.onBaseMapFailure();
      else console.warn('The map reports a problem', event.error);
    });
  }

  /** Once: below the sheets. */
  setBaseMap(baseMap: BaseMap): void {
    this.baseMap = baseMap;
    if (this.isLoaded) this.showBaseMap();
  }

  setSheets(sheets: readonly DrawnSheet[]): void {
    this.sheetLayer.setSheets(sheets);
  }

  setLayers(layers: readonly MapLayer[]): void {
    if (this.isLoaded) this.removeLayers(layers);
    this.layers = layers;
    if (this.isLoaded) this.showLayers();
  }

  setMarkers(markers: readonly MapMarker[]): void {
    const keys = new Set(markers.map(({ key }) => key));
    for (const [key, { marker }] of this.markers) {
      if (keys.has(key)) continue;
      marker.remove();
      this.markers.delete(key);
    }
    for (const marker of markers) this.setMarker(marker);
  }

  set cursor(cursor: string) {
    this.map.getCanvas().style.cursor = cursor;
  }

  fit({ west, north, east, south }: Box): void {
    const [corner, opposite] = [fromMercator([west, south]), fromMercator([east, north])];
    this.map.fitBounds(
      [
        [corner.longitude, corner.latitude],
        [opposite.longitude, opposite.latitude],
      ],
      { padding: PADDING, animate: false, maxZoom: 19 },
    );
  }

  jumpTo({ longitude, latitude, zoom }: MapPosition): void {
    this.map.jumpTo({ center: [longitude, latitude], zoom });
  }

  destroy(): void {
    this.map.remove();
  }

  private showBaseMap(): void {
    if (!this.baseMap || this.map.getSource(BASE_SOURCE)) return;
    this.map.addSource(BASE_SOURCE, baseSource(this.baseMap));
    for (const layer of baseLayers(this.baseMap)) this.map.addLayer(layer, this.sheetLayer.id);
  }

  private setMarker(shown: MapMarker): void {
    const { key, text, longitude, latitude } = shown;
    const known = this.markers.get(key);
    const element = known?.element ?? document.createElement('div');
    element.textContent = text;
    // the list beside the map has the same points
    element.setAttribute('aria-hidden', 'true');
    element.classList.add(MARKER_CLASS);
    element.toggleAttribute('data-dimmed', shown.isDimmed === true);
    element.toggleAttribute('data-proposed', shown.isProposed === true);
    element.toggleAttribute('data-selected', shown.isSelected === true);
    const at: [number, number] = [longitude, latitude];
    if (known) known.marker.setLngLat(at);
    else this.markers.set(key, { element, marker: new Marker({ element }).setLngLat(at).addTo(this.map) });
  }

  private removeLayers(next: readonly MapLayer[]): void {
    for (const { id, kind } of this.layers) {
      if (next.some((layer) => layer.id === id && layer.kind === kind)) continue;
      this.map.removeLayer(id);
      this.map.removeSource(id);
    }
  }

  private showLayers(): void {
    let above: string | undefined;
    for (const layer of [...this.layers].reverse()) {
      const source = this.map.getSource(layer.id);
      if (source instanceof GeoJSONSource) void source.setData(geoJsonOf(layer));
      else {
        this.map.addSource(layer.id, { type: 'geojson', data: geoJsonOf(layer) });
        this.map.addLayer(styleOf(layer), above);
      }
      above = layer.id;
    }
  }

  private dotAt({ point: { x, y } }: MapMouseEvent): { id: string; name: string } | null {
    const dots = this.layers.filter(({ kind }) => kind === 'dots').map(({ id }) => id);
    if (!this.isLoaded || dots.length === 0) return null;
    const [found] = this.map.queryRenderedFeatures(
      [
        [x - NEAR_PX, y - NEAR_PX],
        [x + NEAR_PX, y + NEAR_PX],
      ],
      { layers: dots },
    );
    return found ? { id: String(found.properties['id']), name: String(found.properties['name']) } : null;
  }

  private showName(event: MapMouseEvent): void {
    const dot = this.dotAt(event);
    if (dot) this.name.setText(dot.name).setLngLat(event.lngLat).addTo(this.map);
    else this.name.remove();
  }
}

const placeOf = ({ lngLat: { lng: longitude, lat: latitude } }: MapMouseEvent): Place => ({ longitude, latitude });

function styleOf(layer: MapLayer): AddLayerObject {
  const { id, colour } = layer;
  switch (layer.kind) {
    case 'dots':
      return {
        id,
        source: id,
        type: 'circle',
        paint: {
          'circle-color': colour,
          'circle-radius': layer.radius,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 2,
        },
      };
    case 'lines':
      return {
        id,
        source: id,
        type: 'line',
        paint: {
          'line-color': colour,
          'line-width': layer.width,
          ...(layer.isDashed && { 'line-dasharray': [2, 2] }),
        },
      };
    case 'areas':
      return {
        id,
        source: id,
        type: 'fill',
        paint: { 'fill-color': colour, 'fill-opacity': layer.opacity, 'fill-outline-color': colour },
      };
  }
}
