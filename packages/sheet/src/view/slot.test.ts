import { jest } from '@jest/globals';
import type OpenSeadragon from 'openseadragon';
import { SheetSlot } from './slot.js';
import { addressOf, type Sheet } from './sheet.js';

/** Arguments passed to the library. */
interface Asked {
  tileSource: Sheet['tileSource'];
  opacity: number;
  success: (event: { item: FakeImage }) => void;
  error: (event: { message: string }) => void;
}

class FakeImage {
  opacity: number;
  private loaded = false;
  private handlers: (() => void)[] = [];

  constructor(readonly options: Asked) {
    this.opacity = options.opacity;
  }

  get url(): string {
    return addressOf(this.options.tileSource);
  }
  getFullyLoaded = () => this.loaded;
  setOpacity = (opacity: number) => (this.opacity = opacity);
  addHandler = (_: string, handler: () => void) => this.handlers.push(handler);
  removeHandler = (_: string, handler: () => void) =>
    (this.handlers = this.handlers.filter((each) => each !== handler));
  begin(): void {
    this.loaded = false;
  }
  load(): void {
    this.loaded = true;
    for (const handler of [...this.handlers]) handler();
  }
}

let world: FakeImage[];
let asked: { image: FakeImage; open: () => void; fail: () => void }[];
let slot: SheetSlot;
let handlers: Record<string, (event: object) => void>;
const update = jest.fn();
const onTilesFailing = jest.fn();
const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
const onOpened = jest.fn();
const onFailed = jest.fn();
const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);

const sheet = (key: string, url: string): Sheet => ({
  key,
  size: { width: 100, height: 100 },
  tileSource: {
    Image: { xmlns: '', Url: url, Format: 'jpg', Overlap: '0', TileSize: '512', Size: { Width: '100', Height: '100' } },
  },
});
const seen = () => world.filter(({ opacity }) => opacity > 0).map(({ url }) => url);

beforeEach(() => {
  jest.clearAllMocks();
  world = [];
  asked = [];
  handlers = {};
  const viewer = {
    world: {
      removeAll: () => (world = []),
      removeItem: (item: FakeImage) => (world = world.filter((image) => image !== item)),
      getIndexOfItem: (item: FakeImage) => world.indexOf(item),
      getItemCount: () => world.length,
      getItemAt: (at: number) => world[at],
      update,
    },
    addHandler: (name: string, handler: (event: object) => void) => (handlers[name] = handler),
    forceRedraw: () => undefined,
    addTiledImage: (options: Asked) => {
      const image = new FakeImage(options);
      asked.push({
        image,
        open: () => {
          world.push(image);
          options.success({ item: image });
        },
        fail: () => options.error({ message: 'refused' }),
      });
    },
  };
  slot = new SheetSlot(viewer as unknown as OpenSeadragon.Viewer, { onOpened, onFailed, onTilesFailing });
});

function failTile(image: FakeImage | undefined): { exists: boolean; getUrl: () => string } {
  const tile = { exists: true, getUrl: () => '/1/8/0_0.jpg' };
  handlers['tile-load-failed']?.({ tile, tiledImage: image, message: 'Image load aborted' });
  // the library marks the tile after the event
  tile.exists = false;
  return tile;
}

