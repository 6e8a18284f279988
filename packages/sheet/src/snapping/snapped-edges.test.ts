import type { SheetTransform } from '../geometry/transform.js';
import { linesNear } from './lines-near.js';
import type { GreyPicture } from './outline-at.js';
import { snappedPlace, withSnappedEdges } from './snapped-edges.js';

const [PAPER, INK] = [225, 40];

function paper(width = 220, height = 180): GreyPicture {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) data[at] = PAPER + ((at * 7919) % 13) - 6;
  return { width, height, data };
}

function inked(picture: GreyPicture, isInk: (x: number, y: number) => boolean): GreyPicture {
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) if (isInk(x, y)) picture.data[y * picture.width + x] = INK;
  return picture;
}

/** House with walls two pixels thick, spanning x 40 to 161 and y 30 to 131. */
const house = () =>
  inked(paper(), (x, y) => {
    const isAcross = x >= 40 && x <= 161 && (y === 30 || y === 31 || y === 130 || y === 131);
    const isDown = y >= 30 && y <= 131 && (x === 40 || x === 41 || x === 160 || x === 161);
    return isAcross || isDown;
  });
const asSeen: SheetTransform = { scale: 1, x: 0, y: 0, rotation: 0 };
const box = (x: number, y: number, right: number, down: number) => ({ x, y, width: right - x, height: down - y });

describe('a dragged edge of a rectangle', () => {
  const lines = linesNear(house());
  const snapped = (shape: ReturnType<typeof box>, handle: 'n' | 'e' | 's' | 'w' | 'se' | 'nw') =>
    withSnappedEdges(shape, handle, asSeen, lines);

  it.each([
    ['e', box(40, 30, 155, 130), box(40, 30, 160.5, 130)],
    ['w', box(46, 30, 160, 130), box(40.5, 30, 160, 130)],
    ['n', box(40, 25, 160, 130), box(40, 30.5, 160, 130)],
    ['se', box(41, 31, 166, 125), box(41, 31, 160.5, 130.5)],
    ['nw', box(36, 36, 160, 130), box(40.5, 30.5, 160, 130)],
  ] as const)('keeps to the wall beside it (%s)', (handle, shape, expected) => {
    expect(snapped(shape, handle)).toEqual(expected);
  });

  it('moves no other edge, and stays where no wall is near', () => {
    expect(snapped(box(46, 36, 155, 120), 'e')).toEqual(box(46, 36, 160.5, 120));
    expect(snapped(box(40, 30, 140, 130), 'e')).toEqual(box(40, 30, 140, 130));
  });

  it('does not snap to letters, areas of ink, or walls that end next to it', () => {
    const letters = inked(paper(), (x, y) => x === 100 && y > 60 && y < 75);
    expect(withSnappedEdges(box(20, 20, 97, 130), 'e', asSeen, linesNear(letters))).toEqual(box(20, 20, 97, 130));
    const area = inked(paper(), (x) => x > 100 && x < 150);
    expect(withSnappedEdges(box(20, 20, 104, 130), 'e', asSeen, linesNear(area))).toEqual(box(20, 20, 104, 130));
    const half = inked(paper(), (x, y) => x === 100 && y < 70);
    expect(withSnappedEdges(box(20, 20, 97, 140), 'e', asSeen, linesNear(half))).toEqual(box(20, 20, 97, 140));
  });

  it('snaps at every rotation and zoom', () => {
    // a quarter turn clockwise at half size: right on the sheet is down on the screen
    const transform: SheetTransform = { scale: 0.5, x: 200, y: 10, rotation: 90 };
    const picture = inked(paper(), (_, y) => y === 100);
    const shape = box(20, 40, 172, 240);
    // the line is at 100 on screen: 90 pixels below the corner, 180 on the sheet
    expect(withSnappedEdges(shape, 'e', transform, linesNear(picture))).toEqual(box(20, 40, 180, 240));
    expect(withSnappedEdges(shape, 's', transform, linesNear(picture))).toEqual(shape);
  });

  it('exists for rectangles only: ellipses have none', () => {
    const tank = { centerX: 100, centerY: 80, radiusX: 57, radiusY: 45, theta: 0 };
    expect(withSnappedEdges(tank, 'e', asSeen, lines)).toBe(tank);
  });
});

