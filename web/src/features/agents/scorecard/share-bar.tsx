import { makeStyles, tokens } from '@fluentui/react-components';
import { percent, shareText } from './scorecard-text.js';
import type { Share } from './scorecard-api.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: '96px' },
  value: { fontVariantNumeric: 'tabular-nums' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  track: {
    position: 'relative',
    height: '8px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground5,
    forcedColorAdjust: 'none',
  },
  interval: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorBrandStroke1,
    opacity: 0.45,
  },
  mark: { position: 'absolute', top: 0, bottom: 0, width: '2px', backgroundColor: tokens.colorBrandForeground1 },
});

/** A share with its 95 % interval; below 30 it says that there are too few. */
export function ShareBar({ share: measured }: { share: Share }) {
  const styles = useStyles();
  const { count, of, share, low, high, note } = measured;
  if (share === null || low === null || high === null)
    return (
      <span className={styles.root} title={note ?? undefined}>
        <span>Too few</span>
        <span className={styles.quiet}>{`${count} of ${of}`}</span>
      </span>
    );
  return (
    <span className={styles.root} title={shareText(measured)}>
      <span className={styles.value}>{percent(share)}</span>
      <span className={styles.track} role="img" aria-label={`95% interval ${percent(low)} to ${percent(high)}`}>
        <span className={styles.interval} style={{ left: percent(low), width: percent(high - low) }} />
        <span className={styles.mark} style={{ left: percent(share) }} />
      </span>
      <span className={styles.quiet}>{`${count} of ${of}`}</span>
    </span>
  );
}
