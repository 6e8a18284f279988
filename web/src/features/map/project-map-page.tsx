import { Button, Text } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { useBreadcrumbTail } from '../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useUrlState } from '../../lib/navigation/url-state.js';
import { useProject } from '../../lib/project/project-context.js';
import { nearestSheets } from '../../map/drawn-sheet.js';
import { FEATURE_COLOUR, type MapLayer, type MapPosition } from '../../map/map-layers.js';
import type { SheetMapHandle } from '../../map/map-props.js';
import { boxOf, toMercator, type Box } from '../../map/mercator.js';
import { propertyBox, propertyLayer } from '../../map/property.js';
import { SheetMap } from '../../map/sheet-map.js';
import { BoundaryPanel } from './boundary/boundary-panel.js';
import { useBoundaryOnMap } from './boundary/use-boundary-on-map.js';
import { useMapData, type MapDot, type MapSheet } from './map-data.js';
import { DotList, SheetList } from './map-list.js';
import { useMapStyles } from './map-styles.js';
import { mapUrlOf, placeParameter, positionParameter } from './map-url.js';
import { SheetTable } from './sheet-table.js';
import { SheetsHere } from './sheets-here.js';
import { OpacitySlider, YearSlider } from './year-slider.js';

const MENTION_COLOUR = '#8a3ffc';
const CLOSE_ZOOM = 18;
const NO_SHEETS = 'Open a sheet and press G, or choose “Place on the map”, to see it here.';

/** Whether a sheet is shown for a year; null: all are. */
const isUpTo = (year: number | null, { year: own }: MapSheet): boolean => own === null || year === null || own <= year;

const cornersOf = ({ west, north, east, south }: Box): [x: number, y: number][] => [
  [west, north],
  [east, south],
];

/** Null without anything on the map. */
function boxOfAll(sheets: readonly MapSheet[], boundary: Box | null, dots: readonly MapDot[]): Box | null {
  const corners = [...sheets.flatMap(({ drawn }) => drawn?.box ?? []), ...(boundary ? [boundary] : [])].flatMap(
    cornersOf,
  );
  const points = corners.length > 0 ? corners : dots.map(toMercator);
  return points.length > 0 ? boxOf(points) : null;
}

/** The sheets of a project by year, with its features, mentions and boundary. */
export function ProjectMapPage() {
  const styles = useMapStyles();
  const { project } = useProject();
  const navigate = useNavigate();
  const [address, change] = useUrlState();
  const { position, year: askedYear, opacity, here } = mapUrlOf(address);
  const map = useRef<SheetMapHandle>(null);
  const [start] = useState(position);
  const { sheets, features, mentions, isLoading, failure } = useMapData(project.id);
  const boundary = useBoundaryOnMap();
  const { layers, corners, hasGeometry } = boundary;
  useDocumentTitle('Map', project.title);
  useBreadcrumbTail('Map');

  const years = useMemo(
    () => [...new Set(sheets.flatMap(({ year }) => (year === null ? [] : [year])))].sort((a, b) => a - b),
    [sheets],
  );
  const year = askedYear ?? years.at(-1) ?? null;
  const [atX, atY] = position ? toMercator(position) : [null, null];
  const drawn = useMemo(() => {
    const shown = sheets.flatMap((sheet) =>
      sheet.drawn && isUpTo(year, sheet) ? [{ ...sheet.drawn, opacity: opacity / 100 }] : [],
    );
    return nearestSheets(shown, atX === null || atY === null ? null : [atX, atY]);
  }, [sheets, year, opacity, atX, atY]);
  const allLayers = useMemo(
    (): MapLayer[] => [
      ...(hasGeometry ? [] : [propertyLayer(project)]),
      ...layers,
      { id: 'mentions', kind: 'dots', colour: MENTION_COLOUR, radius: 5, dots: mentions },
      { id: 'features', kind: 'dots', colour: FEATURE_COLOUR, radius: 7, dots: features },
    ],
    [hasGeometry, project, layers, features, mentions],
  );
  const hereText = here && placeParameter(here);
  const markers = useMemo(() => {
    const [latitude, longitude] = (hereText ?? '').split(',').map(Number);
    const isKnown = latitude !== undefined && longitude !== undefined;
    return [...(isKnown ? [{ key: 'here', text: '', latitude, longitude }] : []), ...boundary.markers];
  }, [hereText, boundary.markers]);

  if (isLoading) return <LoadingView screen label="Loading the map..." />;
  if (failure) return <LoadErrorMessage what="The map" {...failure} />;
  const dots = [...features, ...mentions];
  const box = boxOfAll(sheets, boundary.box, dots) ?? propertyBox(project);
  if (!box && sheets.length === 0)
    return (
      <EmptyState title="Nothing is on the map yet">
        Open a sheet and press G, or choose “Place on the map”, to give it a place on the earth. Or enter the
        coordinates of the property in Setup, and draw its boundary here.
      </EmptyState>
    );
  const go = (place: { longitude: number; latitude: number }) => map.current?.jumpTo({ ...place, zoom: CLOSE_ZOOM });
  const look = (place: { longitude: number; latitude: number }) => change({ here: placeParameter(place) });
  return (
    <div className={styles.root}>
      <div className={styles.map}>
        <SheetMap
          ref={map}
          sheets={drawn}
          layers={allLayers}
          markers={markers}
          position={start}
          fitTo={box}
          cursor={corners ? 'crosshair' : 'grab'}
          label="Map of the project; the list beside it has the same sheets and places"
          table={<SheetTable sheets={sheets} />}
          onClick={(place, dotId) => {
            const dot = dots.find(({ id }) => id === dotId);
            if (corners) boundary.add(place);
            else if (dot) void navigate(dot.href);
            else look(place);
          }}
          onRest={(rest: MapPosition) => change({ at: positionParameter(rest) })}
        />
      </div>
      <aside className={styles.side} aria-label="On the map">
        <Text as="h1" size={500} weight="semibold">
          Map
        </Text>
        {years.length > 1 && year !== null && (
          <YearSlider years={years} year={year} onYear={(next) => change({ year: String(next) })} />
        )}
        {sheets.length > 0 && (
          <OpacitySlider opacity={opacity} onOpacity={(next) => change({ opacity: String(next) })} />
        )}
        <BoundaryPanel boundary={boundary} middle={position} />
        {here ? (
          <SheetsHere projectId={project.id} place={here} sheets={sheets} onClose={() => change({ here: null })} />
        ) : (
          position && (
            <Button size="small" onClick={() => look(position)}>
              What every year shows in the middle
            </Button>
          )
        )}
        <section aria-label="Sheets">
          <Text as="h2" block weight="semibold">
            {`Sheets (${sheets.length})`}
          </Text>
          {sheets.length === 0 && <Text size={200}>{NO_SHEETS}</Text>}
          <SheetList
            projectId={project.id}
            sheets={sheets}
            isShown={(sheet) => isUpTo(year, sheet)}
            onFit={(box) => map.current?.fit(box)}
          />
        </section>
        <DotList title="Features" colour={FEATURE_COLOUR} dots={features} onGo={go} />
        <DotList title="Mentions" colour={MENTION_COLOUR} dots={mentions} onGo={go} />
      </aside>
    </div>
  );
}
