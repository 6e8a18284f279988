import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { Dismiss12Filled } from '@fluentui/react-icons';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { marksOf } from '@symbio/sheet/adapters/symbio';
import { isDrawingTool } from '@symbio/sheet/drawing/drawing';
import { KeyboardHelp } from './keyboard-help.js';
import { SheetController } from '@symbio/sheet/view/controller';
import { createSheetFrames } from '@symbio/sheet/view/frames';
import { copySelected, duplicateSelected, listenToClipboard } from './clipboard.js';
import { listenToKeys, rotateSheet } from './key-bindings.js';
import { useLetterKeysOn } from '../../lib/ui/letter-keys.js';
import { SheetToolbar } from './toolbar.js';
import type { SheetViewerProps } from './viewer-props.js';
import type { ZoomEnd } from '@symbio/sheet/geometry/zoom';
import { useFailedPictures } from '../../lib/ui/failed-pictures.js';
import { TilesFailingBar } from './tiles-failing-bar.js';

const DELETE_COLOUR = '#c50f1f';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    flexGrow: 1,
    backgroundColor: tokens.colorNeutralBackground5,
  },
  stage: { position: 'relative', flexGrow: 1, minHeight: 0, overflow: 'hidden' },
  fill: { position: 'absolute', inset: 0 },
  // the canvas draws an inset focus ring; an outer one would be clipped
  host: {
    '& .openseadragon-canvas:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2} !important`,
      outlineOffset: '-2px',
    },
  },
  overlay: { pointerEvents: 'none', overflow: 'hidden' },
  thumbnail: { position: 'absolute', top: 0, left: 0, transformOrigin: '0 0', maxWidth: 'none', pointerEvents: 'none' },
  delete: {
    position: 'absolute',
    top: 0,
    left: 0,
    pointerEvents: 'auto',
    minWidth: '24px',
    width: '24px',
    height: '24px',
    padding: 0,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: DELETE_COLOUR,
    color: '#ffffff',
    border: '2px solid #ffffff',
    '&[hidden]': { display: 'none' },
    ':hover': { backgroundColor: '#a80f1a', color: '#ffffff' },
    ':hover:active': { backgroundColor: '#8a0c15', color: '#ffffff' },
  },
  hidden: { display: 'none' },
  notice: {
    position: 'absolute',
    insetInlineStart: tokens.spacingHorizontalM,
    bottom: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    pointerEvents: 'none',
  },
  // no keyboard on phones
  keys: { '@media (pointer: coarse)': { display: 'none' } },
  placeholder: { display: 'flex', alignItems: 'center', justifyContent: 'center', overflow: 'auto' },
  loading: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    pointerEvents: 'none',
    // delays the spinner for sheets that load quickly
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '100ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
  },
  loadingCard: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
  },
});

/**
 * Deep-zoom sheet with annotations. React sets the content; the controller draws and moves it without waiting for
 * React.
 */
