import { exact } from '../../lib/formats.js';

/** A place in a log where the words were found. */
export interface LogHit {
  /** From 0. */
  line: number;
  /** Characters from the beginning of the line. */
  start: number;
}

/** A piece of a line; `hit` is the number of the hit it is, or null for text between hits. */
export interface LogPiece {
  text: string;
  hit: number | null;
}

/** The lines of a log as it is served; none for an empty one. */
export function logLines(text: string): string[] {
  const trimmed = text.replace(/\n+$/, '');
  return trimmed === '' ? [] : trimmed.split('\n');
}

/** When a line was written, as the server writes it: RFC 3339 in UTC, then two spaces. */
const STAMP = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z) {2}/;

/** A line with its time as the tables have it: in the reader's own timezone. */
export const inLocalTime = (line: string): string => line.replace(STAMP, (_, at: string) => `${exact(at)}  `);

/** Every place of `words` in the lines, in any case, in order; none for an empty search. */
export function findHits(lines: readonly string[], words: string): LogHit[] {
  const sought = words.toLowerCase();
  if (sought === '') return [];
  const hits: LogHit[] = [];
  for (const [line, text] of lines.entries()) {
    const lower = text.toLowerCase();
    for (let start = lower.indexOf(sought); start >= 0; start = lower.indexOf(sought, start + sought.length))
      hits.push({ line, start });
  }
  return hits;
}

/** A line in pieces, so that its hits can be marked. @param first number of its first hit among all */
export function piecesOf(text: string, hits: readonly LogHit[], length: number, first: number): LogPiece[] {
  const pieces: LogPiece[] = [];
  let end = 0;
  for (const [index, { start }] of hits.entries()) {
    if (start > end) pieces.push({ text: text.slice(end, start), hit: null });
    end = start + length;
    pieces.push({ text: text.slice(start, end), hit: first + index });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: null });
  return pieces;
}
