import {
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  Tab,
  TabList,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { notify } from '../../lib/toasts.js';
import type { Point } from '../../viewer/sheet-geometry.js';
import { BUTTON_STEP } from '../../viewer/sheet-zoom.js';
import { MAX_PAIRS, type Mode, type Place, type View } from './address.js';
import { LinkedSheets, type Side } from './linked-sheets.js';
import { fitSimilarity, misfit, sameWidth, type PointPair, type Similarity } from './similarity.js';
import { TimeMachineToolbar } from './time-machine-toolbar.js';
import type { TimeSheet } from './time-sheets.js';
import { YearRail } from './year-rail.js';

const NARROW = '@media (max-width: 760px)';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  panes: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '2px',
    flexGrow: 1,
    minHeight: 0,
    backgroundColor: tokens.colorNeutralStroke1,
    [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  stacked: { display: 'block' },
  pane: {
    position: 'relative',
    minWidth: 0,
    minHeight: 0,
    overflow: 'hidden',
    backgroundColor: 'var(--symbio-desk)',
  },
  over: { position: 'absolute', inset: 0 },
  // seen through, the second sheet must not hide the first behind the desk
  glass: { backgroundColor: 'transparent' },
  host: { position: 'absolute', inset: 0 },
  caption: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    zIndex: 3,
    maxWidth: 'calc(50% - 24px)',
    padding: `2px ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow4,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  start: { insetInlineStart: tokens.spacingHorizontalS },
  end: { insetInlineEnd: tokens.spacingHorizontalS },
  divider: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: '28px',
    marginInlineStart: '-14px',
    zIndex: 4,
    cursor: 'ew-resize',
    touchAction: 'none',
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '13px',
      top: 0,
      bottom: 0,
      width: '2px',
      backgroundColor: tokens.colorBrandBackground,
      boxShadow: '0 0 0 1px rgba(255,255,255,0.7)',
    },
    '::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '2px',
      top: 'calc(50% - 12px)',
      width: '24px',
      height: '24px',
      borderRadius: '50%',
      backgroundColor: tokens.colorBrandBackground,
      border: '2px solid white',
      boxSizing: 'border-box',
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  mark: {
    position: 'absolute',
    top: 0,
    insetInlineStart: 0,
    zIndex: 3,
    width: '22px',
    height: '22px',
    margin: '-11px 0 0 -11px',
    borderRadius: '50%',
    border: '2px solid white',
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: 'white',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '18px',
    textAlign: 'center',
    pointerEvents: 'none',
    boxShadow: tokens.shadow4,
  },
  cross: {
    position: 'absolute',
    top: '50%',
    insetInlineStart: '50%',
    width: '21px',
    height: '21px',
    margin: '-11px 0 0 -11px',
    zIndex: 2,
    pointerEvents: 'none',
    backgroundImage: `linear-gradient(${tokens.colorPaletteRedBackground3}, ${tokens.colorPaletteRedBackground3}), linear-gradient(${tokens.colorPaletteRedBackground3}, ${tokens.colorPaletteRedBackground3})`,
    backgroundSize: '100% 1px, 1px 100%',
    backgroundPosition: 'center',
    backgroundRepeat: 'no-repeat',
  },
  choosing: {
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // both are in sight on a phone, as much of their names as there is room for
  choice: {
    minWidth: 0,
    [NARROW]: { flexBasis: '50%' },
    '& .fui-Tab__content': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});

interface TimeMachineProps {
  sheets: readonly TimeSheet[];
  first: TimeSheet;
  second: TimeSheet;
  view: View;
  onChange: (change: Partial<View>) => void;
  onChoose: (sheet: TimeSheet, side: Side) => void;
  /** A becomes B */
  onSwap: () => void;
}

/** A numbered point of an alignment, on one of the sheets. */
interface Mark {
  side: Side;
  number: number;
  point: Point;
}

const SIDE_NAMES = ['A', 'B'] as const;
const nameOf = ({ label, documentTitle }: TimeSheet): string => `${label} · ${documentTitle}`;
const markKey = ({ side, number }: Mark): string => `${side} ${number}`;

function marksOf(pairs: readonly PointPair[], pending: { side: Side; point: Point } | null): Mark[] {
  const both = pairs.flatMap(({ from, to }, index): Mark[] => [
    { side: 0, number: index + 1, point: from },
    { side: 1, number: index + 1, point: to },
  ]);
  return pending ? [...both, { ...pending, number: pairs.length + 1 }] : both;
}

/** Two sheets, the ways to compare them, how to align them, and the rail of years. */
export function TimeMachine({ sheets, first, second, view, onChange, onChoose, onSwap }: TimeMachineProps) {
  const styles = useStyles();
  const [choosing, setChoosing] = useState<Side>(1);
  const [aligning, setAligning] = useState(false);
  /** a point of one sheet that waits for its partner on the other */
  const [pending, setPending] = useState<{ side: Side; point: Point } | null>(null);
  const fit = useMemo(
    () => fitSimilarity(view.pairs, sameWidth(first.sheet.size, second.sheet.size)),
    [view.pairs, first.sheet.size, second.sheet.size],
  );
  const shown: Mode = aligning ? 'side' : view.mode;

  const pick = (side: Side, point: Point) => {
    if (!aligning || view.pairs.length >= MAX_PAIRS) return;
    if (!pending || pending.side === side) {
      setPending({ side, point });
      return;
    }
    const pair = side === 1 ? { from: pending.point, to: point } : { from: point, to: pending.point };
    onChange({ pairs: [...view.pairs, pair] });
    setPending(null);
  };
  const align = (on: boolean) => {
    setAligning(on);
    setPending(null);
  };
  const marks = aligning ? marksOf(view.pairs, pending) : [];
  const { hosts, markRef, island } = useLinkedSheets({
    first,
    second,
    fit,
    aligning,
    view,
    marks,
    onChange,
    onPick: pick,
  });

  const dragDivider = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    onChange({ share: within((event.clientX - box.left) / box.width) });
  };
  const stepDivider = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange({ share: within(view.share + step) });
  };
  const pickMiddle = (side: Side) => (event: KeyboardEvent) => {
    const middle = island.current?.middleOf(side);
    if (!aligning || event.key !== 'Enter' || !middle) return;
    event.preventDefault();
    pick(side, middle);
  };
  const copyLink = async () => {
    await navigator.clipboard.writeText(window.location.href);
    notify({ type: 'success', title: 'Link copied' });
  };

  const percent = `${(view.share * 100).toFixed(2)}%`;
  const overlay = { swipe: { clipPath: `inset(0 0 0 ${percent})` }, fade: { opacity: view.share }, side: {} }[shown];
  const isStacked = shown !== 'side';
  return (
    <div className={styles.root}>
      <TimeMachineToolbar
        mode={shown}
        share={view.share}
        isAligning={aligning}
        onModeChange={(mode) => onChange({ mode })}
        onShareChange={(share) => onChange({ share })}
        onZoomOut={() => island.current?.zoomBy(1 / BUTTON_STEP)}
        onZoomIn={() => island.current?.zoomBy(BUTTON_STEP)}
        onShowAll={() => island.current?.goTo(null)}
        onTurn={() => island.current?.turn()}
        onAlign={align}
        onSwap={() => {
          setPending(null);
          onSwap();
        }}
        onCopyLink={() =>
          void copyLink().catch(() => notify({ type: 'error', title: 'The link could not be copied.' }))
        }
      />
      {aligning && (
        <AlignmentBar
          count={view.pairs.length}
          pending={pending?.side ?? null}
          misfitPx={misfit(view.pairs, fit)}
          onUndo={() => (pending ? setPending(null) : onChange({ pairs: view.pairs.slice(0, -1) }))}
          onClear={() => {
            setPending(null);
            onChange({ pairs: [] });
          }}
          onDone={() => align(false)}
        />
      )}
      <div className={mergeClasses(styles.panes, isStacked && styles.stacked)} data-mode={shown}>
        {([0, 1] as const).map((side) => (
          <section
            key={side}
            className={mergeClasses(styles.pane, isStacked && styles.over, isStacked && side === 1 && styles.glass)}
            style={side === 1 ? overlay : undefined}
            aria-label={`Sheet ${SIDE_NAMES[side]}: ${nameOf(side === 0 ? first : second)}`}
            onKeyDown={pickMiddle(side)}
          >
            <div ref={hosts[side]} className={styles.host} data-testid={`sheet-${SIDE_NAMES[side]}`} />
            {aligning && <span className={styles.cross} aria-hidden="true" />}
            {!isStacked && <Caption side={0} name={SIDE_NAMES[side]} label={side === 0 ? first.label : second.label} />}
            {marks
              .filter((mark) => mark.side === side)
              .map((mark) => (
                <span key={markKey(mark)} ref={markRef(mark)} className={styles.mark} data-testid="alignment-mark">
                  {mark.number}
                </span>
              ))}
          </section>
        ))}
        {isStacked && <Caption side={0} label={first.label} />}
        {isStacked && <Caption side={1} label={second.label} />}
        {shown === 'swipe' && (
          <div
            role="slider"
            tabIndex={0}
            aria-label="Divider between A and B"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(view.share * 100)}
            className={styles.divider}
            style={{ insetInlineStart: percent }}
            onPointerDown={dragDivider}
            onPointerMove={dragDivider}
            onKeyDown={stepDivider}
          />
        )}
      </div>
      <TabList
        size="small"
        className={styles.choosing}
        selectedValue={choosing}
        onTabSelect={(_, { value }) => setChoosing(value as Side)}
        aria-label="Which sheet the rail chooses"
      >
        {([0, 1] as const).map((side) => (
          <Tab key={side} value={side} className={styles.choice} title={nameOf(side === 0 ? first : second)}>
            {SIDE_NAMES[side]}: {nameOf(side === 0 ? first : second)}
          </Tab>
        ))}
      </TabList>
      <YearRail
        sheets={sheets}
        first={first}
        second={second}
        side={choosing}
        onChoose={(sheet, side) => {
          setPending(null);
          onChoose(sheet, side);
        }}
      />
    </div>
  );
}

/** How far a key moves the divider, as a share of the width. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowRight: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
};

interface CaptionProps {
  /** where it stands: 0 at the start, 1 at the end */
  side: Side;
  name?: (typeof SIDE_NAMES)[number];
  label: string;
}

/** Which sheet one sees. */
function Caption({ side, name = SIDE_NAMES[side], label }: CaptionProps) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.caption, side === 0 ? styles.start : styles.end)}>
      {name} · {label}
    </span>
  );
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

interface AlignmentBarProps {
  count: number;
  /** the side whose point waits for its partner */
  pending: Side | null;
  /** image pixels of B */
  misfitPx: number;
  onUndo: () => void;
  onClear: () => void;
  onDone: () => void;
}

/** What to do next while two sheets are aligned, and how well they fit. */
function AlignmentBar({ count, pending, misfitPx, onUndo, onClear, onDone }: AlignmentBarProps) {
  const next =
    pending === null
      ? 'Click a place that both sheets show, such as a corner of a building.'
      : `Now click the same place on ${SIDE_NAMES[pending === 0 ? 1 : 0]}.`;
  const state =
    count === 0
      ? 'Two places are enough, more make it better.'
      : count === 1
        ? 'One place: moved. One more also sets scale and angle.'
        : `${count} places, ${misfitPx < 0.05 ? 'exact' : `${misfitPx.toFixed(1)} pixels apart on average`}.`;
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody aria-live="polite">
        {count < MAX_PAIRS ? next : `${MAX_PAIRS} places are the most there can be.`} {state}{' '}
        <Button size="small" disabled={count === 0 && pending === null} onClick={onUndo}>
          Undo
        </Button>{' '}
        <Button size="small" disabled={count === 0 && pending === null} onClick={onClear}>
          Clear
        </Button>{' '}
        <Button size="small" appearance="primary" onClick={onDone}>
          Done
        </Button>
      </MessageBarBody>
    </MessageBar>
  );
}

interface LinkedSheetsOptions {
  first: TimeSheet;
  second: TimeSheet;
  fit: Similarity;
  aligning: boolean;
  view: View;
  marks: readonly Mark[];
  onChange: (change: Partial<View>) => void;
  onPick: (side: Side, point: Point) => void;
}

/** Keeps the island of the two viewers in step with what React decides, and the marks on their places. */
function useLinkedSheets(options: LinkedSheetsOptions) {
  const { first, second, fit, aligning, view } = options;
  const hosts = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
  const island = useRef<LinkedSheets | null>(null);
  const elements = useRef(new Map<string, HTMLElement>());
  const latest = useRef(options);
  /** what was shown or told last: only another place in the address moves the sheets */
  const known = useRef<Place | null | undefined>(undefined);

  const placeMarks = () => {
    for (const mark of latest.current.marks) {
      const at = island.current?.toScreen(mark.side, mark.point);
      const element = elements.current.get(markKey(mark));
      if (at && element) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    }
  };
  useLayoutEffect(() => {
    latest.current = options;
    placeMarks();
  });
  useEffect(() => {
    const [{ current: a }, { current: b }] = hosts;
    if (!a || !b) return;
    const made = new LinkedSheets([a, b], {
      onFrame: placeMarks,
      onRest: (place) => {
        // for whoever looks from outside: the image pixel in the middle of each
        for (const [side, host] of [a, b].entries()) {
          const { x = 0, y = 0 } = made.middleOf(side as Side) ?? {};
          host.dataset.middle = `${x.toFixed(1)},${y.toFixed(1)}`;
        }
        known.current = place;
        latest.current.onChange({ place });
      },
      onPick: (side, point) => latest.current.onPick(side, point),
    });
    island.current = made;
    known.current = undefined;
    return () => {
      made.destroy();
      island.current = null;
    };
    // made once: refs and the functions behind `latest` never change
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const [firstSheet, secondSheet] = [first.sheet, second.sheet];
  useEffect(() => island.current?.show(firstSheet, secondSheet), [firstSheet, secondSheet]);
  useEffect(() => island.current?.setFit(fit), [fit]);
  useEffect(() => island.current?.setLinked(!aligning), [aligning]);
  const { key } = firstSheet;
  const shownKey = useRef(key);
  useEffect(() => {
    // the pixels of another sheet mean another place
    const isOther = shownKey.current !== key;
    shownKey.current = key;
    if (!isOther && known.current !== undefined && known.current === view.place) return;
    known.current = isOther ? null : view.place;
    island.current?.goTo(known.current);
  }, [key, view.place]);

  const markRef = (mark: Mark) => (element: HTMLElement | null) => {
    if (element) elements.current.set(markKey(mark), element);
    else elements.current.delete(markKey(mark));
  };
  return { hosts, island, markRef };
}
