import { ToolbarButton } from '@fluentui/react-components';
import { MapRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useCallback, useState, type ReactNode, type RefObject } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tool } from '../../../components/toolbar-parts.js';
import type { DocumentPage, Sheet } from '../../../evidence/page-records.js';
import { OVERLAYS } from '../../../map/placing/overlay.js';
import { usePlacingKeys } from '../../../map/placing/placing-keys.js';
import { SheetPoints } from '../../../map/placing/sheet-points.js';
import { usePlacing } from '../../../map/placing/use-placing.js';
import { useProposal } from '../../../map/placing/use-proposal.js';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import type { Point } from '@symbio/sheet/geometry/geometry';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';

const PlacingPane = lazy(async () => ({
  default: (await import('../../../map/placing/placing-pane.js')).PlacingPane,
}));

interface PlacingOptions {
  page: DocumentPage | null;
  /** Its picture; a new object only on change. */
  sheet: Sheet | null;
  mayEdit: boolean;
  /** Its keys and its panel come first. */
  isReviewing: boolean;
  viewerRef: RefObject<SheetViewerHandle | null>;
  announce: (sentence: string) => void;
}

const OPEN_PARAM = 'placing';

/** On it the sheet gets its place (key G). */
export function usePlacingPane({ page, sheet, mayEdit, isReviewing, viewerRef, announce }: PlacingOptions) {
  const [address] = useSearchParams();
  const [isWanted, setWanted] = useState(address.get(OPEN_PARAM) === '1');
  const [shownAs, setShownAs] = useState(0);
  const isOpen = isWanted && !isReviewing && sheet !== null;
  const placing = usePlacing({
    ...{ pageId: page?.id ?? '', size: sheet?.size ?? null, isOpen, mayEdit },
    isTopographic: page?.metadata?.page_type === 'topographic_map',
  });
  const proposed = useProposal(placing);
  const { state, dispatch } = placing;
  const { points, pixel, place, selectedKey } = state;
  const overlay = OVERLAYS[shownAs] ?? OVERLAYS[0];
  const close = () => {
    setWanted(false);
    dispatch({ kind: 'dropped' });
  };
  const toggle = () => {
    if (isOpen) close();
    else setWanted(true);
    announce(isOpen ? 'The map is closed.' : 'The map is open beside the sheet.');
  };
  const nextOverlay = () => setShownAs((shownAs + 1) % OVERLAYS.length);
  usePlacingKeys(
    {
      toggle,
      overlay: isOpen ? nextOverlay : null,
      remove: isOpen && mayEdit && selectedKey !== null ? () => dispatch({ kind: 'removed', key: selectedKey }) : null,
      drop: isOpen && (pixel ?? place) ? () => dispatch({ kind: 'dropped' }) : null,
      undo: isOpen ? placing.undo : null,
    },
    isReviewing || sheet === null,
  );
  const over = useCallback(
    (frames: SheetFrames): ReactNode =>
      isOpen && (
        <SheetPoints
          frames={frames}
          points={points}
          proposed={proposed.points}
          pixel={pixel}
          selectedKey={selectedKey}
        />
      ),
    [isOpen, pixel, points, proposed.points, selectedKey],
  );
  return {
    isOpen,
    close,
    /** Whether a click on the sheet names a place. */
    isPicking: isOpen && mayEdit,
    pick: (at: Point) => dispatch({ kind: 'pixel', pixel: at }),
    over,
    button: !isReviewing && (
      <Tool label={isOpen ? 'Close the map' : 'Place on the map'} keys="G">
        <ToolbarButton
          aria-label="Place on the map"
          aria-pressed={isOpen}
          icon={<MapRegular />}
          disabled={sheet === null}
          onClick={toggle}
        />
      </Tool>
    ),
    pane: isOpen && page && (
      <Suspense fallback={null}>
        <PlacingPane
          key={page.id}
          placing={placing}
          proposed={proposed}
          page={page}
          mayEdit={mayEdit}
          overlay={overlay}
          onOverlay={nextOverlay}
          onClose={close}
          viewer={viewerRef}
        />
      </Suspense>
    ),
  };
}