describe('a dragged corner of a polygon', () => {
  const corners = (x: number, y: number) => ({
    points: [
      { x: 60, y: 60 },
      { x: 100, y: 60 },
      { x, y },
    ],
  });
  const cornerAt = (picture: GreyPicture, x: number, y: number) => {
    const shape = withSnappedEdges(corners(x, y), 'corner2', asSeen, linesNear(picture));
    return 'points' in shape ? shape.points[2] : undefined;
  };
  const near = (found: { x: number; y: number } | undefined, x: number, y: number) => {
    expect(Math.abs((found?.x ?? 0) - x)).toBeLessThan(1.5);
    expect(Math.abs((found?.y ?? 0) - y)).toBeLessThan(1.5);
  };

  it('snaps to the intersection of two walls, upright or slanted', () => {
    near(cornerAt(house(), 156, 126), 160.5, 130.5);
    near(cornerAt(house(), 45, 35), 40.5, 30.5);
    // two walls at 45 degrees that meet at the right
    const gable = inked(paper(), (x, y) => x <= 120 && x >= 60 && Math.abs(Math.abs(y - 90) - (120 - x)) < 1.2);
    near(cornerAt(gable, 116, 92), 120, 90);
  });

  it('snaps to the only wall, and to none without one', () => {
    near(cornerAt(house(), 100, 26), 100, 30.5);
    expect(cornerAt(house(), 100, 80)).toEqual({ x: 100, y: 80 });
    expect(
      cornerAt(
        inked(paper(), (x) => x > 60),
        100,
        80,
      ),
    ).toEqual({ x: 100, y: 80 });
  });

  it('is the new corner when an edge midpoint is dragged', () => {
    const triangle = {
      points: [
        { x: 60, y: 60 },
        { x: 156, y: 127 },
        { x: 100, y: 60 },
      ],
    };
    const shape = withSnappedEdges(triangle, 'edge0', asSeen, linesNear(house()));
    near('points' in shape ? shape.points[1] : undefined, 160.5, 130.5);
  });
});

describe('a shape that is moved as a whole', () => {
  const lines = linesNear(house());

  it('snaps to the walls next to it without resizing', () => {
    expect(snappedPlace(box(45, 36, 165, 136), asSeen, lines)).toEqual(box(40.5, 30.5, 160.5, 130.5));
    // only its lower edge is near a wall
    expect(snappedPlace(box(60, 90, 120, 127), asSeen, lines)).toEqual(box(60, 93.5, 120, 130.5));
  });

  it('snaps to the nearer of two walls if it cannot match both', () => {
    expect(snappedPlace(box(44, 50, 158, 100), asSeen, lines)).toEqual(box(46.5, 50, 160.5, 100));
  });

  it('stays where no wall is near, and as an ellipse', () => {
    const open = box(70, 50, 130, 110);
    expect(snappedPlace(open, asSeen, lines)).toBe(open);
    const tank = { centerX: 100, centerY: 80, radiusX: 57, radiusY: 45, theta: 0 };
    expect(snappedPlace(tank, asSeen, lines)).toBe(tank);
  });

  it('snaps as a polygon, with slanted walls, at every rotation', () => {
    const gable = inked(paper(), (x, y) => x <= 140 && x >= 40 && Math.abs(Math.abs(y - 90) - (140 - x) / 2) < 1.5);
    const roof = [
      { x: 40, y: 40 },
      { x: 140, y: 90 },
      { x: 40, y: 140 },
    ];
    const place = snappedPlace({ points: roof.map(({ x, y }) => ({ x: x - 3, y: y + 2 })) }, asSeen, linesNear(gable));
    const points = 'points' in place ? place.points : [];
    roof.forEach(({ x, y }, at) =>
      expect(Math.hypot((points[at]?.x ?? 0) - x, (points[at]?.y ?? 0) - y)).toBeLessThan(2),
    );
    const turned: SheetTransform = { scale: 0.5, x: 200, y: 10, rotation: 90 };
    const wall = inked(paper(), (_, y) => y === 100);
    // the line is at 100 on screen: 180 to the right on the sheet
    expect(snappedPlace(box(20, 40, 172, 240), turned, linesNear(wall))).toEqual(box(28, 40, 180, 240));
  });
});
