/** Pictures as cameras and offices write them: damaged in ways that only warn, or in rarer formats. */

/** Scan parameters of Samsung phones: libjpeg warns, browsers show the whole picture. */
export function withWrongScanParameters(jpeg: Buffer): Buffer {
  const odd = Buffer.from(jpeg);
  const scan = odd.indexOf(Buffer.from('ffda', 'hex'));
  odd[scan + 5 + 2 * (odd[scan + 4] ?? 0) + 1] = 0;
  return odd;
}

export const withoutEndMarker = (jpeg: Buffer): Buffer => jpeg.subarray(0, -2);

/** 24 bits, bottom row first. @param rgb three bytes each */
export function bmpOf(rgb: Buffer, width: number, height: number): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        file[54 + stride * (height - 1 - y) + x * 3 + 2 - channel] = rgb[(y * width + x) * 3 + channel] ?? 0;
  return file;
}
