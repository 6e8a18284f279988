import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useMemo, useRef } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { Sheet } from '../../components/sheet.js';
import type { Feature } from '../../evidence/evidence-api.js';
import { useProject } from '../../lib/project/project-context.js';
import { notify } from '../../lib/ui/toasts.js';
import { ChronologyFigure } from './chronology-figure.js';
import { saveFigure } from './chronology-file.js';
import { chronologyOf, type ChronologyRow } from './chronology.js';
import { statementOf } from './sightings.js';
import type { Sightings } from './use-sightings.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  scroll: {
    overflow: 'auto',
    maxHeight: '80dvh',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  table: {
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '& th, & td': {
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
      verticalAlign: 'top',
      textAlign: 'start',
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    '& thead th': { position: 'sticky', top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
    // the years stay beside wide tables
    '& tr > :first-child': {
      position: 'sticky',
      insetInlineStart: 0,
      backgroundColor: tokens.colorNeutralBackground1,
      borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    '& thead tr > :first-child': { zIndex: 2 },
  },
  year: { fontFamily: 'var(--symbio-font-display)', fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
  cell: { minWidth: '200px', maxWidth: '340px', overflowWrap: 'anywhere' },
  item: { margin: 0, padding: 0, listStyleType: 'none' },
});

interface ChronologyViewProps {
  features: readonly Feature[];
  sightings: Sightings;
  onSelect: (featureId: string) => void;
  onOpen: (annotationId: string) => void;
}

/** Years by features: a figure and a table. */
export function ChronologyView({ features, sightings, onSelect, onOpen }: ChronologyViewProps) {
  const styles = useStyles();
  const { project } = useProject();
  const drawing = useRef<SVGSVGElement>(null);
  const { rows, years, hasUndated } = useMemo(
    () => chronologyOf(features, sightings.byFeature),
    [features, sightings.byFeature],
  );
  const save = async (format: 'svg' | 'png'): Promise<void> => {
    if (!drawing.current) return;
    try {
      await saveFigure(drawing.current, format);
    } catch {
      notify({ type: 'error', title: 'The figure was not saved', description: 'Download it as SVG instead.' });
    }
  };
  if (sightings.isLoading) return <LoadingView label="Loading years..." />;
  if (rows.length === 0)
    return (
      <Sheet>
        <EmptyState title="No feature has evidence yet.">Link annotations to features first.</EmptyState>
      </Sheet>
    );
  return (
    <div className={styles.root}>
      {years.length > 0 && (
        <Sheet
          title="Figure"
          actions={
            <div className={styles.buttons}>
              <Button size="small" icon={<ArrowDownloadRegular />} onClick={() => void save('png')}>
                Download PNG
              </Button>
              <Button size="small" icon={<ArrowDownloadRegular />} onClick={() => void save('svg')}>
                Download SVG
              </Button>
            </div>
          }
        >
          {/* focusable, since it scrolls */}
          <div className={styles.scroll} role="region" aria-label="Figure of the chronology" tabIndex={0}>
            <ChronologyFigure
              title={`Chronology of ${project.title}`}
              rows={rows.filter((row) => row.years.length > 0)}
              years={years}
              svgRef={drawing}
            />
          </div>
        </Sheet>
      )}
      <Sheet padded={false} aria-label="Table of the chronology">
        <div className={styles.scroll} role="region" aria-label="Years by features" tabIndex={0}>
          <table className={styles.table} aria-label="Chronology">
            <thead>
              <tr>
                <th scope="col">Year</th>
                {rows.map(({ feature }) => (
                  <th key={feature.id} scope="col" className={styles.cell}>
                    <Link as="button" onClick={() => onSelect(feature.id)}>
                      {feature.name}
                    </Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...years, ...(hasUndated ? [null] : [])].map((year) => (
                <tr key={year ?? 'none'}>
                  <th scope="row" className={styles.year}>
                    {year ?? 'No year'}
                  </th>
                  {rows.map((row) => (
                    <td key={row.feature.id} className={styles.cell}>
                      <Seen row={row} year={year} onOpen={onOpen} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Sheet>
    </div>
  );
}

function Seen(props: { row: ChronologyRow; year: number | null; onOpen: (annotationId: string) => void }) {
  const { row, year, onOpen } = props;
  const styles = useStyles();
  const seen = row.sightings.filter((sighting) => sighting.year === year);
  if (seen.length === 0) return null;
  return (
    <ul className={styles.item}>
      {seen.map((sighting) => {
        const text = statementOf(sighting) || 'Seen';
        const { source } = sighting;
        return (
          <li key={sighting.mention.id}>
            {source ? (
              <Link as="button" appearance="subtle" onClick={() => onOpen(source.annotation.id)}>
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}
