import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { Dismiss12Filled } from '@fluentui/react-icons';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { LayerAnnotation } from './annotation-layer.js';
import type { AnnotationCoordinates, AnnotationType, RectangleCoordinates } from './annotation-records.js';
import type { Sheet } from './sheet-slot.js';
import { KeyboardHelp } from './keyboard-help.js';
import type { KeyGroup } from './keyboard-help.js';
import { SheetController } from './sheet-controller.js';
import { isModalOpen, isTyping, keyCommand, takesArrows } from './sheet-keys.js';
import { SheetToolbar } from './sheet-toolbar.js';
import type { StepsBack } from './sheet-toolbar.js';

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
  // the canvas draws its own focus ring inside, or the neighbours would cut it off
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
  // a phone has no keys
  keys: { '@media (pointer: coarse)': { display: 'none' } },
  placeholder: { display: 'flex', alignItems: 'center', justifyContent: 'center', overflow: 'auto' },
  loading: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    pointerEvents: 'none',
    // a sheet that comes at once shows no spinner
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

/** What a page may ask of the viewer it holds. */
export interface SheetViewerHandle {
  /** Brings an annotation into the middle of the view. */
  focusOn(coordinates: AnnotationCoordinates): void;
  /** The same, unless it is in view already. */
  reveal(coordinates: AnnotationCoordinates): void;
  /** Gives the sheet the keyboard focus. */
  focus(): void;
  /** Whether the sheet has the keyboard focus. */
  hasFocus(): boolean;
}

export interface SheetViewerProps {
  /** The sheet to show; a new object only when its key or addresses changed. */
  sheet: Sheet | null;
  /** A small picture of the sheet, shown until its first tile is there. */
  thumbnailUrl: string | null;
  /** What the picture shows, for people who don't see it. */
  description: string;
  annotations: readonly LayerAnnotation[];
  /** Found words to outline; a new array only when they changed. */
  hits: readonly RectangleCoordinates[];
  selectedKey: string | null;
  tool: AnnotationType;
  /** Whether the person may draw (ANN-02). */
  mayDraw: boolean;
  /** Whether this annotation may be moved and deleted by the person (OP-24). Stable between renders. */
  isEditable: (annotation: LayerAnnotation) => boolean;
  /** Whether all annotations are hidden; then `annotations` is empty. */
  isHidden: boolean;
  isListOpen: boolean;
  /** What can be undone and redone, in words. */
  steps: StepsBack;
  onToolChange: (tool: AnnotationType) => void;
  onHiddenChange: (hidden: boolean) => void;
  onListOpenChange: (open: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Something to say to people who don't see the sheet. */
  onAnnounce: (sentence: string) => void;
  onSelect: (key: string | null) => void;
  onCreate: (type: AnnotationType, coordinates: AnnotationCoordinates) => void;
  onMove: (key: string, coordinates: AnnotationCoordinates) => void;
  onResize: (key: string, coordinates: AnnotationCoordinates) => void;
  onDelete: (key: string) => void;
  onOpen: (key: string) => void;
  /** Page Up (-1) and Page Down (+1). */
  onTurnPage: (step: -1 | 1) => void;
  /** Keys of what else the page offers, for the keyboard help. */
  extraKeys?: KeyGroup;
  /** Stands in the place of the sheet while there is none. */
  children?: ReactNode;
  ref?: Ref<SheetViewerHandle>;
}

/**
 * A deep-zoomable sheet with its annotations. React decides what is shown; the controller below draws and moves it,
 * so that no frame waits for React.
 */
export function SheetViewer(props: SheetViewerProps) {
  const { sheet, thumbnailUrl, description, annotations, hits, selectedKey, tool, mayDraw, isEditable } = props;
  const styles = useStyles();
  const hostRef = useRef<HTMLDivElement>(null);
  const overlayRef = useRef<HTMLDivElement>(null);
  const percentageRef = useRef<HTMLSpanElement>(null);
  const deleteRef = useRef<HTMLButtonElement>(null);
  const thumbnailRef = useRef<HTMLImageElement>(null);
  const controllerRef = useRef<SheetController | null>(null);
  const [loading, setLoading] = useState(false);
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
        onSelect: (key) => latest.current.onSelect(key),
        onCreate: (type, coordinates) => latest.current.onCreate(type, coordinates),
        onMove: (key, coordinates) => latest.current.onMove(key, coordinates),
        onResize: (key, coordinates) => latest.current.onResize(key, coordinates),
        onOpen: (key) => latest.current.onOpen(key),
        onLoading: setLoading,
      },
    );
    controllerRef.current = controller;
    const stopKeys = listenToKeys(controller, latest, () => setHelpOpen(true));
    return () => {
      stopKeys();
      controllerRef.current = null;
      controller.destroy();
    };
  }, []);

  useEffect(() => {
    controllerRef.current?.show(sheet);
  }, [sheet]);
  useEffect(() => {
    controllerRef.current?.setView({ annotations, selectedKey, tool, mayDraw, touchDraws, isEditable });
  }, [annotations, selectedKey, tool, mayDraw, touchDraws, isEditable]);
  useEffect(() => {
    controllerRef.current?.setHits(hits);
  }, [hits]);
  useEffect(() => {
    controllerRef.current?.describe(description);
  }, [description]);

  useImperativeHandle(
    props.ref,
    () => ({
      focusOn: (coordinates) => controllerRef.current?.focusOn(coordinates),
      reveal: (coordinates) => controllerRef.current?.reveal(coordinates),
      focus: () => controllerRef.current?.focus(),
      hasFocus: () => controllerRef.current?.hasFocus === true,
    }),
    [],
  );

  return (
    <div className={styles.root}>
      <SheetToolbar
        disabled={!sheet}
        tool={tool}
        mayDraw={mayDraw}
        isHidden={props.isHidden}
        touchDraws={hasTouch ? touchDraws : undefined}
        isListOpen={props.isListOpen}
        steps={props.steps}
        percentageRef={percentageRef}
        onToolChange={props.onToolChange}
        onTurn={() => controllerRef.current && turnSheet(controllerRef.current, 1, props.onAnnounce)}
        onHiddenChange={props.onHiddenChange}
        onTouchDrawsChange={setTouchDraws}
        onListOpenChange={props.onListOpenChange}
        onUndo={props.onUndo}
        onRedo={props.onRedo}
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
          src={thumbnailUrl ?? undefined}
          alt=""
          draggable={false}
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
              if (selectedKey === null) return;
              props.onDelete(selectedKey);
              // the button goes: the keyboard stays on the sheet
              controllerRef.current?.focus();
            }}
          />
        </div>
        {!sheet && <div className={mergeClasses(styles.fill, styles.placeholder)}>{props.children}</div>}
        {props.isHidden && sheet && (
          <div className={styles.notice}>
            Annotations are hidden.<span className={styles.keys}> Press H to show them.</span>
          </div>
        )}
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

