/** Damages PDFs, reproducibly for a seed. */
import { inflateSync } from 'node:zlib';
import { pick, wholeBetween, type Random } from '@symbio/fixtures/random';

/** Input of a mutation: the file, and another one to take parts from. */
export interface Source {
  bytes: Buffer;
  other: Buffer;
}

/** One way to damage a file. Returns the file unchanged where it does not apply. */
export type Mutation = (source: Source, random: Random) => Buffer;

/** From the first byte to the one after the last. */
interface Span {
  from: number;
  to: number;
}

/** Matches of a pattern; bytes are treated as Latin-1. */
function spansOf(bytes: Buffer, pattern: RegExp): Span[] {
  return [...bytes.toString('latin1').matchAll(pattern)].map(({ index, 0: text }) => ({
    from: index,
    to: index + text.length,
  }));
}

const replaced = (bytes: Buffer, { from, to }: Span, by: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, from), typeof by === 'string' ? Buffer.from(by, 'latin1') : by, bytes.subarray(to)]);

/** Changes one match of a pattern; leaves the file unchanged without a match. */
const atOneOf =
  (pattern: RegExp, change: (found: Buffer, random: Random, source: Source) => Buffer | string): Mutation =>
  (source, random) => {
    const spans = spansOf(source.bytes, pattern);
    if (spans.length === 0) return source.bytes;
    const span = pick(random, spans);
    return replaced(source.bytes, span, change(source.bytes.subarray(span.from, span.to), random, source));
  };

/** A piece of at most `most` bytes. */
function piece(bytes: Buffer, random: Random, most: number): Span {
  const from = wholeBetween(random, 0, Math.max(0, bytes.length - 1));
  return { from, to: Math.min(bytes.length, from + wholeBetween(random, 1, most)) };
}

const OBJECT = /\d+ \d+ obj\b[^]*?endobj/g;
const REFERENCE = /\d+ \d+ R\b/g;
/** Edge values: zero, negative, and the limits of 8, 16, 31, 32, 53 and more bits. */
const EDGES = ['0', '-1', '1', '255', '65536', '2147483647', '-2147483648', '4294967295', '9007199254740993', '1e308'];
const NUMBER = /(?<=\/[A-Za-z]{1,20} ?)-?\d+(?:\.\d+)?(?! \d+ R)/g;
const NAMES = [
  '/Page',
  '/Pages',
  '/Kids',
  '/Count',
  '/Parent',
  '/Font',
  '/XObject',
  '/Filter',
  '/DCTDecode',
  '/ObjStm',
];
const STREAM = /\/FlateDecode[^]{0,300}?stream\r?\n[^]*?endstream/g;
/** Streams that inflate to more are skipped, to keep runs short. */
const UNPACKED_BYTES = 4e6;

const flipped: Mutation = ({ bytes }, random) => {
  const copy = Buffer.from(bytes);
  for (let count = wholeBetween(random, 1, 40); count > 0; count--) {
    const at = wholeBetween(random, 0, copy.length - 1);
    copy[at] = (copy[at] ?? 0) ^ (1 << wholeBetween(random, 0, 7));
  }
  return copy;
};

const spliced: Mutation = ({ bytes, other }, random) => {
  const taken = piece(other, random, 4_000);
  const at = wholeBetween(random, 0, bytes.length);
  return replaced(bytes, { from: at, to: at }, other.subarray(taken.from, taken.to));
};

const swapped: Mutation = ({ bytes }, random) => {
  const objects = spansOf(bytes, OBJECT);
  if (objects.length < 2) return bytes;
  const [one, two] = [pick(random, objects), pick(random, objects)].sort((a, b) => a.from - b.from);
  if (!one || !two || one.from === two.from) return bytes;
  // each object keeps its number: only contents are swapped
  const body = ({ from, to }: Span): Span => ({ from: bytes.indexOf('obj', from) + 3, to: to - 'endobj'.length });
  const [first, second] = [body(one), body(two)];
  return Buffer.concat([
    bytes.subarray(0, first.from),
    bytes.subarray(second.from, second.to),
    bytes.subarray(first.to, second.from),
    bytes.subarray(first.from, first.to),
    bytes.subarray(second.to),
  ]);
};

