import { createHash } from 'node:crypto';
import { sharp } from '../pictures/sharp.js';
import { TILE_SIZE } from './deep-zoom.js';
import type { RangeReader } from './range-reader.js';
import { PyramidError, type TilePyramid } from './tile-pyramid.js';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Maximum zip comment, between end record and end of file. */
const MAX_COMMENT = 0xffff;
const STORED = 0;
const NAME = /(?:^|\/)(\d+)\/(\d+)_(\d+)\.png$/;

interface Entry {
  /** Offset of the local header; name and tile follow. */
  offset: number;
  bytes: number;
  nameBytes: number;
  crc: number;
}

/** Opens a zip written by `writeBilevelPyramid`, which contains all levels. */
export async function openZipPyramid(reader: RangeReader): Promise<TilePyramid> {
  const entries = await readEntries(reader);
  const maxLevel = Math.max(...[...entries.keys()].map((key) => Number(key.split('/')[0])));
  if (!Number.isInteger(maxLevel)) throw new PyramidError('no tiles');

  const read = async (entry: Entry): Promise<Buffer> => {
    // the local header repeats the name and rarely has extra fields, so one read usually suffices
    const head = LOCAL_BYTES + entry.nameBytes;
    const bytes = await reader.read(entry.offset, head + entry.bytes);
    if (bytes.length < head || bytes.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new PyramidError('local header');
    const start = LOCAL_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
    const body = start === head ? bytes.subarray(start) : await reader.read(entry.offset + start, entry.bytes);
    if (body.length !== entry.bytes) throw new PyramidError('cut off');
    return body;
  };

  const overviewLevel = (): number => {
    let level = maxLevel;
    while (level > 0 && (entries.has(`${level}/1_0`) || entries.has(`${level}/0_1`))) level--;
    return level;
  };

  const tile: TilePyramid['tile'] = async (level, x, y) => {
    const entry = entries.get(`${level}/${x}_${y}`);
    return entry ? read(entry) : null;
  };

  return {
    format: 'png',
    maxLevel,
    tile,

    async overview() {
      const png = await tile(overviewLevel(), 0, 0);
      if (!png) throw new PyramidError('no overview');
      const { width = TILE_SIZE, height = TILE_SIZE } = await sharp(png).metadata();
      return { tile: png, width, height };
    },

    fingerprint() {
      const hash = createHash('sha256').update('png');
      for (const key of [...entries.keys()].sort()) hash.update(`|${key}:${entries.get(key)?.crc}`);
      return Promise.resolve(hash.digest('hex').slice(0, 16));
    },
  };
}

async function readEntries(reader: RangeReader): Promise<Map<string, Entry>> {
  const tailBytes = Math.min(reader.bytes, END_BYTES + MAX_COMMENT);
  const tail = await reader.read(reader.bytes - tailBytes, tailBytes);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END_SIGNATURE) end--;
  if (end < 0) throw new PyramidError('not a zip');
  const directory = await reader.read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries = new Map<string, Entry>();
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const match = NAME.exec(name);
    if (match) {
      if (directory.readUInt16LE(at + 10) !== STORED) throw new PyramidError('compressed tile');
      entries.set(`${Number(match[1])}/${Number(match[2])}_${Number(match[3])}`, {
        offset: directory.readUInt32LE(at + 42),
        bytes: directory.readUInt32LE(at + 24),
        nameBytes,
        crc: directory.readUInt32LE(at + 16),
      });
    }
    at += ENTRY_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}
