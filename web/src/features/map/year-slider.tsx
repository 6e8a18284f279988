import { Label, makeStyles, tokens, useId } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  label: { minWidth: '7ch' },
  // the slider of Fluent UI makes browsers warn about its vertical form
  slider: { flexGrow: 1, minWidth: '100px', margin: 0, accentColor: tokens.colorCompoundBrandBackground },
  value: {
    minWidth: '5ch',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightSemibold,
  },
});

interface YearSliderProps {
  /** Ascending. */
  years: readonly number[];
  year: number;
  onYear: (year: number) => void;
}

/** Steps through the years that have sheets, with arrow keys too. */
export function YearSlider({ years, year, onYear }: YearSliderProps) {
  const styles = useStyles();
  const id = useId('year');
  const at = Math.max(
    0,
    years.findLastIndex((each) => each <= year),
  );
  return (
    <div className={styles.root}>
      <Label htmlFor={id} className={styles.label}>
        Year
      </Label>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={0}
        max={years.length - 1}
        step={1}
        value={at}
        aria-valuetext={`${years[at] ?? year}, and older sheets below`}
        onChange={({ target }) => onYear(years[Number(target.value)] ?? year)}
      />
      <span className={styles.value}>{years[at] ?? year}</span>
    </div>
  );
}

export function OpacitySlider({ opacity, onOpacity }: { opacity: number; onOpacity: (opacity: number) => void }) {
  const styles = useStyles();
  const id = useId('opacity');
  return (
    <div className={styles.root}>
      <Label htmlFor={id} className={styles.label}>
        Opacity
      </Label>
      <input
        id={id}
        type="range"
        className={styles.slider}
        aria-label="Opacity of the sheets"
        min={0}
        max={100}
        step={5}
        value={opacity}
        aria-valuetext={`${opacity} percent`}
        onChange={({ target }) => onOpacity(Number(target.value))}
      />
      <span className={styles.value}>{`${opacity}%`}</span>
    </div>
  );
}
