const HEADER_BYTES = 127;
/** Values of the PMTiles specification. */
const NO_COMPRESSION = 1;
const PNG = 2;

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
}

/** A PMTiles archive (version 3) with the tile of the whole earth. */
export function archiveOfOneTile(tile: Buffer, attribution: string): Buffer {
  // one entry: tile 0, run of 1, its length, and its offset plus 1
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const metadata = Buffer.from(JSON.stringify({ attribution }));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const [atMetadata, atTiles] = [HEADER_BYTES + directory.length, HEADER_BYTES + directory.length + metadata.length];
  const numbers = [
    ...[HEADER_BYTES, directory.length, atMetadata, metadata.length],
    ...[atTiles, 0, atTiles, tile.length, 1, 1, 1],
  ];
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  header.set([1, NO_COMPRESSION, NO_COMPRESSION, PNG, 0, 0], 96);
  return Buffer.concat([header, directory, metadata, tile]);
}
