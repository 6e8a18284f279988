import { Unzip, UnzipInflate } from 'fflate';
import { UnreadableFile } from './areas.js';

/** Of the files that are read, once unpacked: the sizes that a zip states are not trusted. */
const MOST_BYTES = 10 * 1_024 * 1_024;
/** Packed bytes per step; unpacked they are at most a thousand times as many. */
const STEP_BYTES = 4_096;
/** The reader slows with their number. */
const MOST_FILES = 1_000;
const WANTED = /\.(?:shp|prj|kml|geojson|json)$/i;
/** Copies that macOS adds. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\._)/;

/** Files by name that may hold areas. @throws UnreadableFile */
export function unzipped(file: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array[]>();
  let [files, bytes] = [0, 0];
  const unzip = new Unzip((entry) => {
    files += 1;
    if (files > MOST_FILES) throw new UnreadableFile('The zip holds more than 1,000 files. Send the boundary alone.');
    if (!WANTED.test(entry.name) || IGNORED.test(entry.name)) return;
    const chunks: Uint8Array[] = [];
    found.set(entry.name, chunks);
    entry.ondata = (error, chunk) => {
      if (error) throw error;
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new UnreadableFile('The zip holds more than 10 MB. Send the boundary alone.');
      chunks.push(chunk);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < file.length; at += STEP_BYTES)
      unzip.push(file.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= file.length);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The zip cannot be opened: it is damaged or has a password.', { cause: error });
  }
  return new Map([...found].map(([name, chunks]) => [name, Buffer.concat(chunks)]));
}
