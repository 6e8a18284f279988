import { jest } from '@jest/globals';
import type { Sheet } from './sheet.js';

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

/** Fake library: tracks the view and, like the real one, resets it when the first sheet opens. */
const view = { zoom: 0, x: 0, y: 0 };
let openSheet: () => void = () => undefined;
const library = {
  viewport: {
    zoomTo: (zoom: number) => (view.zoom = zoom),
    panTo: ({ x, y }: Point) => Object.assign(view, { x, y }),
    rotateTo: () => undefined,
    applyConstraints: () => undefined,
    getContainerSize: () => new Point(800, 600),
  },
  world: { removeAll: () => undefined },
  addHandler: () => undefined,
  forceRedraw: () => undefined,
  addTiledImage: ({ success }: { success: (event: object) => void }) => {
    openSheet = () => {
      Object.assign(view, { zoom: 1, x: 0.5, y: 0.5 });
      success({ item: {} });
    };
  },
};
jest.unstable_mockModule('openseadragon', () => ({ default: Object.assign(() => library, { Point }) }));

const { ImageViewer } = await import('./image-viewer.js');

const sheet: Sheet = {
  key: 'page-1',
  tileSource: { Image: { Url: '/tiles/' } },
  size: { width: 4000, height: 3000 },
} as Sheet;
const place = { x: 2990, y: 990, width: 20, height: 20 };

function imageViewer() {
  const events = { onFrame: jest.fn(), onLoading: jest.fn(), onTilesFailing: jest.fn(), ownsTouch: () => false };
  return new ImageViewer(document.createElement('div'), events);
}

beforeEach(() => {
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
});

describe('a requested place on a sheet', () => {
  it('before the sheet is open is shown when it opens', () => {
    const viewer = imageViewer();
    viewer.show(sheet);
    viewer.focusOn(place);
    openSheet();
    // in sheet widths
    expect([view.x, view.y]).toEqual([0.75, 0.25]);
    expect(view.zoom).toBeGreaterThan(1);
  });

  it('is forgotten with its sheet: the next one is fitted to the view (VIEW-26)', () => {
    const viewer = imageViewer();
    viewer.show(sheet);
    viewer.focusOn(place);
    viewer.show({ ...sheet, key: 'page-2' });
    openSheet();
    expect([view.x, view.y]).toEqual([0.5, 0.375]);
  });
});
