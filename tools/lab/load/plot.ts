import type { Point } from './slope.js';

export interface Panel {
  title: string;
  /** By name. */
  lines: ReadonlyMap<string, readonly Point[]>;
}

const WIDTH = 1060;
const PLOT = { left: 60, right: 290, top: 60, height: 170, gap: 50 } as const;
/** Number of labelled lines: the highest at the end. */
const NAMED = 12;
/** Maximum number of points of a line: one per three pixels. */
const MOST_POINTS = 240;
const COLOURS = ['#2f6f9f', '#b4532a', '#3d8b58', '#7a4fa3', '#a8892c', '#1f8a8a', '#a33f5f', '#5a5a5a'];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** First of 1, 2, 5, 10, 20 ... that is not below the value. */
function roundedUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}

const inTime = (seconds: number): string =>
  seconds >= 5400 ? `${(seconds / 3600).toFixed(1)} h` : `${(seconds / 60).toFixed(seconds < 600 ? 1 : 0)} min`;

/** Reduces a line to distinguishable points, keeping the highest of each group, so peaks survive. */
function thinned(points: readonly Point[]): readonly Point[] {
  const together = Math.ceil(points.length / MOST_POINTS);
  if (together <= 1) return points;
  return Array.from({ length: Math.ceil(points.length / together) }, (_, bin) =>
    points
      .slice(bin * together, (bin + 1) * together)
      .reduce((highest, point) => (point.value > highest.value ? point : highest)),
  );
}

/** One panel above the other over a common time axis. */
export function plotSvg(panels: readonly Panel[], title: string): string {
  const all = panels.flatMap(({ lines }) => [...lines.values()].flat());
  const end = Math.max(1, ...all.map(({ at }) => at));
  const right = WIDTH - PLOT.right;
  const x = (at: number): number => PLOT.left + (at / end) * (right - PLOT.left);
  const parts: string[] = [];
  for (const [row, { title: name, lines }] of panels.entries()) {
    const top = PLOT.top + row * (PLOT.height + PLOT.gap);
    const bottom = top + PLOT.height;
    const most = roundedUp(Math.max(0, ...[...lines.values()].flat().map(({ value }) => value)));
    const y = (value: number): number => bottom - (value / most) * PLOT.height;
    parts.push(`<text x="${PLOT.left}" y="${top - 8}" font-weight="bold">${escaped(name)}</text>`);
    for (const share of [0, 0.5, 1]) {
      const at = y(share * most);
      parts.push(
        `<line x1="${PLOT.left}" x2="${right}" y1="${at}" y2="${at}" stroke="#ddd"/>`,
        `<text x="${PLOT.left - 6}" y="${at + 4}" text-anchor="end">${Number((share * most).toPrecision(3))}</text>`,
      );
    }
    for (const share of [0, 0.5, 1])
      parts.push(`<text x="${x(share * end)}" y="${bottom + 15}" text-anchor="middle">${inTime(share * end)}</text>`);
    const last = (points: readonly Point[]): number => points.at(-1)?.value ?? 0;
    const sorted = [...lines].sort(([, a], [, b]) => last(b) - last(a));
    for (const [index, [label, points]] of sorted.entries()) {
      const colour = COLOURS[index % COLOURS.length] ?? '';
      const path = thinned(points)
        .map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
        .join(' ');
      parts.push(
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.3"><title>${escaped(label)}</title></polyline>`,
      );
      if (index < NAMED)
        parts.push(`<text x="${right + 8}" y="${top + 6 + index * 14}" fill="${colour}">${escaped(label)}</text>`);
    }
  }
  const height = PLOT.top + panels.length * (PLOT.height + PLOT.gap);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...title
      .split(/(?<=\.) /)
      .map((line, row) => `<text x="${PLOT.left}" y="${16 + 15 * row}" font-size="12">${escaped(line)}</text>`),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
