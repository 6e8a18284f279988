/** Damages PDFs and pictures, reproducibly for a seed. */
import { inflateSync } from 'node:zlib';
import fc, { type Arbitrary, type GeneratorValue as Choose } from 'fast-check';

/** Input of a mutation: the file, and another one to take parts from. */
export interface Source {
  bytes: Buffer;
  other: Buffer;
}

/** One way to damage a file. Returns the file unchanged where it does not apply. */
export type Mutation = (source: Source, choose: Choose) => Buffer;

/** From the first byte to the one after the last. */
interface Span {
  from: number;
  to: number;
}

const OBJECT = /\d+ \d+ obj\b[^]*?endobj/g;
const REFERENCE = /\d+ \d+ R\b/g;
const NUMBER = /(?<=\/[A-Za-z]{1,20} ?)-?\d+(?:\.\d+)?(?! \d+ R)/g;
const STREAM = /\/FlateDecode[^]{0,300}?stream\r?\n[^]*?endstream/g;
/** Streams that inflate to more are skipped, to keep runs short. */
const INFLATED_BYTES = 4e6;
const PIECE_BYTES = 2_000;

const nameOf = fc.constantFrom(
  ...['/Page', '/Pages', '/Kids', '/Count', '/Parent', '/Font', '/XObject', '/Filter', '/DCTDecode', '/ObjStm'],
);
/** Numbers at the limits of 8, 16, 31, 32, 53 and more bits, and arbitrary ones. */
const edge = fc.oneof(
  fc.constantFrom('0', '-1', '255', '65536', '2147483647', '-2147483648', '4294967295', '9007199254740993', '1e308'),
  fc.maxSafeInteger().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const place = fc.integer({ min: 0, max: 9_999_999 }).map((at) => `${String(at).padStart(10, '0')} 00000 n`);
const value =
  <T>(arbitrary: Arbitrary<T>): (() => Arbitrary<T>) =>
  () =>
    arbitrary;

const whole = (choose: Choose, min: number, max: number): number =>
  choose(fc.integer, { min, max: Math.max(min, max) });
const one = <T>(choose: Choose, items: readonly T[]): T => items[whole(choose, 0, items.length - 1)] as T;

const replaced = (bytes: Buffer, { from, to }: Span, by: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, from), typeof by === 'string' ? Buffer.from(by, 'latin1') : by, bytes.subarray(to)]);

const spansOf = (bytes: Buffer, pattern: RegExp): Span[] =>
  [...bytes.toString('latin1').matchAll(pattern)].map(({ index, 0: text }) => ({
    from: index,
    to: index + text.length,
  }));

/** Leaves the file unchanged without a match. */
const atOneOf =
  (pattern: RegExp, change: (found: Buffer, choose: Choose, source: Source) => Buffer | string): Mutation =>
  (source, choose) => {
    const spans = spansOf(source.bytes, pattern);
    if (spans.length === 0) return source.bytes;
    const span = one(choose, spans);
    return replaced(source.bytes, span, change(source.bytes.subarray(span.from, span.to), choose, source));
  };

function pieceOf(bytes: Buffer, choose: Choose): Span {
  const from = whole(choose, 0, bytes.length - 1);
  return { from, to: Math.min(bytes.length, from + whole(choose, 1, PIECE_BYTES)) };
}

const flipped: Mutation = ({ bytes }, choose) => {
  const copy = Buffer.from(bytes);
  for (let count = whole(choose, 1, 40); count > 0; count--) {
    const at = whole(choose, 0, copy.length - 1);
    copy[at] = (copy[at] ?? 0) ^ (1 << whole(choose, 0, 7));
  }
  return copy;
};
const cut: Mutation = ({ bytes }, choose) => replaced(bytes, pieceOf(bytes, choose), '');
const repeated: Mutation = ({ bytes }, choose) => {
  const span = pieceOf(bytes, choose);
  const copies = Array<Buffer>(whole(choose, 2, 50)).fill(bytes.subarray(span.from, span.to));
  return replaced(bytes, span, Buffer.concat(copies));
};
const numbered = atOneOf(/-?\b\d+(?:\.\d+)?\b/g, (_found, choose) => choose(value(edge)));
const spliced: Mutation = ({ bytes, other }, choose) => {
  const taken = pieceOf(other, choose);
  const at = whole(choose, 0, bytes.length);
  return replaced(bytes, { from: at, to: at }, other.subarray(taken.from, taken.to));
};

