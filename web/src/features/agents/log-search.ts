import { exact } from '../../lib/ui/formats.js';

export interface LogHit {
  /** From 0. */
  line: number;
  /** In characters. */
  start: number;
}

/** `hit` is the match number, or null between matches. */
export interface LogPiece {
  text: string;
  hit: number | null;
}

/** Empty for an empty log. */
export function logLines(text: string): string[] {
  const trimmed = text.replace(/\n+$/, '');
  return trimmed === '' ? [] : trimmed.split('\n');
}

/** RFC 3339 in UTC, then two spaces. */
const STAMP = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z) {2}/;

export const inLocalTime = (line: string): string => line.replace(STAMP, (_, at: string) => `${exact(at)}  `);

/** Case-insensitive, in order; empty for an empty search. */
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
