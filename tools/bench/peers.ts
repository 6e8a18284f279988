import { existsSync } from 'node:fs';
import { onPath } from '../dev/paths.js';
import type { Figure } from './figures.js';

/** Programs we are measured against, or that make a file to measure on, and the Debian packages they come in. */
const PACKAGES = {
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  vips: 'libvips-tools',
  opj_compress: 'libopenjp2-tools',
  opj_decompress: 'libopenjp2-tools',
  nginx: 'nginx-light',
} as const;

export type PeerProgram = keyof typeof PACKAGES;

/** Where Debian puts servers, which is not on everybody's PATH. */
const SERVER_FOLDER = '/usr/sbin';

/** Full path of a peer, or undefined when it is not installed. */
export function findPeer(program: PeerProgram): string | undefined {
  const found = onPath(program);
  if (found) return found;
  const server = `${SERVER_FOLDER}/${program}`;
  return existsSync(server) ? server : undefined;
}

/** A sentence that says what to install for these programs; undefined when none is missing. */
export function missingNote(programs: readonly PeerProgram[], find = findPeer): string | undefined {
  const missing = programs.filter((program) => !find(program));
  if (missing.length === 0) return undefined;
  const packages = [...new Set(missing.map((program) => PACKAGES[program]))];
  const kind = packages.length === 1 ? 'Debian package' : 'Debian packages';
  return `Not measured: ${missing.join(' and ')} not found. Install the ${kind} ${packages.join(' and ')}.`;
}

/** Figures that could not be measured, with the reason, so that a table never leaves them out silently. */
export function notMeasured(figures: readonly Omit<Figure, 'values'>[], note: string): Figure[] {
  return figures.map((figure) => ({ ...figure, values: [], note }));
}

/** Installed peers, and the one command that installs the rest. */
export function peerReport(find = findPeer): string[] {
  const programs = Object.keys(PACKAGES) as PeerProgram[];
  const packages = [...new Set(programs.filter((name) => !find(name)).map((name) => PACKAGES[name]))];
  return [
    ...programs.map((name) => `${name.padEnd(16)}${find(name) ?? `missing (${PACKAGES[name]})`}`),
    packages.length > 0
      ? `apt-get install --no-install-recommends ${packages.join(' ')}`
      : 'All programs to compare with are installed.',
  ];
}
