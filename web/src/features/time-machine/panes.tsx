import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { Mode } from './url-view.js';
import { pointKey, SIDE_NAMES, type AlignmentPoint, type Side } from './alignment.js';
import { Divider, percentText } from './divider.js';
import { sheetName, type TimeSheet } from './time-sheet.js';

const NARROW = '@media (max-width: 760px)';

const useStyles = makeStyles({
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
  // transparent: the overlaid second sheet must not hide the first
  glass: { backgroundColor: 'transparent' },
  host: { position: 'absolute', inset: 0 },
  overlay: { position: 'absolute', inset: 0, overflow: 'hidden', zIndex: 2, pointerEvents: 'none' },
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
});

interface PanesProps {
  mode: Mode;
  share: number;
  isAligning: boolean;
  sheets: readonly [TimeSheet, TimeSheet];
  hosts: readonly [RefObject<HTMLDivElement | null>, RefObject<HTMLDivElement | null>];
  overlays: readonly [RefObject<HTMLDivElement | null>, RefObject<HTMLDivElement | null>];
  points: readonly AlignmentPoint[];
  pointRef: (point: AlignmentPoint) => (element: HTMLElement | null) => void;
  onShareChange: (share: number) => void;
  onKeyDown: (side: Side) => (event: KeyboardEvent) => void;
  children?: ReactNode;
}

export function Panes(props: PanesProps) {
  const { mode, share, isAligning, sheets, hosts, overlays, points, pointRef, children } = props;
  const styles = useStyles();
  const [first, second] = sheets;
  const overlaid = {
    swipe: { clipPath: `inset(0 0 0 ${percentText(share)})` },
    fade: { opacity: share },
    side: {},
  }[mode];
  const isStacked = mode !== 'side';
  return (
    <div className={mergeClasses(styles.panes, isStacked && styles.stacked)} data-mode={mode}>
      {([0, 1] as const).map((side) => (
        <section
          key={side}
          className={mergeClasses(styles.pane, isStacked && styles.over, isStacked && side === 1 && styles.glass)}
          style={side === 1 ? overlaid : undefined}
          aria-label={`Sheet ${SIDE_NAMES[side]}: ${sheetName(sheets[side], ' · ')}`}
          onKeyDown={props.onKeyDown(side)}
        >
          <div ref={hosts[side]} className={styles.host} data-testid={`sheet-${SIDE_NAMES[side]}`} />
          <div ref={overlays[side]} className={styles.overlay} data-testid={`evidence-${SIDE_NAMES[side]}`} />
          {isAligning && <span className={styles.cross} aria-hidden="true" />}
          {!isStacked && <Caption side={0} name={SIDE_NAMES[side]} sheet={sheets[side]} />}
          {points
            .filter((point) => point.side === side)
            .map((point) => (
              <span key={pointKey(point)} ref={pointRef(point)} className={styles.point} data-testid="alignment-mark">
                {point.number}
              </span>
            ))}
        </section>
      ))}
      {isStacked && <Caption side={0} sheet={first} />}
      {isStacked && <Caption side={1} sheet={second} />}
      {mode === 'swipe' && <Divider share={share} onChange={props.onShareChange} />}
      {children}
    </div>
  );
}

interface CaptionProps {
  /** position: 0 at the start, 1 at the end */
  side: Side;
  name?: (typeof SIDE_NAMES)[number];
  sheet: TimeSheet;
}

function Caption({ side, name = SIDE_NAMES[side], sheet: { label, subtitle } }: CaptionProps) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.caption, side === 0 ? styles.start : styles.end)}>
      {[`${name} · ${label}`, subtitle].filter((part) => part !== '').join(' · ')}
    </span>
  );
}
