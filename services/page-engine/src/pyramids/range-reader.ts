import { open } from 'node:fs/promises';

export interface RangeReader {
  bytes: number;
  /** Returns fewer bytes only at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

export async function withFile<T>(path: string, use: (reader: RangeReader) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return await use({
      bytes: size,
      async read(offset, length) {
        const buffer = Buffer.allocUnsafe(length);
        const { bytesRead } = await handle.read(buffer, 0, length, offset);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}
