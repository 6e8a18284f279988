/** Settings in which every screen is pictured. */
export interface Look {
  name: string;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  isTouch: boolean;
}

const SIZES = [
  { width: 1280, height: 800, isTouch: false },
  { width: 2560, height: 1440, isTouch: false },
  { width: 390, height: 844, isTouch: true },
];

export const looks: readonly Look[] = SIZES.flatMap((size) =>
  (['light', 'dark'] as const).map((scheme) => ({ ...size, scheme, name: `${size.width}x${size.height}-${scheme}` })),
);
