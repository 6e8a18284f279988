/** Photographs of a site visit as a phone would have taken them: drawn, with what its camera would have noted. */
import sharp from 'sharp';

/** A photograph of the demonstration. */
export interface DemoPhotograph {
  fileName: string;
  caption: string;
  /** Minutes after the visit began. */
  minute: number;
  /** Degrees from the middle of the property. */
  north: number;
  east: number;
  /** Where the camera looked, degrees clockwise from north. */
  heading: number;
  /** The phone was held sideways: the file has the picture rotated. */
  isTurned?: boolean;
  /** The scene, as SVG of 1,600 x 1,200 over sky and ground. */
  scene: string;
  /** Share of the height at which the ground begins; 0: the camera looked down. */
  horizon: number;
}

const [WIDTH, HEIGHT] = [1_600, 1_200];

/** Bricks in courses, each a little different. */
function bricks(x: number, y: number, width: number, height: number): string {
  const rows: string[] = [`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#b9a99a"/>`];
  for (let row = 0; row * 22 < height; row++)
    for (let column = -1; column * 56 < width; column++) {
      const left = Math.max(x, x + column * 56 + (row % 2) * 28);
      const right = Math.min(x + width, x + column * 56 + (row % 2) * 28 + 53);
      const shade = 128 + ((row * 7 + column * 13) % 5) * 7;
      const tall = Math.min(19, height - row * 22);
      if (right > left && tall > 0)
        rows.push(
          `<rect x="${left}" y="${y + row * 22}" width="${right - left}" height="${tall}" fill="rgb(${shade},${Math.round(shade * 0.55)},${Math.round(shade * 0.42)})"/>`,
        );
    }
  return rows.join('');
}

const window_ = (x: number, y: number): string =>
  `<rect x="${x}" y="${y}" width="120" height="150" fill="#39424a"/><path d="M${x} ${y + 75}h120M${x + 60} ${y}v150" stroke="#c9c4b8" stroke-width="8"/><rect x="${x - 8}" y="${y + 150}" width="136" height="14" fill="#cfc8ba"/>`;

export const PHOTOGRAPHS: readonly DemoPhotograph[] = [
  {
    fileName: 'IMG_2041.JPG',
    caption:
      'North elevation of the warehouse from the gate. Brick from before 1910, windows boarded on the upper floor.',
    minute: 11,
    north: 0.0006,
    east: -0.0002,
    heading: 178,
    horizon: 0.66,
    scene: `${bricks(180, 300, 1_240, 520)}<path d="M150 300 L800 170 L1450 300Z" fill="#5b5450"/>${[260, 470, 1010, 1220].map((x) => window_(x, 380)).join('')}<rect x="690" y="540" width="220" height="280" fill="#5f6d62"/><path d="M690 610h220M690 680h220M690 750h220" stroke="#4b574e" stroke-width="6"/>`,
  },
  {
    fileName: 'IMG_2044.JPG',
    caption: 'Arc of brick foundation in the parking lot, about 70 ft across: outline of former gas holder no. 2.',
    minute: 24,
    north: 0.0002,
    east: 0.0007,
    heading: 92,
    horizon: 0.24,
    scene: `<path d="M-60 1080 Q760 250 1660 900" fill="none" stroke="#8d4a36" stroke-width="74"/><path d="M-60 1080 Q760 250 1660 900" fill="none" stroke="#b77158" stroke-width="74" stroke-dasharray="46 8" opacity=".7"/><path d="M250 1200 L520 310 M1180 1200 L930 310" stroke="#dcd8c8" stroke-width="16" opacity=".75"/>`,
  },
  {
    fileName: 'IMG_2048.JPG',
    caption: 'Stained soil and sheen in the river bank below the former purifying house; naphthalene odor.',
    minute: 47,
    north: -0.0004,
    east: 0.0009,
    heading: 135,
    horizon: 0.18,
    scene: `<path d="M0 640 Q500 560 900 660 T1600 600 V1200 H0Z" fill="#4b5f66"/><path d="M240 500 Q620 420 860 560 Q990 690 760 760 Q430 800 260 660Z" fill="#231f1c" opacity=".82"/><path d="M420 760 Q760 700 1040 820 Q800 900 470 850Z" fill="#8a79a8" opacity=".45"/><path d="M520 800 Q760 750 920 830" stroke="#c9b46a" stroke-width="14" fill="none" opacity=".5"/>`,
  },
  {
    fileName: 'IMG_2050.JPG',
    caption: 'Capped fill port and vent pipe beside the loading dock; no record of a tank removal.',
    minute: 58,
    north: 0.0001,
    east: 0.0003,
    heading: 240,
    isTurned: true,
    horizon: 0.58,
    scene: `${bricks(0, 180, 900, 560)}<rect x="1180" y="120" width="46" height="760" fill="#7f8a8f"/><path d="M1203 130 q0 -70 74 -70 v44 q-30 0 -30 40z" fill="#7f8a8f"/><ellipse cx="620" cy="960" rx="150" ry="62" fill="#3d4144"/><ellipse cx="620" cy="948" rx="150" ry="62" fill="#5c6266"/><ellipse cx="620" cy="946" rx="94" ry="36" fill="#4a4f53"/>`,
  },
  {
    fileName: 'IMG_2053.JPG',
    caption: 'Two 55-gallon drums on a pallet behind the dock, one without a label; no leak seen.',
    minute: 66,
    north: 0,
    east: 0.0001,
    heading: 15,
    horizon: 0.55,
    scene: `<rect x="380" y="900" width="860" height="70" fill="#9a7b4f"/><path d="M380 970h860v26h-860z" fill="#6e5636"/>${[
      ['#2f5f8a', 450],
      ['#8f2f28', 820],
    ]
      .map(
        ([fill, x]) =>
          `<rect x="${x}" y="470" width="320" height="440" fill="${fill}"/><ellipse cx="${Number(x) + 160}" cy="470" rx="160" ry="46" fill="#3d4246"/><path d="M${x} 620h320M${x} 760h320" stroke="#00000055" stroke-width="16"/>`,
      )
      .join('')}<rect x="520" y="640" width="180" height="110" fill="#e8e2cf"/>`,
  },
];

