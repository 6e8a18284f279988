import type OpenSeadragon from 'openseadragon';
import { RetrySchedule } from './retry-schedule.js';

/** Requests failed tiles of a viewer again; the library itself would leave them blank until the sheet is reopened. */
export class TileRetries {
  private readonly failed = new Map<OpenSeadragon.Tile, OpenSeadragon.TiledImage>();
  private readonly schedule = new RetrySchedule(() => this.retry());
  private isFailing = false;
  private isStopped = false;

  /** @param onChange true once a retry has failed too, or the browser is offline; false when all tiles are loaded */
  constructor(
    private readonly viewer: OpenSeadragon.Viewer,
    private readonly onChange: (isFailing: boolean) => void,
  ) {
    viewer.addHandler('tile-load-failed', ({ tile, tiledImage, message }) => {
      if (!this.isShown(tiledImage)) return;
      // VIEW-32, once per outage
      if (this.failed.size === 0 && this.schedule.attempts === 0)
        console.warn(`Tile ${tile.getUrl()} failed to load and will be requested again: ${message}`);
      this.failed.set(tile, tiledImage);
      this.schedule.fail();
      if (this.schedule.attempts > 0 || navigator.onLine === false) this.report(true);
    });
    viewer.addHandler('fully-loaded-change', () => this.check());
  }

  hasFailed(image: OpenSeadragon.TiledImage): boolean {
    return [...this.failed.values()].includes(image);
  }

  retryNow(): void {
    this.schedule.restart();
  }

  reset(): void {
    this.failed.clear();
    this.schedule.end();
    this.report(false);
  }

  /** Called before the viewer is destroyed. */
  stop(): void {
    this.isStopped = true;
    this.failed.clear();
    this.schedule.end();
  }

  private retry(): void {
    for (const [tile, image] of this.failed) if (this.isShown(image)) tile.exists = true;
    this.failed.clear();
    // requests those that the current view needs
    this.viewer.world.update(true);
    this.viewer.forceRedraw();
    this.check();
  }

  private check(): void {
    if (this.isStopped || this.failed.size > 0) return;
    const { world } = this.viewer;
    for (let at = 0; at < world.getItemCount(); at += 1) if (!world.getItemAt(at).getFullyLoaded()) return;
    this.schedule.end();
    this.report(false);
  }

  private isShown(image: OpenSeadragon.TiledImage): boolean {
    return !this.isStopped && this.viewer.world.getIndexOfItem(image) >= 0;
  }

  private report(isFailing: boolean): void {
    if (this.isFailing === isFailing) return;
    this.isFailing = isFailing;
    this.onChange(isFailing);
  }
}
