import type { CategoryValue } from './categories.js';
import type { AppearanceKind } from './appearance.js';

/** Sides in inches. */
export interface SheetShape {
  short: number;
  long: number;
  /** Covered by pictures, 0 to 1. */
  pictureShare: number;
  /** Unset for pages not inspected. */
  appearance?: AppearanceKind;
}

export interface ShapeEvidence {
  category: CategoryValue;
  matches: (shape: SheetShape) => boolean;
  weight: number;
  says: string;
  looks?: boolean;
}

const within = (value: number, from: number, to: number): boolean => value >= from && value <= to;
const isPicture = ({ pictureShare }: SheetShape): boolean => pictureShare > 0.8;
const isSanbornSize = ({ short, long }: SheetShape): boolean => within(short, 20, 22) && within(long, 24, 26);
const isQuadrangleSize = ({ short, long }: SheetShape): boolean => within(short, 22.01, 24) && within(long, 26.5, 29.5);
const isOldQuadrangleSize = ({ short, long }: SheetShape): boolean =>
  within(short, 16.4, 17.6) && within(long, 20, 21.6);
const isContactPrint = ({ short, long }: SheetShape): boolean => within(short, 8.8, 9.8) && within(long, 8.8, 9.8);
const LOOK = { looks: true } as const;

export const SHAPE_EVIDENCE: readonly ShapeEvidence[] = [
  {
    // Sanborn atlas sheets are 21 x 25 inches
    category: 'sanborn_maps',
    matches: (page) => isSanbornSize(page) && isPicture(page),
    weight: 1,
    says: 'are scans of the size of Sanborn sheets (21 x 25 in)',
  },
  {
    category: 'sanborn_maps',
    matches: (page) => isSanbornSize(page) && page.appearance === 'coloured drawing',
    weight: 1.2,
    says: 'look like coloured maps',
    ...LOOK,
  },
  {
    // 7.5 minute quadrangles: 22 x 27 to 24 x 29 inches; newer ones up to 23 x 29
    category: 'topographic_maps',
    matches: isQuadrangleSize,
    weight: 1,
    says: 'have the size of USGS quadrangles (about 23 x 28 in)',
  },
  {
    // 15 minute quadrangles before 1950
    category: 'topographic_maps',
    matches: (page) => isOldQuadrangleSize(page) && isPicture(page),
    weight: 0.8,
    says: 'have the size of old USGS quadrangles (about 17 x 21 in)',
  },
  {
    category: 'topographic_maps',
    matches: (page) => (isQuadrangleSize(page) || isOldQuadrangleSize(page)) && page.appearance === 'coloured drawing',
    weight: 1.2,
    says: 'look like coloured maps',
    ...LOOK,
  },
  {
    // survey camera contact prints: 9 x 9 inches
    category: 'aerial_imagery',
    matches: (page) => isContactPrint(page) && isPicture(page),
    weight: 1,
    says: 'are square pictures of the size of aerial contact prints (9 x 9 in)',
  },
  {
    category: 'aerial_imagery',
    matches: (page) => isPicture(page) && page.appearance === 'photograph',
    weight: 1.2,
    says: 'are photographs from edge to edge',
    ...LOOK,
  },
  {
    category: 'sanborn_maps',
    matches: (page) => isPicture(page) && page.appearance === 'coloured drawing',
    weight: 0.5,
    says: 'are coloured drawings',
    ...LOOK,
  },
  {
    category: 'topographic_maps',
    matches: (page) => isPicture(page) && page.appearance === 'coloured drawing',
    weight: 0.4,
    says: 'are coloured drawings',
    ...LOOK,
  },
  {
    // plans are plotted on ANSI C-E and ARCH C-E, black on white
    category: 'site_survey',
    matches: ({ short, long, appearance }) => short >= 16.9 && long >= 21.9 && appearance === 'line work',
    weight: 1.4,
    says: 'are large plans, black on white',
    ...LOOK,
  },
];
