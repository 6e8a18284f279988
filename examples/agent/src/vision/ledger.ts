import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { z } from 'zod';
import { jsonOf } from './answers.js';

const box = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const finding = z.strictObject({
  box,
  landUse: z.string(),
  name: z.string(),
  seen: z.string(),
  transcription: z.string(),
  confidence: z.number(),
});

const entry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), run_id: z.string(), project_id: z.string(), settings: z.string() }),
  z.strictObject({ kind: z.literal('asked') }),
  z.strictObject({
    kind: z.literal('answered'),
    usage: z.union([
      z.strictObject({ input: z.number(), output: z.number(), ms: z.number() }),
      z.strictObject({ ms: z.number() }),
    ]),
  }),
  z.strictObject({
    kind: z.literal('region'),
    page_id: z.string(),
    region: box,
    /** Without findings: blank paper, or no valid answer. */
    outcome: z.enum(['read', 'blank', 'skipped']),
    findings: z.array(finding),
  }),
  z.strictObject({ kind: z.literal('proposed'), page_id: z.string(), count: z.number() }),
  z.strictObject({ kind: z.literal('finished') }),
]);

export type LedgerEntry = z.infer<typeof entry>;

/** File of what a run has done, one JSON object a line. It holds lettering of the sheets, but no key. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  add(entry: LedgerEntry): void;
}

/** Opens or creates a ledger. Removes an incomplete last line, from a stop while it was written. */
export function openLedger(file: string): Ledger {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
  const entries = whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      const read = entry.safeParse(jsonOf(line));
      if (!read.success) throw new Error(`Line ${index + 1} of ${file} is not from this agent. Choose another ledger.`);
      return read.data;
    });
  return {
    entries,
    add: (one) => {
      entries.push(one);
      appendFileSync(file, `${JSON.stringify(one)}\n`, { mode: 0o600 });
    },
  };
}

/** The same UUID (version 8) for the same parts: a repeated creation finds what it created. */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