/** CSS pixels that an arrow key pans, and image pixels that it moves the selected annotation; more with Shift. */
const PAN_STEP = { near: 80, far: 320 };
const NUDGE_STEP = { near: 1, far: 10 };

function turnSheet(controller: SheetController, step: 1 | -1, announce: (sentence: string) => void): void {
  const turn = controller.turn(step);
  announce(turn === 0 ? 'The sheet is upright.' : `The sheet is turned by ${turn} degrees.`);
}

/**
 * Keys work wherever the focus is on the page, except in text fields, dialogs and menus; Space pans only while the
 * pointer is over the sheet, so that it still presses the button that has the focus.
 */
function listenToKeys(
  controller: SheetController,
  latest: { current: SheetViewerProps },
  openHelp: () => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || isModalOpen()) return;
    if (event.code === 'Space') {
      if (!controller.isHovered) return;
      event.preventDefault();
      controller.holdSpace(true);
      return;
    }
    const command = keyCommand(event);
    if (!command) return;
    const { selectedKey, annotations, isEditable, isHidden, onDelete, onOpen, onTurnPage } = latest.current;
    switch (command.kind) {
      case 'zoomIn':
        controller.zoomIn();
        break;
      case 'zoomOut':
        controller.zoomOut();
        break;
      case 'fitToPage':
        controller.fitToPage();
        break;
      case 'fitToWidth':
        controller.fitToWidth();
        break;
      case 'actualSize':
        controller.zoomToActualSize();
        break;
      case 'turn':
        turnSheet(controller, command.step, latest.current.onAnnounce);
        break;
      case 'hide':
        latest.current.onHiddenChange(!isHidden);
        break;
      case 'draw':
        if (!controller.drawInMiddle()) return;
        controller.focus();
        break;
      case 'help':
        openHelp();
        break;
      case 'undo':
        controller.saveNudges();
        latest.current.onUndo();
        break;
      case 'redo':
        latest.current.onRedo();
        break;
      case 'arrow': {
        if (takesArrows(event.target)) return;
        const size = command.far ? 'far' : 'near';
        const nudge = NUDGE_STEP[size];
        const pan = PAN_STEP[size];
        if (!controller.nudge({ x: command.x * nudge, y: command.y * nudge }))
          controller.pan({ x: -command.x * pan, y: -command.y * pan });
        break;
      }
      case 'delete': {
        const selected = annotations.find(({ key }) => key === selectedKey);
        if (!selected || !isEditable(selected)) return;
        onDelete(selected.key);
        break;
      }
      case 'open':
        if (selectedKey === null || !controller.hasFocus) return;
        onOpen(selectedKey);
        break;
      case 'cancel':
        controller.cancel();
        break;
      case 'turnPage':
        onTurnPage(command.step);
        break;
    }
    event.preventDefault();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.code !== 'Space') return;
    // a button under the focus would take the release for a press
    if (controller.isPanning) event.preventDefault();
    controller.holdSpace(false);
  };
  // whatever comes next finds what the arrow keys moved: a review that is accepted, a page that is turned
  const saveNudges = (event: Event) => {
    if (!(event instanceof KeyboardEvent && (event.key.startsWith('Arrow') || event.key === 'Shift')))
      controller.saveNudges();
  };
  window.addEventListener('keydown', saveNudges, { signal, capture: true });
  window.addEventListener('pointerdown', saveNudges, { signal, capture: true });
  window.addEventListener('keydown', onKeyDown, { signal });
  window.addEventListener('keyup', onKeyUp, { signal });
  // the release of a key is lost when the window loses the focus
  window.addEventListener('blur', () => controller.holdSpace(false), { signal });
  return () => listening.abort();
}
