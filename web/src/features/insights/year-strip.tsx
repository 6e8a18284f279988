import { makeStyles, tokens } from '@fluentui/react-components';

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
  line: {
    position: 'relative',
    width: '64px',
    height: '8px',
    '::before': {
      content: '""',
      position: 'absolute',
      insetInline: 0,
      top: '3.5px',
      height: '1px',
      backgroundColor: tokens.colorNeutralStroke1,
    },
  },
  mark: {
    position: 'absolute',
    top: 0,
    width: '6px',
    height: '8px',
    backgroundColor: tokens.colorBrandForeground1,
    // neighbouring years stay apart
    border: `0.5px solid ${tokens.colorNeutralBackground1}`,
  },
});

/** CSS pixels. */
const LINE = 64;
const MARK = 6;

export function yearsText(years: readonly number[]): string {
  const [first] = years;
  const last = years.at(-1);
  if (first === undefined) return '';
  return first === last ? `Seen in ${first}` : `Seen in ${years.length} years, ${first} to ${last}`;
}

/** `1887 ▪▪ 1926`: a mark per year, at its distance in time. */
export function YearStrip({ years }: { years: readonly number[] }) {
  const styles = useStyles();
  const [first] = years;
  const last = years.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <span className={styles.root} role="img" aria-label={yearsText(years)} data-testid="years">
      <span>{first}</span>
      {last > first && (
        <>
          <span className={styles.line}>
            {years.map((year) => (
              <span
                key={year}
                className={styles.mark}
                style={{ left: `${((year - first) / (last - first)) * (LINE - MARK)}px` }}
              />
            ))}
          </span>
          <span>{last}</span>
        </>
      )}
    </span>
  );
}
