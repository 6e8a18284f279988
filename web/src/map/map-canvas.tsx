import { makeStyles, MessageBar, MessageBarBody, shorthands, tokens } from '@fluentui/react-components';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { keyOf } from '../lib/ui/keys.js';
import { useGetBaseMapQuery } from './base-map-api.js';
import { MapView, MARKER_CLASS } from './map-view.js';
import type { SheetMapProps } from './map-props.js';

const useStyles = makeStyles({
  root: { position: 'absolute', inset: 0 },
  attribution: {
    position: 'absolute',
    right: 0,
    bottom: 0,
    maxWidth: '60%',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackgroundAlpha2,
    fontSize: tokens.fontSizeBase100,
    pointerEvents: 'none',
  },
  failure: { position: 'absolute', top: '8px', left: '8px', maxWidth: 'calc(100% - 72px)' },
  host: {
    // MapLibre makes it position: relative
    width: '100%',
    height: '100%',
    backgroundColor: tokens.colorNeutralBackground3,
    '& canvas:focus-visible': { outlineOffset: '-2px' },
    [`& .${MARKER_CLASS}`]: {
      width: '22px',
      height: '22px',
      boxSizing: 'border-box',
      borderRadius: tokens.borderRadiusCircular,
      border: '2px solid white',
      backgroundColor: tokens.colorBrandBackground,
      color: tokens.colorNeutralForegroundOnBrand,
      font: '600 11px/18px sans-serif',
      textAlign: 'center',
      pointerEvents: 'none',
    },
    // MapLibre writes an opacity of its own into the element
    [`& .${MARKER_CLASS}[data-dimmed]`]: { opacity: '0.5 !important' },
    [`& .${MARKER_CLASS}[data-proposed]`]: {
      ...shorthands.borderColor(tokens.colorBrandStroke1),
      backgroundColor: tokens.colorNeutralBackground1,
      color: tokens.colorBrandForeground1,
    },
    [`& .${MARKER_CLASS}[data-selected]`]: { outline: `2px solid ${tokens.colorBrandBackground}` },
    '& .maplibregl-ctrl-scale': {
      color: tokens.colorNeutralForeground1,
      borderTopColor: 'transparent',
      borderRightColor: tokens.colorNeutralForeground1,
      borderBottomColor: tokens.colorNeutralForeground1,
      borderLeftColor: tokens.colorNeutralForeground1,
      backgroundColor: tokens.colorNeutralBackground1,
    },
    '& .maplibregl-popup-content': {
      color: tokens.colorNeutralForeground1,
      backgroundColor: tokens.colorNeutralBackground1,
    },
    '& .maplibregl-popup-anchor-bottom .maplibregl-popup-tip': { borderTopColor: tokens.colorNeutralBackground1 },
    '& .maplibregl-popup-anchor-top .maplibregl-popup-tip': { borderBottomColor: tokens.colorNeutralBackground1 },
    '& .maplibregl-popup-anchor-left .maplibregl-popup-tip': { borderRightColor: tokens.colorNeutralBackground1 },
    '& .maplibregl-popup-anchor-right .maplibregl-popup-tip': { borderLeftColor: tokens.colorNeutralBackground1 },
    '& .maplibregl-ctrl-group': { backgroundColor: tokens.colorNeutralBackground1 },
    '& .maplibregl-ctrl-group button + button': { borderTopColor: tokens.colorNeutralStroke2 },
    '& .maplibregl-ctrl-group button:not(:disabled):hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    // the library's icons are dark pictures
    '& .maplibregl-ctrl-icon': { filter: 'var(--symbio-icon-filter)' },
  },
});

/** Keys that move the map: they must not move a sheet beside it too. */
const MAP_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '+', '=', '-']);

/** The map of `SheetMap`, with MapLibre. */
export function MapCanvas(props: SheetMapProps) {
  const { sheets, layers, markers, cursor = 'grab', label } = props;
  const styles = useStyles();
  const hostRef = useRef<HTMLDivElement>(null);
  const viewRef = useRef<MapView | null>(null);
  const { data: baseMap, isError } = useGetBaseMapQuery();
  const [hasFailed, setHasFailed] = useState(false);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { current: host } = hostRef;
    if (!host) return;
    const { position, fitTo } = latest.current;
    const view = new MapView(host, position ?? null, {
      onClick: (place, dotId) => latest.current.onClick?.(place, dotId),
      onRest: (rest) => latest.current.onRest?.(rest),
      onBaseMapFailure: () => setHasFailed(true),
    });
    if (!position && fitTo) view.fit(fitTo);
    viewRef.current = view;
    return () => {
      viewRef.current = null;
      view.destroy();
    };
  }, []);
  useEffect(() => {
    if (baseMap) viewRef.current?.setBaseMap(baseMap);
  }, [baseMap]);
  useEffect(() => viewRef.current?.setSheets(sheets), [sheets]);
  useEffect(() => viewRef.current?.setLayers(layers), [layers]);
  useEffect(() => viewRef.current?.setMarkers(markers), [markers]);
  useEffect(() => {
    if (viewRef.current) viewRef.current.cursor = cursor;
  }, [cursor]);
  useImperativeHandle(
    props.ref,
    () => ({
      fit: (box) => viewRef.current?.fit(box),
      jumpTo: (position) => viewRef.current?.jumpTo(position),
    }),
    [],
  );
  return (
    <div className={styles.root}>
      <div
        ref={hostRef}
        className={styles.host}
        role="region"
        aria-label={label}
        data-testid="map-canvas"
        onKeyDown={(event) => {
          if (MAP_KEYS.has(keyOf(event))) event.stopPropagation();
        }}
      />
      {baseMap?.attribution ? <span className={styles.attribution}>{baseMap.attribution}</span> : null}
      {isError || hasFailed ? (
        <MessageBar intent="warning" className={styles.failure}>
          <MessageBarBody>The base map cannot be reached; the sheets are shown without it.</MessageBarBody>
        </MessageBar>
      ) : null}
    </div>
  );
}
