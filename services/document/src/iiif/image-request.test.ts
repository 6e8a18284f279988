import { AppError } from '@symbio/runtime';
import { storedTileOf } from '@symbio/page-engine/pyramids';
import { imageInfo } from './image-info.js';
import { canonicalPath, parseImageRequest, parseRegion, parseSize } from './image-request.js';

const page = { width: 3_000, height: 2_000 };
const whole = { x: 0, y: 0, ...page };
const parse = (path: string, size = page) => parseImageRequest(path.split('/'), size);

const sentence = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_ARGUMENT') return error.message;
    throw error;
  }
  throw new Error('not refused');
};

it.each([
  ['full', whole],
  ['square', { x: 500, y: 0, width: 2_000, height: 2_000 }],
  ['10,20,30,40', { x: 10, y: 20, width: 30, height: 40 }],
  ['2900,1900,500,500', { x: 2_900, y: 1_900, width: 100, height: 100 }],
  ['pct:50,25,10,10.5', { x: 1_500, y: 500, width: 300, height: 210 }],
])('region %s', (text, region) => {
  expect(parseRegion(text, page)).toEqual(region);
});

it.each([
  ['max', [3_000, 2_000]],
  ['^max', [3_000, 2_000]],
  ['300,', [300, 200]],
  [',300', [450, 300]],
  ['100,100', [100, 100]],
  ['!300,300', [300, 200]],
  ['!9000,9000', [3_000, 2_000]],
  ['^!4000,4000', [4_000, 2_667]],
  ['^3300,', [3_300, 2_200]],
  ['pct:50', [1_500, 1_000]],
])('size %s', (text, [width, height]) => {
  expect(parseSize(text, page)).toEqual({ width, height });
});

it('reduces max to the limits of an answer', () => {
  const { width, height } = parseSize('max', { width: 20_000, height: 15_000 });
  expect(width * height).toBeLessThanOrEqual(12_000_000);
  expect(width / height).toBeCloseTo(4 / 3, 2);
  expect(parseSize('max', { width: 100, height: 50_000 }).height).toBe(4_096);
});

it.each([
  ['all/max/0/default.jpg', 'region must be full, square, x,y,w,h or pct:x,y,w,h'],
  ['0,0,0,5/max/0/default.jpg', 'region must be at least 1 pixel wide and high'],
  ['3000,0,5,5/max/0/default.jpg', 'region must be on the page, which has 3000 x 2000 pixels'],
  ['-1,0,5,5/max/0/default.jpg', 'region must consist of whole numbers from 0'],
  ['full/,/0/default.jpg', 'size must be max, w, or ,h or w,h or !w,h or pct:n, each also with ^ in front'],
  ['full/3001,/0/default.jpg', 'size is larger than the region: put ^ in front to enlarge it'],
  ['full/pct:101/0/default.jpg', 'size is larger than the region: put ^ in front to enlarge it'],
  ['full/^5000,/0/default.jpg', 'size may be at most 4096 x 4096 and 12 megapixels'],
  ['full/0,10/0/default.jpg', 'size must not be 0'],
  ['full/max/361/default.jpg', 'rotation must be from 0 to 360 degrees'],
  ['full/max/north/default.jpg', 'rotation must consist of numbers from 0'],
  ['full/max/0/fine.jpg', 'quality must be one of default, color, gray, bitonal'],
  ['full/max/0/default.gif', 'format must be one of jpg, png, webp'],
])('refuses %s', (path, expected) => {
  expect(sentence(() => parse(path))).toBe(expected);
});

it.each([
  ['0,0,3000,2000/3000,/0/default.jpg', 'full/max/0/default.jpg'],
  ['pct:0,0,50,50/!300,300/360/gray.png', '0,0,1500,1000/300,200/0/gray.png'],
  ['square/^2500,2500/!22.5/color.webp', '500,0,2000,2000/^2500,2500/!22.5/color.webp'],
])('%s has the canonical form %s', (path, canonical) => {
  expect(canonicalPath(parse(path), page)).toBe(canonical);
});

it('finds the stored tile of an aligned request', () => {
  const stored = (path: string) => storedTileOf(parse(path), { format: 'jpg', ...page });
  expect(stored('512,1024,512,512/512,512/0/default.jpg')).toEqual({ level: 12, x: 1, y: 2 });
  expect(stored('0,0,1024,1024/512,512/0/color.jpg')).toEqual({ level: 11, x: 0, y: 0 });
  for (const drawn of [
    '1,0,512,512/512,512/0/default.jpg',
    '2560,0,512,512/440,512/0/default.jpg',
    '0,0,512,512/512,512/90/default.jpg',
    '0,0,512,512/512,512/0/default.png',
    '0,0,512,512/512,512/0/gray.jpg',
    '0,0,1536,1536/512,512/0/default.jpg',
    '0,0,256,256/^512,512/0/default.jpg',
  ])
    expect(stored(drawn)).toBeUndefined();
});

it('describes the tiles of the pyramid, and limits only where they apply', () => {
  const info = imageInfo('https://symbio.example/x', { ...page, tileFormat: 'jpg' }, ['cors']);
  expect(info).toMatchObject({
    ...{ id: 'https://symbio.example/x', profile: 'level2', ...page },
    tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4, 8] }],
    extraFeatures: expect.arrayContaining(['cors', 'rotationArbitrary']) as unknown,
  });
  expect(info).not.toHaveProperty('maxArea');
  expect(imageInfo('x', { width: 9_000, height: 400, tileFormat: 'png' }, [])).toMatchObject({
    ...{ maxWidth: 4_096, maxHeight: 4_096, maxArea: 12_000_000 },
    preferredFormats: ['png'],
  });
});
