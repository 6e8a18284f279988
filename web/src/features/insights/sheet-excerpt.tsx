import { Button, makeStyles, Spinner, tokens, Tooltip } from '@fluentui/react-components';
import { TargetRegular, ZoomInRegular, ZoomOutRegular } from '@fluentui/react-icons';
import OpenSeadragon from 'openseadragon';
import { useEffect, useRef, useState } from 'react';
import type { AnnotationCoordinates, RectangleCoordinates } from '../../evidence/annotation-records.js';
import { isEllipse, isPolygon } from '@symbio/sheet/geometry/shapes';
import { boundsOf } from '@symbio/sheet/geometry/geometry';
import { SheetSlot } from '@symbio/sheet/view/slot';
import type { Sheet } from '../../evidence/page-records.js';
import { tileViewer } from '@symbio/sheet/view/tile-viewer';
import { TilesFailingBar } from '../../viewer/sheet/tiles-failing-bar.js';
import { BUTTON_STEP, MAXIMUM_ZOOM } from '@symbio/sheet/geometry/zoom';

/** Share of the view's smaller side that the annotation takes. */
const SHARE = 0.4;

const useStyles = makeStyles({
  root: {
    position: 'relative',
    height: 'min(52dvh, 560px)',
    minHeight: '260px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground5,
    '& .openseadragon-canvas:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2} !important`,
      outlineOffset: '-2px',
    },
  },
  host: { position: 'absolute', inset: 0 },
  buttons: { position: 'absolute', insetInlineEnd: '8px', top: '8px', display: 'flex', gap: '4px', zIndex: 1 },
  loading: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    pointerEvents: 'none',
  },
});

/** SVG overlay in image pixels. */
function outlineOf(coordinates: AnnotationCoordinates, box: RectangleCoordinates): SVGSVGElement {
  const make = <K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
  };
  const svg = make('svg', { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, preserveAspectRatio: 'none' });
  svg.setAttribute('aria-hidden', 'true');
  svg.dataset.testid = 'excerpt-outline';
  Object.assign(svg.style, { overflow: 'visible', pointerEvents: 'none' });
  const shape = (() => {
    if (isPolygon(coordinates))
      return make('polygon', { points: coordinates.points.map(({ x, y }) => `${x},${y}`).join(' ') });
    if (!isEllipse(coordinates)) return make('rect', { ...coordinates });
    const { centerX: cx, centerY: cy, radiusX: rx, radiusY: ry, theta } = coordinates;
    return make('ellipse', { cx, cy, rx, ry, transform: `rotate(${(theta * 180) / Math.PI} ${cx} ${cy})` });
  })();
  // a light line under a dark one is visible on any background
  for (const [colour, width] of [
    ['#ffffff', 6],
    ['#107c10', 3],
  ] as const) {
    const line = shape.cloneNode() as SVGElement;
    Object.assign(line.style, {
      fill: 'none',
      stroke: colour,
      strokeWidth: `${width}px`,
      vectorEffect: 'non-scaling-stroke',
    });
    svg.append(line);
  }
  return svg;
}

/** In viewport units the sheet width is 1. */
const inViewport = ({ x, y, width, height }: RectangleCoordinates, sheetWidth: number): OpenSeadragon.Rect =>
  new OpenSeadragon.Rect(x / sheetWidth, y / sheetWidth, width / sheetWidth, height / sheetWidth);

function surroundings(box: RectangleCoordinates): RectangleCoordinates {
  const side = Math.max(box.width, box.height) / SHARE;
  return { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side };
}

class Excerpt {
  private readonly viewer: OpenSeadragon.Viewer;
  private readonly slot: SheetSlot;
  private sheet: Sheet | null = null;
  private outline: SVGSVGElement | null = null;

  constructor(host: HTMLElement, onShown: () => void, onTilesFailing: (isFailing: boolean) => void) {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const gestures = { clickToZoom: false, dblClickToZoom: false, flickEnabled: false };
    this.viewer = tileViewer({
      element: host,
      // loading a sheet must not move the viewport off the annotation
      preserveViewport: true,
      animationTime: still ? 0 : 0.3,
      visibilityRatio: 0.2,
      maxZoomPixelRatio: MAXIMUM_ZOOM,
      imageLoaderLimit: 6,
      gestureSettingsMouse: gestures,
      gestureSettingsPen: gestures,
      gestureSettingsTouch: { ...gestures, pinchRotate: false },
    });
    this.slot = new SheetSlot(this.viewer, { onFailed: onShown, onTilesFailing });
    this.viewer.addHandler('tile-drawn', onShown);
    this.viewer.addHandler('tile-load-failed', onShown);
  }