/** Swaps the contents of two objects; each keeps its number. */
const swapped: Mutation = ({ bytes }, choose) => {
  const objects = spansOf(bytes, OBJECT);
  if (objects.length < 2) return bytes;
  const [first, second] = [one(choose, objects), one(choose, objects)]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => ({ from: bytes.indexOf('obj', from) + 3, to: to - 'endobj'.length }));
  if (!first || !second || first.from === second.from) return bytes;
  const content = ({ from, to }: Span): Buffer => bytes.subarray(from, to);
  return replaced(replaced(bytes, second, content(first)), first, content(second));
};

const inflated = atOneOf(STREAM, (found, choose, { other }) => {
  const text = found.toString('latin1');
  const start = /stream\r?\n/.exec(text);
  const from = start ? start.index + start[0].length : 0;
  let content: Buffer;
  try {
    content = inflateSync(found.subarray(from, -'endstream'.length), { maxOutputLength: INFLATED_BYTES });
  } catch {
    // a broken stream, or one that inflates to too much
    return found;
  }
  if (content.length === 0) return found;
  const changed = one(choose, [flipped, cut, repeated, numbered])({ bytes: content, other }, choose);
  const head = text.slice(0, from).replace('/FlateDecode', `/Length ${changed.length}/Was/Flate`);
  return Buffer.concat([Buffer.from(head, 'latin1'), changed, Buffer.from('\nendstream')]);
});

/** Every way to damage a file, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bits flipped': flipped,
  'cut off': ({ bytes }, choose) => bytes.subarray(0, whole(choose, 1, bytes.length)),
  'a piece left out': cut,
  'a piece repeated': repeated,
  'a piece of another file': spliced,
  'objects swapped': swapped,
  'an object twice': atOneOf(OBJECT, (found) => Buffer.concat([found, Buffer.from('\n'), found])),
  'an object left out': atOneOf(OBJECT, () => 'null'),
  'a number at an edge': atOneOf(NUMBER, (_found, choose) => ` ${choose(value(edge))}`),
  'a length that lies': atOneOf(/\/Length \d+/g, (_found, choose) => `/Length ${choose(value(edge))}`),
  'a reference to another object': atOneOf(REFERENCE, (_found, choose, { bytes }) => {
    const { from, to } = one(choose, spansOf(bytes, REFERENCE));
    return bytes.subarray(from, to);
  }),
  'a name for another': atOneOf(/\/[A-Z][A-Za-z]+/g, (_found, choose) => choose(value(nameOf))),
  'false places in the table': atOneOf(/\d{10} \d{5} [nf]/g, (_found, choose) => choose(value(place))),
  'no place of the table': atOneOf(/startxref\s+\d+/g, (_found, choose) => `startxref\n${choose(value(edge))}`),
  'a stream unpacked and changed': inflated,
};

export interface Mutant {
  name: string;
  bytes: Buffer;
}

/** In one to three ways, the same for a seed. */
export function mutant(name: string, source: Source, seed: number): Mutant {
  const damaged = fc.gen().map((choose) => {
    const ways = choose(fc.array<string>, fc.constantFrom(...Object.keys(MUTATIONS)), { minLength: 1, maxLength: 3 });
    const bytes = ways.reduce(
      (before, way) =>
        before.length === 0 ? before : (MUTATIONS[way]?.({ ...source, bytes: before }, choose) ?? before),
      source.bytes,
    );
    return { name: `${name}: ${ways.join(', ')}`, bytes };
  });
  const [made] = fc.sample(damaged, { seed, numRuns: 1 });
  return made ?? { name, bytes: source.bytes };
}
