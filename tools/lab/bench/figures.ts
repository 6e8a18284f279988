import { median } from '../harness/statistics.js';

export interface Figure {
  name: string;
  unit: string;
  /** One value a repetition, in the order measured. Empty when it could not be measured. */
  values: number[];
  /** The median must be at most, or at least, so much. */
  goal?: { atMost: number } | { atLeast: number };
  /** Why there are no values, or what a reader must know. */
  note?: string;
}

export interface Summary {
  min: number;
  median: number;
  max: number;
}

export function summarise(values: readonly number[]): Summary | undefined {
  const middle = median(values);
  return middle === undefined ? undefined : { min: Math.min(...values), median: middle, max: Math.max(...values) };
}

export function isMet({ values, goal }: Figure): boolean | undefined {
  const summary = summarise(values);
  if (!summary || !goal) return undefined;
  return 'atMost' in goal ? summary.median <= goal.atMost : summary.median >= goal.atLeast;
}

/** Figures that could not be measured, with the reason, so a table never omits them silently. */
export const notMeasured = (figures: readonly Omit<Figure, 'values'>[], note: string): Figure[] =>
  figures.map((figure) => ({ ...figure, values: [], note }));

export function withoutGoals({ goal: _, ...figure }: Figure): Figure {
  return figure;
}

export function figureTable(figures: readonly Figure[]): string[] {
  const rows = figures.map((figure) => {
    const summary = summarise(figure.values);
    const goal = figure.goal && ('atMost' in figure.goal ? `<= ${figure.goal.atMost}` : `>= ${figure.goal.atLeast}`);
    const met = isMet(figure);
    return {
      cells: [
        figure.name,
        figure.unit,
        ...(summary ? [summary.min, summary.median, summary.max].map(shown) : ['-', '-', '-']),
        String(figure.values.length),
        goal ?? '',
        met === undefined ? (goal ? 'not measured' : '') : met ? 'met' : 'MISSED',
      ],
      note: figure.note,
    };
  });
  const head = ['figure', 'unit', 'min', 'median', 'max', 'runs', 'goal', ''];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map(({ cells }) => cells[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i >= 2 && i <= 5 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [
    line(head),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.flatMap(({ cells, note }) => [line(cells), ...(note ? [`    ${note}`] : [])]),
  ];
}

/** Three figures that mean something, no more. */
function shown(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
