import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { sheetName, type TimeSheet } from './time-sheets.js';

const useStyles = makeStyles({
  rail: {
    display: 'flex',
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    // the last sheets can be scrolled out from under the button that reports an issue
    padding: `${tokens.spacingVerticalS} 76px ${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    overflowX: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalS, paddingRight: '68px' },
  },
  year: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    borderLeft: `2px solid ${tokens.colorNeutralStroke2}`,
    paddingInlineStart: tokens.spacingHorizontalS,
    gap: tokens.spacingVerticalXXS,
  },
  label: {
    fontFamily: 'var(--symbio-font-display)',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase300,
  },
  sheets: { display: 'flex', gap: tokens.spacingHorizontalXS },
  sheet: {
    position: 'relative',
    width: '72px',
    height: '72px',
    padding: 0,
    cursor: 'pointer',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    border: `2px solid transparent`,
    backgroundColor: tokens.colorNeutralBackground3,
    ':hover': { border: `2px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
  },
  shown: {
    border: `2px solid ${tokens.colorBrandStroke1}`,
    ':hover': { border: `2px solid ${tokens.colorBrandStroke1}` },
  },
  number: {
    position: 'absolute',
    insetInline: 0,
    bottom: 0,
    padding: '0 2px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    textAlign: 'center',
  },
  badge: {
    position: 'absolute',
    top: '2px',
    insetInlineStart: '2px',
    minWidth: '18px',
    height: '18px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '18px',
    textAlign: 'center',
  },
});

interface YearRailProps {
  sheets: readonly TimeSheet[];
  first: TimeSheet;
  second: TimeSheet;
  /** Shows a sheet in the place of the first or the second. */
  onChoose: (sheet: TimeSheet, side: 0 | 1) => void;
  /** the side that a click changes */
  side: 0 | 1;
}

/** The sheets of a property in the order of their years; a click shows one on the side that is being chosen. */
export function YearRail({ sheets, first, second, side, onChoose }: YearRailProps) {
  const styles = useStyles();
  const years = new Map<number | null, TimeSheet[]>();
  for (const sheet of sheets) years.set(sheet.year, [...(years.get(sheet.year) ?? []), sheet]);
  return (
    <nav className={styles.rail} aria-label="Sheets by year">
      {[...years].map(([year, group]) => (
        <section
          key={year ?? 'none'}
          className={styles.year}
          aria-label={year === null ? 'Without year' : String(year)}
        >
          <span className={styles.label}>{year ?? 'No year'}</span>
          <div className={styles.sheets}>
            {group.map((sheet) => {
              const places = [sheet === first && 'A', sheet === second && 'B'].filter((place) => place !== false);
              return (
                <button
                  key={sheet.page.id}
                  type="button"
                  className={mergeClasses(styles.sheet, places.length > 0 && styles.shown)}
                  aria-pressed={places.length > 0}
                  aria-label={`${sheetName(sheet)}: show as ${side === 0 ? 'A' : 'B'}`}
                  title={sheetName(sheet)}
                  onClick={() => onChoose(sheet, side)}
                >
                  {sheet.page.thumbnail_url && <img src={sheet.page.thumbnail_url} alt="" loading="lazy" />}
                  {sheet.subtitle !== '' && <span className={styles.number}>{sheet.subtitle}</span>}
                  {places.length > 0 && <span className={styles.badge}>{places.join(' ')}</span>}
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </nav>
  );
}
