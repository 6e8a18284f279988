import sharp, { type Sharp } from 'sharp';

/** Metadata of {@link yardHeic} and {@link yardPhotograph}. */
export const YARD_NOTES = {
  takenAt: '2026-05-04T13:41:22-04:00',
  latitude: 40.730033,
  longitude: -73.975167,
  heading: 312.5,
} as const;

/** Drawn yard as phone HEIC: 320 x 240 pixels with {@link YARD_NOTES}. */
export const yardHeic = (): Buffer =>
  Buffer.from(
    [
      'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAZdtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAA',
      'AAAERAAAIAAQAAAAABuwABAAAAAAAAArUAAgAAAAAEcAABAAAAAAAAAR8AAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABodmMxAAAAABVp',
      'bmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAAA1mlwcnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAPPAA/P34+AAADwNgAAEAGE',
      'ABDAH//wNwAAADAJAAAAMAAAMAPLoCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwA8oAoIDxZbqSSmubgIaDAgAAADAyAAAAMAIWIAAQAHRAHBcrBi',
      'QAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAAFAAAAA8AAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAAB',
      'ppcmVmAAAAAAAAAA5jZHNjAAIAAQABAAAD3G1kYXQAAAKxKAGvLIJDcJu86wF8nzf3Rt5/cl7/zPXoCCPrMYkpXyFACvBMQKYttIixXD/74x31',
      'youOCMJg0f8bS/qabK2zai0RRUE3mMI70vU7uhgxLMEAD381CElfBTA98jtFceh/afMEUTDIpuuGVzHsfkdEt6PxF9SEUk2pAuu3gHqn6+XFlV',
      'r8TipGZrwTRQyTNKRs7kDIHk1o3jYdUyMZUiwDl89+C7cB6q9KkUzgsjsb+Cw+qJSYuQWJodYfbuRvF0mpKv0eAAHIovm6SVqLvhqRCHepnEHo',
      'UOQjKADebusoE7Ut/ahH2ZhqSZc0FfhtbubCra5aBbTgbRiVt1yxuTsO0hMmRoXsI9tBs9EXxEDm6S83AMOCOwEDUFs+GVNGXcgeK8lrK5mnnb',
      'TeKNj5dB7ox9fdx3f/9Prp+/h49ft1BkCq+uaXPj5uZWH/JCO9z9GgzcLK/WEpn3g0VWVmEazAqIfLFL3dkkk9CSgAuzEsxzPcbw090a83Vn5Y',
      'jJwUhHWg+IuQ9T1U0lHaGVQ6bmVmrY1XHrtycuuyQjTkVc/pVNkuAOgE3Ukf0E0CRDjnuXvLiKWs9nMeD6BkwZu9Bfuj5lFcL1L3mTOiPJpn6j',
      'GUk55Tsap5pyNOuu6OatewlYPoRpB4HuhBLliDmruXFAkVrXWG+7JznOOur2HnEVmVISzJJOx9CEQcSi91no371P9UbVy1TRlO1BMOYCnF+jFg',
      'vgzN2wx/uisR1EyZs6xjgHoMZOxhOwy0X1Dg0EEmgkhlrv+nDjQaEhb5ztscG/ljK/RUig+fnXvt7sAcVg0BD91cTmlnjLCh+2p5gffdxJt43g',
      'KuudGJKHVnM+E0PvlCwFyh+OY0TkLzcLuO0vlTP/YQRATOD9Z5eMV8yL8X64GrZMvqrT9QgJiAJwBlh4ESB2wAAAAGRXhpZgAATU0AKgAAAAgA',
      'BQEPAAIAAAAHAAAASgEQAAIAAAANAAAAUQESAAMAAAABAAEAAIdpAAQAAAABAAAAXoglAAQAAAABAAAAkwAAAABTeW1iaW8ARHJhd24gY2FtZX',
      'JhAAACkAMAAgAAABQAAAB4kBEAAgAAAAcAAACMMjAyNjowNTowNCAxMzo0MToyMgAtMDQ6MDAAAAYAAQACAAAAAk4AAAAAAgAFAAAAAwAAAN0A',
      'AwACAAAAAlcAAAAABAAFAAAAAwAAAPUAEAACAAAAAlQAAAAAEQAFAAAAAQAAAQ0AAAAoAAAAAQAAACsAAAABAAASzAAAAGQAAABJAAAAAQAAAD',
      'oAAAABAAAL9AAAAGQAAAw1AAAACg==',
    ].join(''),
    'base64',
  );

/** The same pixel values with other primaries, given only by number as on some phones. */
export function yardHeicOf(primaries: number): Buffer {
  const file = yardHeic();
  file.writeUInt16BE(primaries, file.indexOf('colrnclx') + 'colrnclx'.length);
  return file;
}

/** The same with an ICC profile instead of "sRGB". */
export function yardHeicIn(profile: Buffer): Buffer {
  const file = yardHeic();
  const at = file.indexOf('colrnclx') - 4;
  const former = file.readUInt32BE(at);
  const colr = Buffer.concat([Buffer.alloc(4), Buffer.from('colrprof'), profile]);
  colr.writeUInt32BE(colr.length, 0);
  const longer = colr.length - former;
  for (const box of ['meta', 'iprp', 'ipco']) {
    const size = file.indexOf(box) - 4;
    file.writeUInt32BE(file.readUInt32BE(size) + longer, size);
  }
  // offsets of picture and EXIF: name, version, sizes and table count, then 18 bytes each
  const table = file.indexOf('iloc') + 12;
  for (const entry of [0, 1]) {
    const begins = table + entry * 18 + 4;
    file.writeUInt32BE(file.readUInt32BE(begins) + longer, begins);
  }
  return Buffer.concat([file.subarray(0, at), colr, file.subarray(at + former)]);
}

export interface YardOptions {
  width?: number;
  height?: number;
  /** EXIF value: 6 is a phone held upright. */
  orientation?: number;
  /** Default: {@link YARD_NOTES}. */
  exif?: Record<string, Record<string, string>>;
  format?: 'jpeg' | 'png' | 'webp';
}

const YARD_EXIF: Record<string, Record<string, string>> = {
  IFD0: { Make: 'Symbio', Model: 'Drawn camera' },
  IFD2: { DateTimeOriginal: '2026:05:04 13:41:22', OffsetTimeOriginal: '-04:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '40/1 43/1 4812/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '73/1 58/1 3060/100',
    GPSImgDirectionRef: 'T',
    GPSImgDirection: '3125/10',
  },
};

/** Sky, ground, a brick building and a tank. */
const yard = (width: number, height: number): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">
        <rect width="100" height="100" fill="#96b4cd"/><rect y="60" width="100" height="40" fill="#786e55"/>
        <rect x="15" y="30" width="35" height="35" fill="#a5503c"/><ellipse cx="72" cy="58" rx="13" ry="12" fill="#464b50"/>
      </svg>`,
    ),
  ).flatten({ background: 'white' });

export function yardPhotograph({
  width = 320,
  height = 240,
  orientation = 1,
  exif,
  format = 'jpeg',
}: YardOptions = {}): Promise<Buffer> {
  return yard(width, height)
    .withExif(exif ?? YARD_EXIF)
    .withMetadata({ orientation })
    .toFormat(format, { quality: 80 })
    .toBuffer();
}
