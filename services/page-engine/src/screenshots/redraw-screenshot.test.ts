import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { redraw } from './redraw.js';
import { redrawScreenshot } from './redraw-screenshot.js';

const screen = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // (end of line) 1 bit per pixel, grey
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
    const picture = await redrawScreenshot(await screen().toFormat(format).toBuffer());
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
    const picture = await redrawScreenshot(file);
    expect(picture).toMatchObject({ width: 600, height: 800 });
    const { exif, orientation, icc, xmp } = await sharp(picture.body).metadata();
    expect({ exif, orientation, icc, xmp }).toEqual({});
    expect(picture.body.includes('Ada Marsh')).toBe(false);
  });

  it('is no larger in small than it is', async () => {
    const { thumbnail } = await redrawScreenshot(await screen(100, 50).png().toBuffer());
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 100, height: 50 });
  });

  it('stays animated', async () => {
    const frames = await sharp(
      await Promise.all([screen(40, 30).png().toBuffer(), screen(40, 30).negate().png().toBuffer()]),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const { body, width, height } = await redrawScreenshot(frames);
    expect({ width, height }).toEqual({ width: 40, height: 30 });
    expect((await sharp(body, { animated: true }).metadata()).pages).toBe(2);
  });

  it.each([
    ['a text', 'just words'],
    ['an SVG with script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['nothing', ''],
  ])('is refused when it is %s, whatever its name', async (_, content) => {
    await expect(redrawScreenshot(Buffer.from(content))).rejects.toMatchObject({
      name: 'ScreenshotFailure',
      reason: 'not_an_image',
      message: 'Only image files are allowed',
    });
  });

  it('is refused by its size before its pixels are read', async () => {
    const bomb = pngOf(40_000, 40_000);
    expect(bomb.length).toBeLessThan(300_000);
    await expect(redrawScreenshot(bomb)).rejects.toMatchObject({
      reason: 'too_many_pixels',
      message:
        'The image is too large: 40,000 x 40,000 pixels. At most 50 megapixels are allowed. Make it smaller and add it again.',
    });
  });

  it.each([
    [1, 65_536, '1 x 65,536'],
    [65_536, 1, '65,536 x 1'],
  ])(
    'is refused by its longer side, too, since short rows cost as much as long ones (%d x %d)',
    async (width, height, size) => {
      await expect(redrawScreenshot(pngOf(width, height))).rejects.toMatchObject({
        reason: 'too_many_pixels',
        message: `The image is too large: ${size} pixels. At most 65,535 pixels on a side are allowed. Make it smaller and add it again.`,
      });
    },
  );

  it('may have many frames, whose sides are none of all of them together', async () => {
    const frames = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        screen(10, 30_000)
          .modulate({ hue: index * 90 })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await redrawScreenshot(moving)).toMatchObject({ width: 10, height: 30_000 });
  });

  it('is refused when it is damaged', async () => {
    const whole = await screen().png().toBuffer();
    await expect(redrawScreenshot(whole.subarray(0, 200))).rejects.toMatchObject({
      reason: 'damaged_image',
      message: 'The image could not be read. The file may be damaged: choose another one.',
    });
  });

  it('is refused when it becomes much larger than its file, as the caller holds it in memory', async () => {
    const file = await screen().png().toBuffer();
    await expect(redraw({ file, maxPixels: 1e6, maxBytes: 500 })).rejects.toMatchObject({ reason: 'too_many_bytes' });
  });

  it('ends with its caller', async () => {
    const file = await screen().png().toBuffer();
    await expect(redrawScreenshot(file, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    const leaving = new AbortController();
    const redrawn = redrawScreenshot(file, leaving.signal);
    leaving.abort(new Error('gone meanwhile'));
    await expect(redrawn).rejects.toThrow('gone meanwhile');
  });
});
