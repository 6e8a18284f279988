import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { highestRisk, RISK_LABELS } from '../../evidence/risk-ranks.js';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
  dot: { flexShrink: 0, width: '9px', height: '9px', borderRadius: tokens.borderRadiusCircular },
  1: { backgroundColor: tokens.colorStatusDangerForeground1 },
  2: { backgroundColor: tokens.colorStatusWarningForeground3 },
  3: { backgroundColor: tokens.colorStatusSuccessForeground1 },
  4: { border: `1.5px solid ${tokens.colorNeutralStrokeAccessible}` },
});

/** Dot and word. */
export function RiskMark({ landUses }: { landUses: readonly string[] }) {
  const styles = useStyles();
  const risk = highestRisk(landUses);
  return (
    <span className={styles.root}>
      <span className={mergeClasses(styles.dot, styles[risk])} aria-hidden="true" />
      {RISK_LABELS[risk]}
    </span>
  );
}
