import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Sighting } from './sightings.js';
import { sheetName, type TimeSheet } from './time-sheet.js';
import { Picture } from '../../components/picture.js';

const useStyles = makeStyles({
  rail: {
    display: 'flex',
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
    overflowX: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalS },
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
  // overlays on a sheet's picture, beside its button
  place: { position: 'relative', flexShrink: 0, '& > span': { pointerEvents: 'none' } },
  sheet: {
    // paint only sheets near the viewport
    contentVisibility: 'auto',
    display: 'block',
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
  // without a sighting of the followed feature
  unseen: { '& img': { opacity: 0.45 } },
  mark: {
    position: 'absolute',
    top: '2px',
    insetInlineEnd: '2px',
    minWidth: '18px',
    height: '18px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    border: '2px solid white',
    // same color as selected annotations on a sheet
    backgroundColor: '#0b8a3a',
    color: 'white',
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '14px',
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

const seenText = (count: number, name: string | null): string =>
  count === 0 ? '' : `, ${name ?? 'the feature'} seen ${count === 1 ? 'once' : `${count} times`}`;

const shownText = (places: readonly string[]): string =>
  places.length === 0 ? '' : `, shown as ${places.join(' and ')}`;

interface YearRailProps {
  sheets: readonly TimeSheet[];
  first: TimeSheet;
  second: TimeSheet;
  onChoose: (sheet: TimeSheet, side: 0 | 1) => void;
  /** the side changed by a click */
  side: 0 | 1;
  /** Null if no feature is followed. */
  marks: readonly Sighting[] | null;
  featureName: string | null;
}

export function YearRail({ sheets, first, second, side, marks, featureName, onChoose }: YearRailProps) {
  const styles = useStyles();
  const years = new Map<number | null, TimeSheet[]>();
  for (const sheet of sheets) {
    const group = years.get(sheet.year);
    if (group) group.push(sheet);
    else years.set(sheet.year, [sheet]);
  }
  const sightings = new Map<TimeSheet, number>();
  for (const { sheet } of marks ?? []) sightings.set(sheet, (sightings.get(sheet) ?? 0) + 1);
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
              const seen = sightings.get(sheet) ?? 0;
              const name = `${sheetName(sheet)}${seenText(seen, featureName)}`;
              return (
                <div key={sheet.page.id} className={styles.place}>
                  <button
                    type="button"
                    className={mergeClasses(
                      styles.sheet,
                      places.length > 0 && styles.shown,
                      marks !== null && seen === 0 && styles.unseen,
                    )}
                    aria-pressed={places.length > 0}
                    aria-label={`${name}${shownText(places)}: show as ${side === 0 ? 'A' : 'B'}`}
                    title={name}
                    onClick={() => onChoose(sheet, side)}
                  >
                    {sheet.page.thumbnail_url && <Picture src={sheet.page.thumbnail_url} alt="" loading="lazy" />}
                    {sheet.subtitle !== '' && (
                      <span className={styles.number} aria-hidden="true">
                        {sheet.subtitle}
                      </span>
                    )}
                  </button>
                  {/* hidden: the button's accessible name has the full text (WCAG 2.5.3) */}
                  {seen > 0 && (
                    <span className={styles.mark} data-testid="sighting-mark" aria-hidden="true">
                      {seen}
                    </span>
                  )}
                  {places.length > 0 && (
                    <span className={styles.badge} aria-hidden="true">
                      {places.join(' ')}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        </section>
      ))}
    </nav>
  );
}
