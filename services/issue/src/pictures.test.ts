import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { drawAnew } from './pictures.js';

const screen = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

/** A PNG header of any size, with no pixels to speak of behind it. */
function pngOf(width: number, height: number): Buffer {
  const crcTable = Int32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c;
  });
  const crc = (bytes: Buffer): number => {
    let c = -1;
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
    return (c ^ -1) >>> 0;
  };
  const chunk = (name: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit a pixel, grey
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a screenshot as it is stored (OP-36, ISSUE-34)', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('stays a %s of its size, with a small copy', async (format) => {
    const picture = await drawAnew(await screen().toFormat(format).toBuffer());
    expect(picture.type.mimeType).toBe(`image/${format}`);
    expect(picture).toMatchObject({ width: 800, height: 600 });
    expect(await sharp(picture.body).metadata()).toMatchObject({ format, width: 800, height: 600 });
    expect(await sharp(picture.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 });
  });

  it('loses what the file tells of its maker, and stands upright', async () => {
    const file = await screen()
      .withExif({ IFD0: { Artist: 'Ada Marsh' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(file.includes('Ada Marsh')).toBe(true);
    const picture = await drawAnew(file);
    expect(picture).toMatchObject({ width: 600, height: 800 });
    const { exif, orientation, icc, xmp } = await sharp(picture.body).metadata();
    expect({ exif, orientation, icc, xmp }).toEqual({});
    expect(picture.body.includes('Ada Marsh')).toBe(false);
  });

  it('is no larger in small than it is', async () => {
    const { thumbnail } = await drawAnew(await screen(100, 50).png().toBuffer());
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 100, height: 50 });
  });

  it('goes on moving', async () => {
    const frames = await sharp(
      await Promise.all([screen(40, 30).png().toBuffer(), screen(40, 30).negate().png().toBuffer()]),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const { body, width, height } = await drawAnew(frames);
    expect({ width, height }).toEqual({ width: 40, height: 30 });
    expect((await sharp(body, { animated: true }).metadata()).pages).toBe(2);
  });

  it.each([
    ['a text', 'just words'],
    ['an SVG with script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['nothing', ''],
  ])('is refused when it is %s, whatever its name', (_, content) => {
    expect(() => drawAnew(Buffer.from(content))).toThrow('Only image files are allowed');
  });

  it('is refused by its size before its pixels are read', async () => {
    const bomb = pngOf(40_000, 40_000);
    expect(bomb.length).toBeLessThan(300_000);
    await expect(drawAnew(bomb)).rejects.toThrow(
      'The image is too large: 40,000 x 40,000 pixels. At most 50 megapixels are allowed. Make it smaller and add it again.',
    );
  });

  it('is refused when it is damaged, and the next one is drawn', async () => {
    const whole = await screen().png().toBuffer();
    const [broken, good] = await Promise.allSettled([drawAnew(whole.subarray(0, 200)), drawAnew(whole)]);
    expect(broken).toMatchObject({
      reason: { message: 'The image could not be read. The file may be damaged: choose another one.' },
    });
    expect(good.status).toBe('fulfilled');
  });
});
