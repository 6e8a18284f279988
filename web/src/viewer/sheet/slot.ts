import type OpenSeadragon from 'openseadragon';

import type { Sheet } from '../../evidence/page-records.js';

export interface SheetSlotEvents {
  /** A sheet that was not shown before is open; its tiles are still to come. */
  onOpened?(): void;
  /** A sheet could not be opened; of a renewal, which leaves the one shown as it is, there is only a line in the log. */
  onFailed?(): void;
}

/**
 * The sheet in an OpenSeadragon viewer, one viewport unit wide at the origin. Signed addresses end after an hour: the
 * same sheet under new ones is loaded behind the old one and takes its place once it covers the view, so that nobody
 * sees the change. View, zoom and turn stay.
 */
export class SheetSlot {
  private sheet: Sheet | null = null;
  private shown: OpenSeadragon.TiledImage | null = null;
  private renewing: OpenSeadragon.TiledImage | null = null;
  private isClosed = false;

  constructor(
    private readonly viewer: OpenSeadragon.Viewer,
    private readonly events: SheetSlotEvents = {},
  ) {}

  /** What is seen of the sheet; null until it is open. */
  get image(): OpenSeadragon.TiledImage | null {
    return this.shown;
  }

  /** Shows a sheet or nothing; returns whether it is another one than before. */
  show(sheet: Sheet | null): boolean {
    const before = this.sheet;
    this.sheet = sheet;
    const isNew = sheet === null || before?.key !== sheet.key;
    if (isNew) {
      this.shown = null;
      this.renewing = null;
      this.viewer.world.removeAll();
    }
    if (sheet && (isNew || before?.tileSource.Image.Url !== sheet.tileSource.Image.Url)) this.open(sheet);
    // the one on its way is as good
    else if (sheet && before) this.sheet = before;
    return isNew;
  }

  /** The viewer is about to be destroyed: what is still on its way is of no use. */
  close(): void {
    this.sheet = null;
    this.isClosed = true;
  }

  private open(sheet: Sheet): void {
    const isRenewal = this.shown !== null;
    this.viewer.addTiledImage({
      // a copy: the library writes into what it opens, and the store's objects are frozen
      tileSource: structuredClone(sheet.tileSource),
      x: 0,
      y: 0,
      width: 1,
      opacity: isRenewal ? 0 : 1,
      preload: isRenewal,
      success: (event) => {
        if (this.isClosed) return;
        // its type names the viewer's event, which has none
        const { item } = event as unknown as { item: OpenSeadragon.TiledImage };
        // the person has moved on, or newer addresses came
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
      if (this.renewing !== item || !item.getFullyLoaded()) return;
      item.removeAllHandlers('fully-loaded-change');
      item.setOpacity(1);
      this.shown = item;
      this.renewing = null;
      this.viewer.world.removeItem(before);
    };
    item.addHandler('fully-loaded-change', swap);
    swap();
  }
}