describe('tiles that fail', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    slot.show(sheet('s', '/1/'));
    asked[0]?.open();
    asked[0]?.image.load();
  });
  afterEach(() => {
    slot.close();
    jest.useRealTimers();
  });

  it('are requested again after growing pauses; a bar is due once a retry has failed too', () => {
    const tile = failTile(world[0]);
    expect(warned).toHaveBeenCalledTimes(1);
    expect(onTilesFailing).not.toHaveBeenCalled();
    // the retry is under way
    world[0]?.begin();
    jest.advanceTimersByTime(1_250);
    expect([tile.exists, update.mock.calls]).toEqual([true, [[true]]]);
    failTile(world[0]);
    expect(onTilesFailing.mock.calls).toEqual([[true]]);
    jest.advanceTimersByTime(1_250);
    expect(update).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_250);
    expect(update).toHaveBeenCalledTimes(2);
    world[0]?.load();
    handlers['fully-loaded-change']?.({ fullyLoaded: true });
    expect(onTilesFailing.mock.calls).toEqual([[true], [false]]);
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it('are requested at once by Retry and when the network returns', () => {
    world[0]?.begin();
    failTile(world[0]);
    window.dispatchEvent(new Event('online'));
    expect(update).toHaveBeenCalledTimes(1);
    failTile(world[0]);
    slot.retryTiles();
    expect(update).toHaveBeenCalledTimes(2);
  });

  it('of a previous sheet are forgotten', () => {
    const previous = world[0];
    failTile(previous);
    slot.show(sheet('other', '/3/'));
    asked[1]?.open();
    failTile(previous);
    jest.advanceTimersByTime(60_000);
    expect(update).not.toHaveBeenCalled();
  });

  it('keep a renewed sheet behind the visible one until they are loaded (CONST-03)', () => {
    slot.show(sheet('s', '/2/'));
    asked[1]?.open();
    const renewed = asked[1]?.image;
    failTile(renewed);
    renewed?.load();
    expect(seen()).toEqual(['/1/']);
    renewed?.begin();
    jest.advanceTimersByTime(1_250);
    renewed?.load();
    expect(seen()).toEqual(['/2/']);
  });
});

describe('the sheet in a viewer', () => {
  it('with renewed URLs is replaced once loaded, not before (CONST-03)', () => {
    expect(slot.show(sheet('s', '/1/'))).toBe(true);
    asked[0]?.open();
    expect(slot.show(sheet('s', '/2/'))).toBe(false);
    asked[1]?.open();
    expect(seen()).toEqual(['/1/']);
    asked[1]?.image.load();
    expect(seen()).toEqual(['/2/']);
    expect(world).toHaveLength(1);
    expect(slot.image).toBe(asked[1]?.image);
    expect(onOpened).toHaveBeenCalledTimes(1);
  });

  it('is renewed to the latest of several URLs', () => {
    slot.show(sheet('s', '/1/'));
    asked[0]?.open();
    slot.show(sheet('s', '/2/'));
    asked[1]?.open();
    slot.show(sheet('s', '/3/'));
    asked[1]?.image.load();
    asked[2]?.open();
    asked[2]?.image.load();
    expect(seen()).toEqual(['/3/']);
    expect(world).toHaveLength(1);
  });

  it('renewed before it was open is opened normally', () => {
    slot.show(sheet('s', '/1/'));
    slot.show(sheet('s', '/2/'));
    asked[0]?.open();
    asked[1]?.open();
    expect(seen()).toEqual(['/2/']);
    expect(onOpened).toHaveBeenCalledTimes(1);
  });

  it('with the same URLs is not reloaded', () => {
    slot.show(sheet('s', '/1/'));
    slot.show(sheet('s', '/1/'));
    asked[0]?.open();
    expect(asked).toHaveLength(1);
    expect(seen()).toEqual(['/1/']);
  });

  it('is replaced by another sheet, and its late responses are dropped', () => {
    slot.show(sheet('a', '/a/'));
    expect(slot.show(sheet('b', '/b/'))).toBe(true);
    asked[0]?.open();
    asked[1]?.open();
    expect(seen()).toEqual(['/b/']);
    expect(slot.show(null)).toBe(true);
    expect(slot.image).toBeNull();
    expect(world).toEqual([]);
  });

  it('that cannot be opened is reported; a failed renewal keeps the visible one (VIEW-32)', () => {
    slot.show(sheet('a', '/1/'));
    asked[0]?.fail();
    expect(onFailed).toHaveBeenCalledTimes(1);
    slot.show(sheet('b', '/1/'));
    asked[1]?.open();
    slot.show(sheet('b', '/2/'));
    asked[2]?.fail();
    expect(seen()).toEqual(['/1/']);
    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(logged).toHaveBeenCalledTimes(2);
  });
});
