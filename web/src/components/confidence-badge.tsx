import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { confidenceBand, confidenceText, confidenceWord, type ConfidenceBand } from './confidence.js';

const BAND_COLOURS: Record<ConfidenceBand, 'success' | 'warning' | 'danger'> = {
  green: 'success',
  yellow: 'warning',
  red: 'danger',
};

const useStyles = makeStyles({
  mark: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  word: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** FEAT-26 */
export function ConfidenceBadge({ confidence }: { confidence: number }) {
  const band = confidenceBand(confidence);
  return (
    <Badge appearance="tint" color={BAND_COLOURS[band]} data-band={band}>
      {confidenceText(confidence)}
    </Badge>
  );
}

/** With its word: `8/10 High`. */
export function ConfidenceMark({ confidence }: { confidence: number }) {
  const styles = useStyles();
  return (
    <span className={styles.mark}>
      <ConfidenceBadge confidence={confidence} />
      <span className={styles.word}>{confidenceWord(confidence)}</span>
    </span>
  );
}