/** The view without what a camera notes: sky with clouds, ground with grain, the scene, and the noise of a small sensor. */
const viewOf = ({ scene, horizon }: DemoPhotograph): string => {
  const ground = Math.round(HEIGHT * horizon);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fa3b3"/><stop offset="1" stop-color="#cdd5d8"/></linearGradient>
    <linearGradient id="ground" x2="0" y2="1"><stop stop-color="#8b857a"/><stop offset="1" stop-color="#65604f"/></linearGradient>
    <filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 .2  0 0 0 0 .18  0 0 0 0 .15  0 0 0 .7 -.18"/></filter>
    <filter id="cloud" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".003 .009" numOctaves="4" seed="9"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 1.6 -.7"/></filter>
  </defs>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><rect width="${WIDTH}" height="${ground}" filter="url(#cloud)" opacity=".7"/>
  <rect y="${ground}" width="${WIDTH}" height="${HEIGHT - ground}" fill="url(#ground)"/>
  ${scene}
  <rect width="${WIDTH}" height="${HEIGHT}" filter="url(#grain)" opacity=".5"/>
</svg>`;
};

/** Degrees as a camera notes them: whole degrees and minutes, seconds in hundredths. */
function rational(degrees: number): string {
  const size = Math.abs(degrees);
  const whole = Math.floor(size);
  const minutes = Math.floor((size - whole) * 60);
  const seconds = Math.round(((size - whole) * 60 - minutes) * 6_000);
  return `${whole}/1 ${minutes}/1 ${seconds}/100`;
}

/**
 * The file a phone would have made.
 *
 * @param begun day and hour of the visit, `YYYY-MM-DDTHH:MM`
 * @param middle of the property, degrees
 */
export async function drawPhotograph(
  photograph: DemoPhotograph,
  begun: string,
  middle: { longitude: number; latitude: number },
): Promise<Buffer> {
  const at = new Date(`${begun}:00Z`);
  at.setUTCMinutes(at.getUTCMinutes() + photograph.minute);
  const taken = at.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const [latitude, longitude] = [middle.latitude + photograph.north, middle.longitude + photograph.east];
  const view = sharp(Buffer.from(viewOf(photograph)));
  // a phone stores what its sensor saw, and says how it was held
  const stored = photograph.isTurned ? view.rotate(-90) : view;
  return stored
    .withExif({
      IFD0: { Make: 'Symbio', Model: 'Drawn camera' },
      IFD2: { DateTimeOriginal: taken, OffsetTimeOriginal: '-04:00' },
      IFD3: {
        GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
        GPSLatitude: rational(latitude),
        GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
        GPSLongitude: rational(longitude),
        GPSImgDirectionRef: 'T',
        GPSImgDirection: `${photograph.heading}/1`,
      },
    })
    .withMetadata({ orientation: photograph.isTurned ? 6 : 1 })
    .jpeg({ quality: 82 })
    .toBuffer();
}
