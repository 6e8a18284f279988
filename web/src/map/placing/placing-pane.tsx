import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Text,
  tokens,
} from '@fluentui/react-components';
import { ArrowUndoRegular, DismissRegular } from '@fluentui/react-icons';
import { placeOf } from '@symbio/georeference';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { LoadingView } from '../../components/loading-view.js';
import { fitOfSheet } from '../../evidence/sheet-place.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import type { SheetViewerHandle } from '../../viewer/sheet/viewer-props.js';
import { drawnSheet, nearestSheets } from '../drawn-sheet.js';
import type { MapLayer, MapMarker, MapPosition } from '../map-layers.js';
import type { SheetMapHandle } from '../map-props.js';
import { fromMercator, zoomOfScale } from '../mercator.js';
import { SheetMap } from '../sheet-map.js';
import { nextStep, placingSummary } from './placing-words.js';
import { LikelyCrossings } from './likely-crossings.js';
import { PlacesFiles } from './places-files.js';
import { PointsTable } from './points-table.js';
import { StreetLines } from './street-lines.js';
import { TypedPlace, type NamedPlace } from './typed-place.js';
import type { Overlay } from './overlay.js';
import type { Placing } from './use-placing.js';
import { ProposedPlaces } from './proposed-places.js';
import type { ProposedPlaces as Proposed } from './use-proposal.js';
import { useSurroundings } from './use-surroundings.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    // the other half of the screen: never over the sheet
    flex: '1 1 50%',
    minWidth: 0,
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: { flexGrow: 1 },
  map: { display: 'flex', flexGrow: 1, minHeight: '160px' },
  under: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: tokens.spacingVerticalS,
    maxHeight: '45%',
    overflowY: 'auto',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    // it scrolls: shrunk notices would lie below the table
    '& > *': { flexShrink: 0 },
  },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  foot: {
    flexShrink: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontWeight: tokens.fontWeightSemibold,
  },
});

const NO_LAYERS: readonly MapLayer[] = [];

interface PlacingPaneProps {
  placing: Placing;
  proposed: Proposed;
  page: DocumentPage;
  mayEdit: boolean;
  overlay: Overlay;
  onOverlay: () => void;
  onClose: () => void;
  viewer: { readonly current: SheetViewerHandle | null };
  /** Such as street lines and the boundary, above the sheet. */
  layers?: readonly MapLayer[];
}

