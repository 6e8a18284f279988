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
/** The longest comment a zip can carry lies between its end record and the end of the file. */
const MAX_COMMENT = 0xffff;
const STORED = 0;
const NAME = /(?:^|\/)(\d+)\/(\d+)_(\d+)\.png$/;

interface Entry {
  /** Of the local header, which is followed by the name and then the tile. */
  offset: number;
  bytes: number;
  nameBytes: number;
  crc: number;
}

/** Opens the zip of PNG tiles written by `writeBilevelPyramid`; all levels down to one pixel are in it. */
export async function openZipPyramid(reader: RangeReader): Promise<TilePyramid> {
  const entries = await readEntries(reader);
  const maxLevel = Math.max(...[...entries.keys()].map((key) => Number(key.split('/')[0])));
  if (!Number.isInteger(maxLevel)) throw new PyramidError('no tiles');

  const read = async (entry: Entry): Promise<Buffer> => {
    // the local header repeats the name and may carry extra fields; they are seldom there, so one read usually does
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
