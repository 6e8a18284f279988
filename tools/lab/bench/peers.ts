import { onPath } from '../../dev/paths.js';
import type { Figure } from './figures.js';

/** Programs that the pipeline is compared with, and their Debian packages. */
const PEERS = { pdftoppm: 'poppler-utils', vips: 'libvips-tools' } as const;
const entries = Object.entries(PEERS);
type Find = (program: string) => string | undefined;

const command = (packages: readonly string[]): string =>
  `apt-get install --no-install-recommends ${packages.join(' ')}`;

/** What to install for the comparison; undefined when nothing is missing. */
export function missingNote(find: Find = onPath): string | undefined {
  const missing = entries.filter(([program]) => !find(program));
  if (missing.length === 0) return undefined;
  const programs = missing.map(([program]) => program).join(' and ');
  return `Not measured: ${programs} not found (${command(missing.map(([, name]) => name))}).`;
}

/** Figures that could not be measured, with the reason, so that a table never omits them silently. */
export const notMeasured = (figures: readonly Omit<Figure, 'values'>[], note: string): Figure[] =>
  figures.map((figure) => ({ ...figure, values: [], note }));

/** Installed peers, and the command that installs the others. */
export const peerReport = (find: Find = onPath): string[] => [
  ...entries.map(([program, name]) => `${program.padEnd(16)}${find(program) ?? `missing (${name})`}`),
  missingNote(find) ?? 'All programs to compare with are installed.',
];
