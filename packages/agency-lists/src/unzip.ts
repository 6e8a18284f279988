import { Unzip, UnzipInflate } from 'fflate';
import { ListFileError } from './file-error.js';
import { checkUnpacked } from './unpacking.js';

/** Packed bytes per step: unpacked they are at most a thousand times as many. */
const STEP_BYTES = 8_192;
const WANTED = /\.(?:csv|txt|tsv|geojson|json)$/i;
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\._)|readme|\.pdf$/i;
const DATABASES = /\.(?:mdb|accdb|gdb|shp|dbf)$/i;

/** The bytes of the one list in a zip, in bounded memory. @throws ListFileError also while it is read */
export async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  let chosen: string | undefined;
  let refused: Error | undefined;
  let [packed, unpacked] = [0, 0];
  const unzip = new Unzip((entry) => {
    if (DATABASES.test(entry.name))
      refused ??= new ListFileError('Databases and shapefiles cannot be read. Save the list as CSV or GeoJSON.');
    if (!WANTED.test(entry.name) || IGNORED.test(entry.name)) return;
    if (chosen !== undefined) {
      refused ??= new ListFileError(`The zip holds two lists, ${chosen} and ${entry.name}. Send each on its own.`);
      return;
    }
    chosen = entry.name;
    entry.ondata = (error, chunk) => {
      if (error) refused ??= new ListFileError('The zip is damaged or has a password.', { cause: error });
      else {
        unpacked += chunk.length;
        ready.push(Buffer.from(chunk));
      }
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  const check = (): void => {
    if (refused) throw refused;
    checkUnpacked('zip', packed, unpacked);
  };
  const push = (part: Uint8Array, isLast: boolean): void => {
    try {
      unzip.push(part, isLast);
    } catch (cause) {
      refused ??= new ListFileError('The zip is damaged or has a password.', { cause });
    }
  };
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      const part = chunk.subarray(at, at + STEP_BYTES);
      packed += part.length;
      push(part, false);
      check();
      const parts = ready;
      ready = [];
      yield* parts;
    }
  push(new Uint8Array(0), true);
  check();
  yield* ready;
  if (chosen === undefined) throw new ListFileError('The zip holds no CSV, text or GeoJSON file.');
}
