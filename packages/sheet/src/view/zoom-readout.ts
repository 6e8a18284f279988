import { zoomPercentage, type ZoomEnd } from '../geometry/zoom.js';

/** Displays the zoom and reports its limits; called per frame, writes changes only. */
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
