import { makeStyles, tokens } from '@fluentui/react-components';
import { useId, type Ref } from 'react';
import { highestRisk, RISK_LABELS, type RiskRank } from '../../evidence/risk-ranks.js';
import type { ChronologyRow } from './chronology.js';

const RISKS: readonly RiskRank[] = [1, 2, 3, 4];

/** Pixels. */
const NAMES = 310;
const ROW = 26;
const HEAD = 40;
const FOOT = 34;
const WIDTH = 1_000;
const MARGIN = 24;

/** Characters of a name beside its line. */
const MOST_LETTERS = 36;

/** Colors on screen follow the theme, those of a file are for paper: see chronology-file.ts. */
const useStyles = makeStyles({
  root: {
    display: 'block',
    width: '100%',
    minWidth: '640px',
    height: 'auto',
    '& .ink': { fill: tokens.colorNeutralForeground1 },
    '& .quiet': { fill: tokens.colorNeutralForeground3 },
    '& .grid': { stroke: tokens.colorNeutralStroke2 },
    '& .line': { stroke: tokens.colorNeutralStroke1 },
    '& .risk-1': { fill: tokens.colorStatusDangerForeground1 },
    '& .risk-2': { fill: tokens.colorStatusWarningForeground3 },
    '& .risk-3': { fill: tokens.colorStatusSuccessForeground1 },
    '& .risk-4': { fill: tokens.colorNeutralForeground3 },
  },
});

const shortened = (name: string): string =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1).trimEnd()}…` : name;

/** At most as many labels as fit; the first and the last year always. */
function labelled(years: readonly number[], x: (year: number) => number): number[] {
  const last = years.at(-1);
  const shown: number[] = [];
  for (const year of years) {
    const before = shown.at(-1);
    const isFree = before === undefined || x(year) - x(before) >= 36;
    if (isFree && (year === last || last === undefined || x(last) - x(year) >= 36)) shown.push(year);
  }
  return shown;
}

interface ChronologyFigureProps {
  title: string;
  rows: readonly ChronologyRow[];
  /** At least one, ascending. */
  years: readonly number[];
  svgRef: Ref<SVGSVGElement>;
}

/** One line a feature, one mark a year in which it was seen. */
export function ChronologyFigure({ title, rows, years, svgRef }: ChronologyFigureProps) {
  const styles = useStyles();
  const id = useId();
  const [first = 0] = years;
  const last = years.at(-1) ?? first;
  const height = HEAD + rows.length * ROW + FOOT;
  const span = WIDTH - NAMES - 2 * MARGIN;
  const x = (year: number) => NAMES + MARGIN + (last === first ? span / 2 : ((year - first) / (last - first)) * span);
  const y = (row: number) => HEAD + row * ROW + ROW / 2;
  return (
    <svg
      ref={svgRef}
      xmlns="http://www.w3.org/2000/svg"
      className={styles.root}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      fontFamily="'IBM Plex Sans Variable', 'Segoe UI', Arial, sans-serif"
      fontSize="13"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>
        {`${rows.length} features seen from ${first} to ${last}. The table below has the same years with what was seen.`}
      </desc>
      {years.map((year) => (
        <line key={year} className="grid" x1={x(year)} x2={x(year)} y1={HEAD - 8} y2={height - FOOT} />
      ))}
      {labelled(years, x).map((year) => (
        <text key={year} className="quiet" x={x(year)} y={HEAD - 16} textAnchor="middle">
          {year}
        </text>
      ))}
      {rows.map(({ feature, years: seen }, row) => {
        const risk = highestRisk(feature.land_use);
        const [from] = seen;
        const to = seen.at(-1);
        return (
          <g key={feature.id}>
            <text className="ink" x={NAMES} y={y(row) + 4.5} textAnchor="end">
              {shortened(feature.name)}
            </text>
            {from !== undefined && to !== undefined && to > from && (
              <line className="line" x1={x(from)} x2={x(to)} y1={y(row)} y2={y(row)} strokeWidth="2" />
            )}
            {seen.map((year) => (
              <rect
                key={year}
                className={`risk-${risk}`}
                x={x(year) - 5}
                y={y(row) - 6}
                width="10"
                height="12"
                rx="2"
              />
            ))}
          </g>
        );
      })}
      {RISKS.map((risk, at) => (
        <g key={risk}>
          <rect
            className={`risk-${risk}`}
            x={NAMES + MARGIN + at * 130}
            y={height - 18}
            width="10"
            height="12"
            rx="2"
          />
          <text className="quiet" x={NAMES + MARGIN + at * 130 + 16} y={height - 8}>
            {RISK_LABELS[risk]}
          </text>
        </g>
      ))}
    </svg>
  );
}