export function SheetViewer(props: SheetViewerProps) {
  const { controls, edits, actions } = props;
  const { sheet, thumbnailUrl, description } = props.picture;
  const { annotations, hits, hit = null, selectedKeys, lengthOf, meaningOf } = props.content;
  const { mayDraw, canDraw, isEditable } = props.rights;
  const hasLetterKeys = useLetterKeysOn();
  const { snaps, isHidden, isChoosing } = controls;
  // where nothing can be drawn, a drag moves the sheet
  const tool = mayDraw || !isDrawingTool(controls.tool) ? controls.tool : 'hand';
  const styles = useStyles();
  const hostRef = useRef<HTMLDivElement>(null);
  const overlayRef = useRef<HTMLDivElement>(null);
  const percentageRef = useRef<HTMLSpanElement>(null);
  const deleteRef = useRef<HTMLButtonElement>(null);
  const thumbnailRef = useRef<HTMLImageElement>(null);
  const controllerRef = useRef<SheetController | null>(null);
  const [frames] = useState(createSheetFrames);
  const [loading, setLoading] = useState(false);
  const [isFailing, setFailing] = useState(false);
  const { pictured } = actions;
  const isPictured = sheet !== null && !loading && !isFailing;
  useEffect(() => pictured?.(isPictured), [pictured, isPictured]);
  const thumbnails = useFailedPictures();
  const [zoomEnd, setZoomEnd] = useState<ZoomEnd>(null);
  const [touchDraws, setTouchDraws] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasTouch = navigator.maxTouchPoints > 0;

  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const host = hostRef.current;
    const overlay = overlayRef.current;
    const percentage = percentageRef.current;
    const deleteButton = deleteRef.current;
    const thumbnail = thumbnailRef.current;
    if (!host || !overlay || !percentage || !deleteButton || !thumbnail) return;
    const controller = new SheetController(
      { host, overlay, percentage, deleteButton, thumbnail },
      {
        onSelect: (keys) => latest.current.actions.select(keys),
        onCreate: (type, coordinates) => {
          latest.current.edits.create(type, coordinates);
          latest.current.actions.drawn();
        },
        onMove: (placed) => latest.current.edits.move(...placed),
        onResize: (key, coordinates) => latest.current.edits.resize(key, coordinates),
        onOpen: (key) => latest.current.actions.open(key),
        onChoose: (key) => latest.current.actions.choose(key),
        onRefuse: (sentence) => latest.current.actions.refuse(sentence),
        onMeasure: (line) => latest.current.actions.measure(line),
        onPlace: (pixel) => latest.current.actions.place?.(pixel),
        onLoading: setLoading,
        onTilesFailing: setFailing,
        onZoomEnd: setZoomEnd,
        onPlaced: frames.moved,
      },
    );
    controllerRef.current = controller;
    const stopKeys = listenToKeys(controller, latest, () => setHelpOpen(true));
    const stopClipboard = listenToClipboard(controller, latest);
    return () => {
      stopKeys();
      stopClipboard();
      controllerRef.current = null;
      controller.destroy();
    };
  }, [frames]);

  useEffect(() => {
    controllerRef.current?.show(sheet);
  }, [sheet]);
  const shown = useMemo(
    () => ({ marks: marksOf(annotations), of: new Map(annotations.map((each) => [each.key, each])) }),
    [annotations],
  );
  useEffect(() => {
    controllerRef.current?.setView({
      ...{ marks: shown.marks, selectedKeys, tool, snaps, touchDraws, mayDraw: canDraw, chooses: isChoosing },
      isEditable: (key) => {
        const annotation = shown.of.get(key);
        return annotation !== undefined && isEditable(annotation);
      },
    });
  }, [shown, selectedKeys, tool, snaps, canDraw, touchDraws, isChoosing, isEditable]);
  useEffect(() => {
    controllerRef.current?.setHits(hits, hit);
  }, [hits, hit]);
  useEffect(() => {
    controllerRef.current?.setLengthText(lengthOf);
  }, [lengthOf]);
  useEffect(() => {
    controllerRef.current?.setMeaning(meaningOf);
  }, [meaningOf]);
  useEffect(() => {
    controllerRef.current?.describe(description);
  }, [description]);

  useImperativeHandle(
    props.ref,
    () => ({
      focusOn: (coordinates, isClose) => controllerRef.current?.focusOn(coordinates, isClose),
      reveal: (coordinates) => controllerRef.current?.reveal(coordinates),
      bringIntoView: (coordinates, panel) => controllerRef.current?.bringIntoView(coordinates, panel),
      focus: () => controllerRef.current?.focus(),
      hasFocus: () => controllerRef.current?.hasFocus === true,
      duplicate: () => controllerRef.current && duplicateSelected(latest.current, controllerRef.current),
      copy: () => void copySelected(latest.current, null),
      middle: () => controllerRef.current?.middle ?? null,
      follow: (listener) => {
        // the first call says where the sheet is, not that it moved
        let hasBegun = false;
        const stop = frames.follow(({ scale }) => {
          const middle = hasBegun && controllerRef.current?.middle;
          if (middle) listener(middle, scale);
        });
        hasBegun = true;
        return stop;
      },
    }),
    [frames],
  );

  return (
    <div className={styles.root}>
      <SheetToolbar
        disabled={!sheet}
        tool={tool}
        toolBefore={controls.toolBefore}
        mayDraw={mayDraw}
        isHidden={isHidden}
        snaps={snaps}
        onSnapsChange={controls.onSnapsChange}
        touchDraws={hasTouch ? touchDraws : undefined}
        isListOpen={controls.isListOpen}
        hasLegend={meaningOf !== null}
        extra={props.extraTools}
        steps={edits.steps}
        zoomEnd={zoomEnd}
        percentageRef={percentageRef}
        onToolChange={controls.onToolChange}
        onTurn={() => controllerRef.current && rotateSheet(controllerRef.current, 1, actions.announce)}
        onHiddenChange={controls.onHiddenChange}
        onTouchDrawsChange={setTouchDraws}
        onListOpenChange={controls.onListOpenChange}
        onUndo={edits.undo}
        onRedo={edits.redo}
        onHelp={() => setHelpOpen(true)}
        onZoomIn={() => controllerRef.current?.zoomIn()}
        onZoomOut={() => controllerRef.current?.zoomOut()}
        onFitToWidth={() => controllerRef.current?.fitToWidth()}
        onFitToPage={() => controllerRef.current?.fitToPage()}
      />
      <div className={styles.stage}>
        <img
          ref={thumbnailRef}
          className={mergeClasses(styles.thumbnail, (!sheet || !thumbnailUrl) && styles.hidden)}
          src={thumbnailUrl && !thumbnails.failed.has(thumbnailUrl) ? thumbnailUrl : undefined}
          alt=""
          draggable={false}
          onError={() => thumbnailUrl && thumbnails.fail(thumbnailUrl)}
        />
        <div ref={hostRef} className={mergeClasses(styles.fill, styles.host)} data-testid="viewer-canvas" />
        <div ref={overlayRef} className={mergeClasses(styles.fill, styles.overlay)}>
          <Button
            ref={deleteRef}
            className={styles.delete}
            appearance="transparent"
            icon={<Dismiss12Filled />}
            aria-label="Delete annotation"
            title="Delete annotation"
            data-testid="annotation-delete"
            hidden
            onClick={() => {
              edits.remove(...selectedKeys);
              // the button disappears: focus returns to the sheet
              controllerRef.current?.focus();
            }}
          />
        </div>
        {sheet && props.over && <div className={mergeClasses(styles.fill, styles.overlay)}>{props.over(frames)}</div>}
        {sheet && props.bar && <div className={mergeClasses(styles.fill, styles.overlay)}>{props.bar}</div>}
        {!sheet && <div className={mergeClasses(styles.fill, styles.placeholder)}>{props.children}</div>}
        {isHidden && sheet && (
          <div className={styles.notice}>
            Annotations are hidden.{hasLetterKeys && <span className={styles.keys}> Press Shift+H to show them.</span>}
          </div>
        )}
        {isFailing && sheet && <TilesFailingBar onRetry={() => controllerRef.current?.retryTiles()} />}
        {loading && (
          <div className={mergeClasses(styles.fill, styles.loading)}>
            <Spinner className={styles.loadingCard} size="small" label="Loading image..." />
          </div>
        )}
      </div>
      {isHelpOpen && (
        <KeyboardHelp
          extra={props.extraKeys}
          onClose={() => {
            setHelpOpen(false);
            controllerRef.current?.focus();
          }}
        />
      )}
    </div>
  );
}