  /** Renewed URLs of the same sheet are replaced without flicker. */
  show(sheet: Sheet): void {
    this.sheet = sheet;
    this.slot.show(sheet);
  }

  retryTiles(): void {
    this.slot.retryTiles();
  }

  outlineAt(coordinates: AnnotationCoordinates): void {
    if (!this.sheet) return;
    if (this.outline) this.viewer.removeOverlay(this.outline);
    const box = boundsOf(coordinates);
    this.outline = outlineOf(coordinates, box);
    this.viewer.addOverlay({
      element: this.outline as unknown as HTMLElement,
      location: inViewport(box, this.sheet.size.width),
    });
  }

  focusOn(coordinates: AnnotationCoordinates, immediately: boolean): void {
    if (!this.sheet) return;
    this.viewer.viewport.fitBounds(inViewport(surroundings(boundsOf(coordinates)), this.sheet.size.width), immediately);
  }

  zoomBy(factor: number): void {
    this.viewer.viewport.zoomBy(factor);
    this.viewer.viewport.applyConstraints();
  }

  describe(text: string): void {
    this.viewer.canvas.setAttribute('role', 'application');
    this.viewer.canvas.setAttribute('aria-roledescription', 'sheet');
    this.viewer.canvas.setAttribute('aria-label', text);
  }

  destroy(): void {
    this.slot.close();
    this.viewer.destroy();
  }
}

interface SheetExcerptProps {
  sheet: Sheet;
  coordinates: AnnotationCoordinates;
  description: string;
}

export function SheetExcerpt({ sheet, coordinates, description }: SheetExcerptProps) {
  const styles = useStyles();
  const hostRef = useRef<HTMLDivElement>(null);
  const excerptRef = useRef<Excerpt | null>(null);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const shownRef = useRef<string | null>(null);
  const [isFailing, setFailing] = useState(false);

  useEffect(() => {
    if (!hostRef.current) return;
    const excerpt = new Excerpt(hostRef.current, () => setShownKey(shownRef.current), setFailing);
    excerptRef.current = excerpt;
    return () => {
      excerptRef.current = null;
      shownRef.current = null;
      excerpt.destroy();
    };
  }, []);
  useEffect(() => {
    const excerpt = excerptRef.current;
    if (!excerpt) return;
    const isNew = shownRef.current !== sheet.key;
    shownRef.current = sheet.key;
    excerpt.show(sheet);
    excerpt.outlineAt(coordinates);
    // a remotely moved annotation is redrawn without moving the viewport
    if (isNew) excerpt.focusOn(coordinates, true);
  }, [sheet, coordinates]);
  useEffect(() => excerptRef.current?.describe(description), [description]);

  return (
    <div className={styles.root}>
      <div ref={hostRef} className={styles.host} data-testid="sheet-excerpt" />
      {shownKey !== sheet.key && (
        <div className={styles.loading}>
          <Spinner size="small" label="Loading image..." />
        </div>
      )}
      {isFailing && <TilesFailingBar onRetry={() => excerptRef.current?.retryTiles()} />}
      <div className={styles.buttons}>
        <Tooltip content="Zoom in" relationship="label">
          <Button size="small" icon={<ZoomInRegular />} onClick={() => excerptRef.current?.zoomBy(BUTTON_STEP)} />
        </Tooltip>
        <Tooltip content="Zoom out" relationship="label">
          <Button size="small" icon={<ZoomOutRegular />} onClick={() => excerptRef.current?.zoomBy(1 / BUTTON_STEP)} />
        </Tooltip>
        <Tooltip content="Back to the annotation" relationship="label">
          <Button
            size="small"
            icon={<TargetRegular />}
            onClick={() => excerptRef.current?.focusOn(coordinates, false)}
          />
        </Tooltip>
      </div>
    </div>
  );
}
