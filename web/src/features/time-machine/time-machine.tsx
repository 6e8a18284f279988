import { makeStyles, mergeClasses, Tab, TabList, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { notify } from '../../lib/toasts.js';
import type { Point } from '../../viewer/sheet/geometry.js';
import { BUTTON_STEP } from '../../viewer/sheet/zoom.js';
import type { Mode, View } from './address.js';
import { clicked, pointKey, pointsOf, SIDE_NAMES } from './alignment.js';
import type { PendingPoint, Side } from './alignment.js';
import { AlignmentBar } from './alignment-bar.js';
import { Divider, percentText } from './divider.js';
import { fitSimilarity, misfit, sameWidth } from '@symbio/proto/document/similarity';
import { TimeMachineToolbar } from './time-machine-toolbar.js';
import type { TimeSheet } from './time-sheets.js';
import { useLinkedSheets } from './use-linked-sheets.js';
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
  point: {
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

const nameOf = ({ label, subtitle, documentTitle }: TimeSheet): string =>
  [label, subtitle, documentTitle].filter((part) => part !== '').join(' · ');

/** Two sheets, the ways to compare them, how to align them, and the rail of years. */
export function TimeMachine({ sheets, first, second, view, onChange, onChoose, onSwap }: TimeMachineProps) {
  const styles = useStyles();
  const [choosing, setChoosing] = useState<Side>(1);
  const [aligning, setAligning] = useState(false);
  /** a point of one sheet that waits for its partner on the other */
  const [pending, setPending] = useState<PendingPoint | null>(null);
  const fit = useMemo(
    () => fitSimilarity(view.pairs, sameWidth(first.sheet.size, second.sheet.size)),
    [view.pairs, first.sheet.size, second.sheet.size],
  );
  const shown: Mode = aligning ? 'side' : view.mode;

  const pick = (side: Side, point: Point) => {
    if (!aligning) return;
    const made = clicked(view.pairs, pending, { side, point });
    if (made.pair) onChange({ pairs: [...view.pairs, made.pair] });
    setPending(made.pending);
  };
  const align = (on: boolean) => {
    setAligning(on);
    setPending(null);
  };
  const points = aligning ? pointsOf(view.pairs, pending) : [];
  const { hosts, pointRef, island } = useLinkedSheets({
    first,
    second,
    fit,
    aligning,
    view,
    points,
    onChange,
    onPick: pick,
  });

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

  const overlay = {
    swipe: { clipPath: `inset(0 0 0 ${percentText(view.share)})` },
    fade: { opacity: view.share },
    side: {},
  }[shown];
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
            {points
              .filter((point) => point.side === side)
              .map((point) => (
                <span key={pointKey(point)} ref={pointRef(point)} className={styles.point} data-testid="alignment-mark">
                  {point.number}
                </span>
              ))}
          </section>
        ))}
        {isStacked && <Caption side={0} label={first.label} />}
        {isStacked && <Caption side={1} label={second.label} />}
        {shown === 'swipe' && <Divider share={view.share} onChange={(share) => onChange({ share })} />}
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
