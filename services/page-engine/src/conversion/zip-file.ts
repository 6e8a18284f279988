/** Reads a ZIP by its central directory. Bounded: a bomb unpacks to a thousand times its size. */
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { ConversionFailure, conversionFailures, damagedBy } from './failures.js';
import type { ConversionLimits } from './messages.js';

export interface ZipEntry {
  /** With folders. */
  name: string;
  isEncrypted: boolean;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  headerAt: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 64 * 1024 * 1024;
const ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

export class ZipFile {
  private unpackedBytes = 0;

  private constructor(
    private readonly handle: FileHandle,
    readonly entries: readonly ZipEntry[],
    private readonly limits: ConversionLimits,
  ) {}

  /** @throws ConversionFailure */
  static async open(path: string, limits: ConversionLimits): Promise<ZipFile> {
    const handle = await open(path, 'r');
    try {
      return new ZipFile(handle, await readDirectory(handle, limits), limits);
    } catch (error) {
      await handle.close();
      if (error instanceof RangeError) throw conversionFailures.unsupportedZip(error.message);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  async unpack({ name, isEncrypted, method, packed, unpacked, crc, headerAt }: ZipEntry, to: string): Promise<void> {
    if (isEncrypted) throw conversionFailures.protectedZip();
    if (method !== STORED && method !== DEFLATED) throw conversionFailures.unsupportedZip(`method ${method}`);
    // stated sizes may be false, so both count
    if (this.unpackedBytes + unpacked > this.limits.unpackedBytes)
      throw conversionFailures.unpacksTooLarge(this.limits.unpackedBytes);
    const local = await readAt(this.handle, headerAt, 30);
    if (local.readUInt32LE(0) !== LOCAL) throw conversionFailures.unsupportedZip(`header of ${name}`);
    const start = headerAt + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    let sum = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.unpackedBytes += chunk.length;
        sum = crc32(chunk, sum);
        if (this.unpackedBytes > this.limits.unpackedBytes)
          done(conversionFailures.unpacksTooLarge(this.limits.unpackedBytes));
        else done(null, chunk);
      },
    });
    const body = Readable.from(rangeOf(this.handle, start, packed), { objectMode: false });
    try {
      if (method === DEFLATED) await pipeline(body, createInflateRaw(), counted, createWriteStream(to));
      else await pipeline(body, counted, createWriteStream(to));
    } catch (error) {
      if (error instanceof ConversionFailure) throw error;
      throw damagedBy(error);
    }
    if (sum !== crc) throw conversionFailures.damaged('checksum');
  }
}

async function readDirectory(handle: FileHandle, limits: ConversionLimits): Promise<ZipEntry[]> {
  const { size } = await handle.stat();
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  const end = tail.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || tail.readUInt32LE(end) !== END) throw conversionFailures.damaged('no end of the ZIP');
  const [count, bytes, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count === 0xffff || at === ZIP64) throw conversionFailures.tooManyFiles(limits.files);
  if (bytes > MAX_DIRECTORY) throw conversionFailures.tooManyFiles(limits.files);
  const directory = await readAt(handle, at, bytes);
  const entries: ZipEntry[] = [];
  for (let from = 0; from + 46 <= directory.length && directory.readUInt32LE(from) === CENTRAL;) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => directory.readUInt16LE(from + offset));
    const nameAt = from + 46;
    const flags = directory.readUInt16LE(from + 8);
    const entry = {
      name: nameOf(directory.subarray(nameAt, nameAt + (nameBytes ?? 0))),
      isEncrypted: (flags & 1) === 1,
      method: directory.readUInt16LE(from + 10),
      crc: directory.readUInt32LE(from + 16),
      packed: directory.readUInt32LE(from + 20),
      unpacked: directory.readUInt32LE(from + 24),
      headerAt: directory.readUInt32LE(from + 42),
    };
    if ([entry.packed, entry.unpacked, entry.headerAt].includes(ZIP64))
      throw conversionFailures.unsupportedZip('64-bit sizes');
    entries.push(entry);
    if (entries.length > limits.files) throw conversionFailures.tooManyFiles(limits.files);
    from = nameAt + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

/** UTF-8 also where the flag is missing, as macOS writes it; else Latin characters. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw conversionFailures.damaged('cut off');
  return buffer;
}

const STEP = 1024 * 1024;

async function* rangeOf(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; done += STEP)
    yield await readAt(handle, start + done, Math.min(STEP, length - done));
}
