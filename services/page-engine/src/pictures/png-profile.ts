import { crc32, deflateSync } from 'node:zlib';

/** Signature (8 bytes) and IHDR, always the first chunk (13 bytes with length, name and checksum). */
const AFTER_HEADER = 8 + 25;

/** Embeds a colour profile (iCCP): name, method 0, deflated profile. */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(named.length - 4, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return Buffer.concat([png.subarray(0, AFTER_HEADER), chunk, png.subarray(AFTER_HEADER)]);
}
