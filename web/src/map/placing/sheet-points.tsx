import { makeStyles, mergeClasses, shorthands, tokens } from '@fluentui/react-components';
import type { Pixel } from '@symbio/georeference';
import { useEffect, useRef } from 'react';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import { toScreen } from '@symbio/sheet/geometry/transform';
import type { PlacingPoint } from './placing-state.js';

const useStyles = makeStyles({
  root: { position: 'absolute', inset: 0, overflow: 'hidden' },
  point: {
    position: 'absolute',
    top: '-11px',
    left: '-11px',
    width: '22px',
    height: '22px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    border: '2px solid white',
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: '11px',
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '18px',
    textAlign: 'center',
  },
  left: { opacity: 0.5 },
  proposed: {
    ...shorthands.borderColor(tokens.colorBrandStroke1),
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorBrandForeground1,
  },
  selected: { outline: `2px solid ${tokens.colorBrandBackground}` },
});

interface SheetPointsProps {
  frames: SheetFrames;
  points: readonly PlacingPoint[];
  /** Not accepted yet. */
  proposed: readonly (Pixel & { id: string })[];
  /** Half a point. */
  pixel: Pixel | null;
  selectedKey: string | null;
}

/** The numbers of the places on the sheet; the list beside the map has the same. */
export function SheetPoints({ frames, points, proposed, pixel, selectedKey }: SheetPointsProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      frames.follow((transform) => {
        for (const element of root.current?.querySelectorAll<HTMLElement>('[data-x]') ?? []) {
          const at = { x: Number(element.dataset['x']), y: Number(element.dataset['y']) };
          const { x, y } = toScreen(at, transform);
          element.style.transform = `translate(${x}px, ${y}px)`;
        }
      }),
    [frames, points, proposed, pixel],
  );
  return (
    <div ref={root} className={styles.root} aria-hidden="true">
      {proposed.map(({ id, x, y }) => (
        <span key={id} className={mergeClasses(styles.point, styles.proposed)} data-x={x} data-y={y}>
          ?
        </span>
      ))}
      {points.map(({ key, x, y, used }, index) => (
        <span
          key={key}
          className={mergeClasses(styles.point, !used && styles.left, key === selectedKey && styles.selected)}
          data-x={x}
          data-y={y}
        >
          {index + 1}
        </span>
      ))}
      {pixel && (
        <span className={styles.point} data-x={pixel.x} data-y={pixel.y}>
          {points.length + 1}
        </span>
      )}
    </div>
  );
}
