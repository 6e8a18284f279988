/**
 * Display primaries as XYZ adapted to D50, by ISO/IEC 23091-2 number: 12 is Display P3, 9 is BT.2020. 1 is BT.709, the
 * primaries of sRGB.
 */
const PRIMARIES: Readonly<Record<number, readonly (readonly [number, number, number])[]>> = {
  9: [
    [0.67348, 0.27904, -0.00194],
    [0.16566, 0.67534, 0.02998],
    [0.12505, 0.04561, 0.79687],
  ],
  12: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
};
const WHITE = [0.9642, 1, 0.82491] as const;
/** sRGB transfer curve: a power above the threshold, linear below. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;

const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;

/** s15Fixed16 numbers. */
function fixed(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, at) => bytes.writeInt32BE(Math.round(number * 65_536), at * 4));
  return bytes;
}

const xyz = (numbers: readonly number[]): Buffer => Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(numbers)]);
/** Parametric curve; type 3 is sRGB's. */
const curve = Buffer.concat([Buffer.from('para\0\0\0\0\0\x03\0\0', 'latin1'), fixed(SRGB_CURVE)]);

function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(size, 0);
  // version 4.2, which supports parametric curves
  bytes.writeUInt32BE(0x04_20_00_00, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  fixed(WHITE).copy(bytes, 68);
  return bytes;
}

/**
 * Display profile with these primaries and the sRGB curve.
 *
 * @param primaries ISO/IEC 23091-2 number
 * @returns undefined for sRGB primaries and unsupported ones
 */
export function profileOfPrimaries(primaries: number): Buffer | undefined {
  const colours = PRIMARIES[primaries];
  if (!colours) return undefined;
  const tags = [
    ['wtpt', xyz(WHITE)] as const,
    ...(['rXYZ', 'gXYZ', 'bXYZ'] as const).map((name, at) => [name, xyz(colours[at] ?? [])] as const),
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map((name) => [name, curve] as const),
  ];
  const table = Buffer.alloc(4 + tags.length * ENTRY_BYTES);
  table.writeUInt32BE(tags.length, 0);
  let begins = HEADER_BYTES + table.length;
  tags.forEach(([name, { length }], at) => {
    const entry = 4 + at * ENTRY_BYTES;
    table.write(name, entry, 'latin1');
    table.writeUInt32BE(begins, entry + 4);
    table.writeUInt32BE(length, entry + 8);
    begins += length;
  });
  return Buffer.concat([header(begins), table, ...tags.map(([, bytes]) => bytes)]);
}
