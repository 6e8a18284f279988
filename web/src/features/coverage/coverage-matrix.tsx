import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { STANDARD_SOURCES, type CoverageSource } from '@symbio/proto/document/vocabulary';
import { COVERAGE_AREA_LABELS, COVERAGE_STATE_LABELS } from '@symbio/proto/labels';
import { COVERAGE_AREAS } from '@symbio/proto/project/vocabulary';
import type { Coverage, Place } from './coverage-api.js';
import { cellText, isSamePlace, placeText, sourceText } from './coverage-text.js';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto' },
  table: { borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200, minWidth: '100%' },
  head: {
    padding: '8px 6px',
    textAlign: 'start',
    verticalAlign: 'bottom',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  source: {
    padding: '6px 12px 6px 16px',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 600px)': { paddingInlineStart: '8px', minWidth: '92px' },
  },
  area: { padding: '2px 8px 2px 0', textAlign: 'start', fontWeight: tokens.fontWeightRegular },
  cell: { padding: '2px' },
  last: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  button: {
    display: 'block',
    width: '100%',
    minWidth: '64px',
    minHeight: '28px',
    padding: '4px',
    font: 'inherit',
    textAlign: 'center',
    cursor: 'pointer',
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground3Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  reviewed: {
    color: tokens.colorPaletteGreenForeground1,
    backgroundColor: tokens.colorPaletteGreenBackground1,
    ':hover': { backgroundColor: tokens.colorPaletteGreenBackground1 },
  },
  missing: {
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground5,
  },
  stated: { border: `1px solid ${tokens.colorNeutralStrokeAccessible}` },
  legend: {
    padding: '10px 16px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface CoverageMatrixProps {
  coverage: Coverage;
  onOpen: (place: Place) => void;
}

/** Sources and areas by decade; the standard sources always. */
export function CoverageMatrix({ coverage, onOpen }: CoverageMatrixProps) {
  const styles = useStyles();
  const { cells, decades, history_target: target } = coverage;
  const sources = [...new Set<CoverageSource>([...STANDARD_SOURCES, ...cells.map(({ source }) => source)])];
  return (
    <>
      {/* focusable, so that keys scroll it */}
      <div className={styles.scroll} role="region" aria-label="Sources by decade" tabIndex={0}>
        <table className={styles.table} aria-label="Coverage">
          <thead>
            <tr>
              <th scope="col" className={mergeClasses(styles.head, styles.source)}>
                Source
              </th>
              <th scope="col" className={styles.head}>
                Area
              </th>
              {decades.map((decade) => (
                <th key={decade} scope="col" className={styles.head}>{`${decade}s`}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.flatMap((source) =>
              COVERAGE_AREAS.map((area, at) => {
                const border = at === COVERAGE_AREAS.length - 1 ? styles.last : undefined;
                return (
                  <tr key={`${source} ${area}`}>
                    {at === 0 && (
                      <th scope="rowgroup" rowSpan={COVERAGE_AREAS.length} className={styles.source}>
                        {sourceText(source)}
                      </th>
                    )}
                    <th scope="row" className={mergeClasses(styles.area, border)}>
                      {COVERAGE_AREA_LABELS[area]}
                    </th>
                    {decades.map((decade) => (
                      <td key={decade} className={mergeClasses(styles.cell, border)}>
                        <MatrixCell coverage={coverage} place={{ source, area, decade }} onOpen={onOpen} />
                      </td>
                    ))}
                  </tr>
                );
              }),
            )}
          </tbody>
        </table>
      </div>
      <p className={styles.legend}>
        {`Years are those of documents. A frame marks what a person stated. The history must reach ${target}.`}
      </p>
    </>
  );
}

interface MatrixCellProps extends CoverageMatrixProps {
  place: Place;
}

function MatrixCell({ coverage, place, onOpen }: MatrixCellProps) {
  const styles = useStyles();
  const cell = coverage.cells.find((one) => isSamePlace(one, place));
  const state = cell ? COVERAGE_STATE_LABELS[cell.state].toLowerCase() : 'no source';
  const years = cell && cell.years.length > 0 ? `, ${cell.years.join(', ')}` : '';
  return (
    <button
      type="button"
      className={mergeClasses(
        styles.button,
        cell && (cell.state === 'reviewed' ? styles.reviewed : styles.missing),
        cell && cell.stated !== null && styles.stated,
      )}
      aria-label={`${placeText(place)}: ${state}${years}`}
      onClick={() => onOpen(place)}
    >
      {cell ? cellText(cell) : ''}
    </button>
  );
}
