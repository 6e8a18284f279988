import { zoomPercentage, type ZoomEnd } from './zoom.js';

/** Says how far a sheet is zoomed, and when there is nothing left to zoom; called in each frame, it tells changes only. */
export class ZoomReadout {
  private percentage = '';
  private end: ZoomEnd = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly onEnd: (end: ZoomEnd) => void,
  ) {}

  show(zoom: number, end: ZoomEnd): void {
    const percentage = zoomPercentage(zoom);
    if (percentage !== this.percentage) {
      this.percentage = percentage;
      this.element.textContent = percentage;
    }
    if (end !== this.end) {
      this.end = end;
      this.onEnd(end);
    }
  }
}
