import { makeStyles, tokens } from '@fluentui/react-components';
import { percent, shareText } from './scorecard-text.js';
import type { ScorecardRow } from './scorecard-api.js';

const useStyles = makeStyles({
  figure: { margin: 0, maxWidth: '360px', width: '100%' },
  axis: { stroke: tokens.colorNeutralStroke1, fill: 'none' },
  ideal: { stroke: tokens.colorNeutralStroke1, strokeDasharray: '4 4' },
  interval: { stroke: tokens.colorBrandStroke1, strokeWidth: 2 },
  point: { fill: tokens.colorBrandForeground1 },
  text: { fill: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** In pixels of the drawing. */
const [SIDE, LEFT, BOTTOM] = [240, 44, 44];
const MAX_CONFIDENCE = 10;
const x = (confidence: number): number => LEFT + (confidence / MAX_CONFIDENCE) * SIDE;
const y = (share: number): number => 10 + (1 - share) * SIDE;

/** Accepted share by confidence, beside the line of an agent whose confidence is right. */
export function CalibrationFigure({
  calibration,
  error,
}: {
  calibration: ScorecardRow['calibration'];
  error: number | null;
}) {
  const styles = useStyles();
  const drawn = calibration.filter(({ share }) => share !== null);
  return (
    <figure className={styles.figure}>
      {drawn.length > 0 && (
        <svg
          viewBox={`0 0 ${LEFT + SIDE + 12} ${SIDE + 10 + BOTTOM}`}
          role="img"
          aria-label="Accepted share by confidence, with 95% intervals"
        >
          <rect className={styles.axis} x={LEFT} y={10} width={SIDE} height={SIDE} />
          <line className={styles.ideal} x1={x(0)} y1={y(0)} x2={x(MAX_CONFIDENCE)} y2={y(1)} />
          {drawn.map(({ from, mean_confidence: confidence, share, low, high }) => (
            <g key={from}>
              <line
                className={styles.interval}
                x1={x(confidence)}
                x2={x(confidence)}
                y1={y(low ?? 0)}
                y2={y(high ?? 1)}
              />
              <circle className={styles.point} cx={x(confidence)} cy={y(share ?? 0)} r={4} />
            </g>
          ))}
          {[0, 0.5, 1].map((share) => (
            <text key={share} className={styles.text} x={LEFT - 6} y={y(share) + 4} textAnchor="end">
              {percent(share)}
            </text>
          ))}
          {[0, 5, MAX_CONFIDENCE].map((confidence) => (
            <text key={confidence} className={styles.text} x={x(confidence)} y={SIDE + 28} textAnchor="middle">
              {confidence}
            </text>
          ))}
          <text className={styles.text} x={LEFT + SIDE / 2} y={SIDE + 46} textAnchor="middle">
            Confidence
          </text>
        </svg>
      )}
      <figcaption className={styles.quiet}>
        {error === null
          ? 'Too few decisions to compare confidence with acceptance.'
          : `On average the accepted share is ${percent(error)} away from the confidence.`}
      </figcaption>
      <ul className={styles.quiet}>
        {calibration.map((band) => (
          <li key={band.from}>{`Confidence ${band.from} to ${band.to}: ${shareText(band)}`}</li>
        ))}
      </ul>
    </figure>
  );
}
