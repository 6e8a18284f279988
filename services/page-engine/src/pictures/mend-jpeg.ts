/** Repairs faults that libjpeg only warns about, so remaining warnings mean a truncated picture. */

/** Frames with one scan per component group, whose scans always have all coefficients. */
const SEQUENTIAL = new Set([0xc0, 0xc1]);
const END = Buffer.from('ffd9', 'hex');
const ALL_COEFFICIENTS = Buffer.from([0, 63, 0]);

/** Markers without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Adds a missing end marker, and corrects scan parameters of sequential frames as Samsung phones write them. */
export function mendJpeg(file: Buffer): Buffer {
  const { isEnded, wrongScans } = inspect(file);
  if (isEnded && wrongScans.length === 0) return file;
  const mended = Buffer.concat(isEnded ? [file] : [file, END]);
  for (const at of wrongScans) ALL_COEFFICIENTS.copy(mended, at);
  return mended;
}

/** `wrongScans` are positions of invalid spectral parameters. */
function inspect(file: Buffer): { isEnded: boolean; wrongScans: number[] } {
  const wrongScans: number[] = [];
  let isSequential = false;
  for (const { marker, at } of segments(file)) {
    if (marker === 0xd9) return { isEnded: true, wrongScans };
    if (SEQUENTIAL.has(marker)) isSequential = true;
    if (marker !== 0xda || !isSequential) continue;
    const parameters = at + 5 + 2 * (file[at + 4] ?? 0);
    const isWhole = parameters + ALL_COEFFICIENTS.length <= file.length;
    const isValid = file.subarray(parameters, parameters + 3).equals(ALL_COEFFICIENTS);
    if (isWhole && !isValid) wrongScans.push(parameters);
  }
  return { isEnded: false, wrongScans };
}

/** Markers of the picture itself, not of the thumbnail inside a segment or of a trailer. */
function* segments(file: Buffer): Generator<{ marker: number; at: number }> {
  for (let at = 2; at + 2 <= file.length;) {
    if (file[at] !== 0xff) return;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isBare(marker)) {
      at += 2;
      continue;
    }
    yield { marker, at };
    if (marker === 0xd9 || at + 4 > file.length) return;
    at += 2 + file.readUInt16BE(at + 2);
    if (marker === 0xda) at = afterScan(file, at);
  }
}

/** Next marker that is neither a stuffed byte nor a restart. */
function afterScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
  }
  return file.length;
}