/** Damages the inflated content of a stream and stores it uncompressed. */
const unpacked = atOneOf(STREAM, (found, random, { other }) => {
  const text = found.toString('latin1');
  const start = /stream\r?\n/.exec(text);
  if (!start) return found;
  const from = start.index + start[0].length;
  let content: Buffer;
  try {
    content = inflateSync(found.subarray(from, found.length - 'endstream'.length), { maxOutputLength: UNPACKED_BYTES });
  } catch {
    // a broken stream, or one that inflates to too much
    return found;
  }
  if (content.length === 0) return found;
  const change = pick(random, [flipped, cut, repeated, numbered]);
  const changed = change({ bytes: content, other }, random);
  const head = text.slice(0, from).replace('/FlateDecode', '/Length ' + changed.length + '/Was/Flate');
  return Buffer.concat([Buffer.from(head, 'latin1'), changed, Buffer.from('\nendstream')]);
});

const cut: Mutation = ({ bytes }, random) => replaced(bytes, piece(bytes, random, 2_000), '');
const repeated: Mutation = ({ bytes }, random) => {
  const span = piece(bytes, random, 2_000);
  const found = bytes.subarray(span.from, span.to);
  return replaced(bytes, span, Buffer.concat(Array<Buffer>(wholeBetween(random, 2, 50)).fill(found)));
};
const numbered = atOneOf(/-?\b\d+(?:\.\d+)?\b/g, (_found, random) => pick(random, EDGES));

/** Every way to damage a file, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bits flipped': flipped,
  'cut off': ({ bytes }, random) => bytes.subarray(0, wholeBetween(random, 1, bytes.length)),
  'a piece left out': cut,
  'a piece repeated': repeated,
  'a piece of another file': spliced,
  'objects swapped': swapped,
  'an object twice': (source, random) =>
    atOneOf(OBJECT, (found) => Buffer.concat([found, Buffer.from('\n'), found]))(source, random),
  'an object left out': atOneOf(OBJECT, () => 'null'),
  'a number at an edge': atOneOf(NUMBER, (_found, random) => ` ${pick(random, EDGES)}`),
  'a length that lies': atOneOf(/\/Length \d+/g, (_found, random) => `/Length ${pick(random, EDGES)}`),
  'a reference to another object': atOneOf(REFERENCE, (_found, random, { bytes }) => {
    const spans = spansOf(bytes, REFERENCE);
    const { from, to } = pick(random, spans);
    return bytes.subarray(from, to);
  }),
  'a name for another': atOneOf(/\/[A-Z][A-Za-z]+/g, (_found, random) => pick(random, NAMES)),
  'false places in the table': atOneOf(
    /\d{10} \d{5} [nf]/g,
    (_found, random) => `${String(wholeBetween(random, 0, 9_999_999)).padStart(10, '0')} 00000 n`,
  ),
  'no place of the table': atOneOf(/startxref\s+\d+/g, (_found, random) => `startxref\n${pick(random, EDGES)}`),
  'a stream unpacked and changed': unpacked,
};

/** A damaged file and its mutations. */
export interface Mutant {
  name: string;
  bytes: Buffer;
}

/** Damages a file in one to three ways. @param random source of all choices */
export function mutant(name: string, source: Source, random: Random): Mutant {
  const names = Object.keys(MUTATIONS);
  const done: string[] = [];
  let { bytes } = source;
  for (let count = wholeBetween(random, 1, 3); count > 0 && bytes.length > 0; count--) {
    const chosen = pick(random, names);
    bytes = MUTATIONS[chosen]?.({ ...source, bytes }, random) ?? bytes;
    done.push(chosen);
  }
  return { name: `${name}: ${done.join(', ')}`, bytes };
}
