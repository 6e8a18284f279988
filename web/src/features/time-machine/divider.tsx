import { makeStyles, tokens } from '@fluentui/react-components';
import type { KeyboardEvent, PointerEvent } from 'react';
import { keyOf } from '../../lib/ui/keys.js';

const useStyles = makeStyles({
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
});

/** Shares of the width. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowRight: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
};

const within = (share: number): number => Math.min(1, Math.max(0, share));

interface DividerProps {
  share: number;
  onChange: (share: number) => void;
}

export function Divider({ share, onChange }: DividerProps) {
  const styles = useStyles();
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    onChange(within((event.clientX - box.left) / box.width));
  };
  const step = (event: KeyboardEvent) => {
    const change = STEPS[keyOf(event)];
    if (change === undefined) return;
    event.preventDefault();
    onChange(within(share + change));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Divider between A and B"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={styles.divider}
      style={{ insetInlineStart: percentText(share) }}
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={step}
    />
  );
}

export const percentText = (share: number): string => `${(share * 100).toFixed(2)}%`;
