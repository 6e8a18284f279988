import type { RectangleCoordinates } from '../../evidence/annotation-records.js';
import type { Sheet } from '../../evidence/page-records.js';
import { clamp } from './geometry.js';
import { matrixText } from './transform.js';
import type { SheetTransform } from './transform.js';

/** Side of the button that deletes, and its distance to the shape, in CSS pixels. */
const DELETE_BUTTON = { size: 24, gap: 6 };

/**
 * Lays the red x off the upper right corner of the selected annotation (ANN-06), within the view.
 *
 * @param box the annotation on the screen, in CSS pixels; null hides the button
 */
export function placeDeleteButton(
  button: HTMLElement,
  { clientWidth, clientHeight }: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
  box: RectangleCoordinates | null,
): void {
  button.hidden = box === null;
  if (!box) return;
  const { size, gap } = DELETE_BUTTON;
  const left = clamp(box.x + box.width + gap, gap, Math.max(clientWidth - size - gap, gap));
  const top = clamp(box.y - size - gap, gap, Math.max(clientHeight - size - gap, gap));
  button.style.transform = `translate(${left}px, ${top}px)`;
}

/**
 * Lays a page's thumbnail under the canvas, so that a sheet is seen before its first tile has come.
 *
 * @param sheet null once the sheet is drawn: under it the picture would only be painted in every frame
 */
export function placeThumbnail(thumbnail: HTMLElement, sheet: Sheet | null, transform: SheetTransform): void {
  const visibility = sheet ? 'visible' : 'hidden';
  if (thumbnail.style.visibility !== visibility) thumbnail.style.visibility = visibility;
  if (!sheet) return;
  Object.assign(thumbnail.style, {
    width: `${sheet.size.width}px`,
    height: `${sheet.size.height}px`,
    transform: matrixText(transform),
  });
}
