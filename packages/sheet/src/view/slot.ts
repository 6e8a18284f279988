import type OpenSeadragon from 'openseadragon';

import { addressOf, type Sheet } from './sheet.js';
import { TileRetries } from './tile-retries.js';

export interface SheetSlotEvents {
  /** Its tiles are not loaded yet. */
  onOpened?(): void;
  /** Sheet failed to open. A failed address renewal only logs: the visible sheet stays. */
  onFailed?(): void;
  /** Tiles fail even when requested again (true), or all are loaded (false). */
  onTilesFailing?(isFailing: boolean): void;
}

/**
 * Sheet in an OpenSeadragon viewer, one viewport unit wide at the origin. Signed addresses expire after an hour: the
 * renewed sheet replaces the old one once it covers the view. View, zoom and rotation stay.
 */
export class SheetSlot {
  private sheet: Sheet | null = null;
  private shown: OpenSeadragon.TiledImage | null = null;
  private renewing: OpenSeadragon.TiledImage | null = null;
  private isClosed = false;
  private readonly retries: TileRetries;

  constructor(
    private readonly viewer: OpenSeadragon.Viewer,
    private readonly events: SheetSlotEvents = {},
  ) {
    this.retries = new TileRetries(viewer, (isFailing) => events.onTilesFailing?.(isFailing));
  }

  get image(): OpenSeadragon.TiledImage | null {
    return this.shown;
  }

  /** Returns whether it changed. */
  show(sheet: Sheet | null): boolean {
    const before = this.sheet;
    this.sheet = sheet;
    const isNew = sheet === null || before?.key !== sheet.key;
    if (isNew) {
      this.shown = null;
      this.renewing = null;
      this.viewer.world.removeAll();
      this.retries.reset();
    }
    if (sheet && (isNew || before === null || addressOf(before.tileSource) !== addressOf(sheet.tileSource)))
      this.open(sheet);
    // the pending request is still valid
    else if (sheet && before) this.sheet = before;
    return isNew;
  }

  retryTiles(): void {
    this.retries.retryNow();
  }

  /** Cancels pending loads before the viewer is destroyed. */
  close(): void {
    this.retries.stop();
    this.sheet = null;
    this.isClosed = true;
  }

  private open(sheet: Sheet): void {
    const isRenewal = this.shown !== null;
    this.viewer.addTiledImage({
      // a copy: the library mutates it, and the store's objects are frozen
      tileSource: structuredClone(sheet.tileSource),
      x: 0,
      y: 0,
      width: 1,
      opacity: isRenewal ? 0 : 1,
      preload: isRenewal,
      success: (event) => {
        if (this.isClosed) return;
        // the library's type is that of another event
        const { item } = event as unknown as { item: OpenSeadragon.TiledImage };
        // superseded by another sheet or newer addresses
        if (this.sheet !== sheet) this.viewer.world.removeItem(item);
        else if (this.shown) this.replace(this.shown, item);
        else {
          this.shown = item;
          this.events.onOpened?.();
        }
      },
      error: ({ message }) => {
        if (this.sheet !== sheet) return;
        console.error(`The sheet could not be ${isRenewal ? 'renewed' : 'opened'}: ${message}`);
        if (!isRenewal) this.events.onFailed?.();
      },
    });
  }

  private replace(before: OpenSeadragon.TiledImage, item: OpenSeadragon.TiledImage): void {
    if (this.renewing) this.viewer.world.removeItem(this.renewing);
    this.renewing = item;
    const swap = () => {
      // the library counts failed tiles as loaded
      if (this.renewing !== item || !item.getFullyLoaded() || this.retries.hasFailed(item)) return;
      item.removeHandler('fully-loaded-change', swap);
      item.setOpacity(1);
      this.shown = item;
      this.renewing = null;
      this.viewer.world.removeItem(before);
    };
    item.addHandler('fully-loaded-change', swap);
    swap();
  }
}
