import { describe, expect, it } from '@jest/globals';
import { baseVersion, downgrade } from './elf-glibc-downgrade.js';

/** Minimal ELF64 object: one needed library with two version tags, and symbols that require the newer one. */
function sharedObject(symbols: string[], versions = ['GLIBC_2.2.5', 'GLIBC_2.38']): Buffer {
  const strings = Buffer.from(`\0libc.so.6\0${versions.join('\0')}\0${symbols.join('\0')}\0`, 'latin1');
  const nameAt = (name: string): number => strings.indexOf(`\0${name}\0`, 0, 'latin1') + 1;

  const dynsym = Buffer.alloc(24 * symbols.length);
  symbols.forEach((name, i) => dynsym.writeUInt32LE(nameAt(name), i * 24));
  const versym = Buffer.alloc(2 * symbols.length);
  symbols.forEach((_name, i) => versym.writeUInt16LE(versions.indexOf('GLIBC_2.38') + 2, i * 2));
  const verneed = Buffer.alloc(16 + 16 * versions.length);
  verneed.writeUInt16LE(versions.length, 2);
  verneed.writeUInt32LE(nameAt('libc.so.6'), 4);
  verneed.writeUInt32LE(16, 8);
  versions.forEach((version, i) => {
    const at = 16 + i * 16;
    verneed.writeUInt32LE(0x1000 + i, at); // vna_hash
    verneed.writeUInt16LE(i + 2, at + 6); // vna_other
    verneed.writeUInt32LE(nameAt(version), at + 8);
    if (i < versions.length - 1) verneed.writeUInt32LE(16, at + 12);
  });

  const parts = [strings, dynsym, versym, verneed];
  const offsets = parts.map((_part, i) => 64 + parts.slice(0, i).reduce((sum, part) => sum + part.length, 0));
  const types = [3, 11, 0x6fffffff, 0x6ffffffe];
  const headers = Buffer.alloc(64 * parts.length);
  parts.forEach((part, i) => {
    headers.writeUInt32LE(types[i] ?? 0, i * 64 + 4);
    headers.writeBigUInt64LE(BigInt(offsets[i] ?? 0), i * 64 + 24);
    headers.writeBigUInt64LE(BigInt(part.length), i * 64 + 32);
    headers.writeUInt32LE(0, i * 64 + 40); // sh_link: the strings
    headers.writeUInt32LE(i === 3 ? 1 : 0, i * 64 + 44); // sh_info: one needed library
  });
  const head = Buffer.alloc(64);
  head.write('\x7fELF\x02\x01', 'latin1');
  head.writeBigUInt64LE(BigInt(64 + parts.reduce((sum, part) => sum + part.length, 0)), 0x28);
  head.writeUInt16LE(64, 0x3a);
  head.writeUInt16LE(parts.length, 0x3c);
  return Buffer.concat([head, ...parts, headers]);
}

const symbolName = (image: Buffer, i: number): string => {
  const strings = 64;
  const sections = Number(image.readBigUInt64LE(0x28));
  const table = Number(image.readBigUInt64LE(sections + 64 + 24));
  const at = strings + image.readUInt32LE(table + i * 24);
  return image.toString('latin1', at, image.indexOf(0, at));
};

describe('making a shared object loadable on an older glibc', () => {
  it('points C23 aliases at their older equivalents and requires the older version', () => {
    const image = sharedObject(['__isoc23_strtol', 'fmod']);
    expect(downgrade(image, 'GLIBC_2.38', 'GLIBC_2.2.5')).toEqual(['__isoc23_strtol', 'fmod']);
    expect([symbolName(image, 0), symbolName(image, 1)]).toEqual(['strtol', 'fmod']);
    expect(downgrade(image, 'GLIBC_2.38', 'GLIBC_2.2.5')).toEqual([]); // the newer version is no longer required
  });

  it('refuses a symbol whose older equivalent is unknown', () => {
    expect(() => downgrade(sharedObject(['strlcpy']), 'GLIBC_2.38', 'GLIBC_2.2.5')).toThrow(
      'strlcpy@GLIBC_2.38 has no known older twin',
    );
  });

  it('refuses an object that has no older version to fall back to', () => {
    expect(() => downgrade(sharedObject(['fmod'], ['GLIBC_2.38']), 'GLIBC_2.38', 'GLIBC_2.2.5')).toThrow(
      'no GLIBC_2.2.5 entry to fall back to in libc.so.6',
    );
  });

  it('refuses other files', () => {
    expect(() => downgrade(Buffer.from('MZ, a program for another system'.repeat(4)), 'a', 'b')).toThrow(
      'not a little-endian ELF64 object',
    );
  });

  it('falls back to the oldest version of the architecture', () => {
    expect([baseVersion('x64'), baseVersion('arm64')]).toEqual(['GLIBC_2.2.5', 'GLIBC_2.17']);
  });
});