/** The map beside a sheet, on which the sheet gets its place. */
export function PlacingPane(props: PlacingPaneProps) {
  const { placing, proposed, page, mayEdit, overlay, layers = NO_LAYERS, viewer } = props;
  const { state, dispatch, judgement, georeference } = placing;
  const styles = useStyles();
  const surroundings = useSurroundings(page.id);
  const map = useRef<SheetMapHandle>(null);
  const [middle, setMiddle] = useState<MapPosition | null>(null);
  // without points of its own, it may lie where an aligned sheet says
  const aligned = useMemo(
    () => (georeference && state.points.length === 0 ? fitOfSheet(georeference) : null),
    [georeference, state.points],
  );
  const fit = judgement?.fit ?? aligned;

  const drawn = useMemo(() => (fit ? drawnSheet(page, fit) : null), [fit, page]);
  const sheets = useMemo(
    () => [
      ...nearestSheets(surroundings.sheets, drawn?.middle ?? null),
      ...(drawn && overlay.opacity > 0 ? [{ ...drawn, opacity: overlay.opacity }] : []),
    ],
    [drawn, overlay.opacity, surroundings.sheets],
  );
  const markers = useMemo(() => {
    const shown = state.points.map(({ key, longitude, latitude, used }, index): MapMarker => ({
      ...{ key, longitude, latitude, text: String(index + 1), isDimmed: !used, isSelected: key === state.selectedKey },
    }));
    const half = state.place && { key: 'half', ...state.place.at, text: String(state.points.length + 1) };
    return [...proposed.markers, ...shown, ...(half ? [half] : [])];
  }, [proposed.markers, state.points, state.place, state.selectedKey]);
  const allLayers = useMemo(() => [...layers, ...surroundings.layers], [layers, surroundings.layers]);

  // the first time that the points place it, the whole sheet comes into view
  const wasPlaced = useRef<boolean>(undefined);
  const isPlaced = georeference ? drawn !== null : undefined;
  useEffect(() => {
    if (wasPlaced.current === false && isPlaced && drawn) map.current?.fit(drawn.box);
    wasPlaced.current = isPlaced;
  }, [drawn, isPlaced]);

  // from the third place on, the map follows the sheet
  const usedCount = state.points.filter(({ used }) => used).length;
  useEffect(() => {
    if (!fit || !drawn || usedCount < 3) return;
    return viewer.current?.follow((pixel, scale) => {
      const at = drawn.at(pixel);
      map.current?.jumpTo({ ...fromMercator(at), zoom: zoomOfScale(scale, drawn) });
    });
  }, [drawn, fit, usedCount, viewer]);

  const give = ({ at, source, name }: NamedPlace) => dispatch({ kind: 'place', at, source, name });
  const click = (at: NamedPlace['at']) => give({ at, source: 'map', name: '' });
  const typed = (place: NamedPlace) => {
    give(place);
    if (!fit) map.current?.jumpTo({ ...place.at, zoom: Math.max(middle?.zoom ?? 0, 16) });
  };
  const table = (
    <PointsTable
      points={state.points}
      judgement={judgement}
      selectedKey={state.selectedKey}
      mayEdit={mayEdit}
      dispatch={dispatch}
    />
  );
  const isReady = georeference !== undefined && !surroundings.isLoading;
  const own = georeference ? fitOfSheet(georeference) : null;
  return (
    <section className={styles.root} aria-label="Place on the map">
      <div className={styles.head}>
        <Text as="h2" weight="semibold" className={styles.title}>
          Place on the map
        </Text>
        <Button size="small" disabled={!drawn} onClick={props.onOverlay} title="Show the sheet on the map (W)">
          {`Sheet: ${overlay.name}`}
        </Button>
        <Button
          size="small"
          appearance="subtle"
          icon={<ArrowUndoRegular />}
          disabled={!placing.undo}
          onClick={() => placing.undo?.()}
        >
          Undo
        </Button>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label="Close the map"
          title="Close the map (G)"
          onClick={props.onClose}
        />
      </div>
      <div className={styles.map}>
        {isReady ? (
          <SheetMap
            ref={map}
            sheets={sheets}
            layers={allLayers}
            markers={markers}
            fitTo={own ? (drawnSheet(page, own)?.box ?? null) : surroundings.start}
            cursor={mayEdit ? 'crosshair' : 'grab'}
            label={mayEdit ? 'Map: click the place that you clicked on the sheet' : 'Map with this sheet'}
            table={null}
            onClick={(place) => {
              if (mayEdit) click(place);
            }}
            onRest={setMiddle}
          />
        ) : (
          <LoadingView label="Loading the places..." />
        )}
      </div>
      <div className={styles.under}>
        {mayEdit && (
          <>
            <Text role="status" size={200}>
              {nextStep(state)}
            </Text>
            {state.pixel && (
              <LikelyCrossings
                pageId={page.id}
                pixel={state.pixel}
                near={fit ? placeOf(fit, state.pixel) : null}
                onPlace={typed}
              />
            )}
            <TypedPlace onPlace={typed} />
            <div className={styles.row}>
              <Button
                size="small"
                onClick={() => {
                  const pixel = viewer.current?.middle();
                  if (pixel) dispatch({ kind: 'pixel', pixel });
                }}
              >
                Use the middle of the sheet’s view
              </Button>
              <Button
                size="small"
                disabled={!middle}
                onClick={() => middle && click({ longitude: middle.longitude, latitude: middle.latitude })}
              >
                Use the middle of the map
              </Button>
            </div>
            <StreetLines />
            <ProposedPlaces proposed={proposed} />
          </>
        )}
        <PlacesFiles placing={placing} mayEdit={mayEdit} />
        <PlacingNotices placing={placing} mayEdit={mayEdit} />
        {state.points.length > 0 && table}
      </div>
      <div className={styles.foot} role="status">
        {aligned ? georeference?.state_text : placingSummary(judgement, state.points)}
        {placing.isSaving ? ' · saving...' : state.isChanged && mayEdit ? ' · not saved' : ''}
      </div>
    </section>
  );
}

function PlacingNotices({ placing, mayEdit }: { placing: Placing; mayEdit: boolean }) {
  const { state, dispatch, judgement, problem, failure, recover } = placing;
  const worst = judgement?.worst ? state.points[judgement.worst.index] : undefined;
  const notice = (intent: 'info' | 'warning' | 'error', sentence: string, action?: ReactNode) => (
    <MessageBar intent={intent} layout="multiline">
      <MessageBarBody>{sentence}</MessageBarBody>
      {action && <MessageBarActions>{action}</MessageBarActions>}
    </MessageBar>
  );
  return (
    <>
      {failure &&
        notice(
          'error',
          failure.message,
          <Button size="small" onClick={recover}>
            {failure.isStale ? 'Show the current places' : 'Try again'}
          </Button>,
        )}
      {problem !== null && notice(state.points.length < 2 ? 'info' : 'warning', problem)}
      {judgement?.note &&
        notice(
          'warning',
          judgement.note,
          worst && mayEdit && (
            <Button size="small" onClick={() => dispatch({ kind: 'used', key: worst.key, used: false })}>
              Leave it out
            </Button>
          ),
        )}
    </>
  );
}
