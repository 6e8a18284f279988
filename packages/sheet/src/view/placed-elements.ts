import type { Rectangle } from '../geometry/shapes.js';
import type { Sheet } from './sheet.js';
import { clamp } from '../geometry/geometry.js';
import { matrixText } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';

/** Delete button: side, and gap to the shape, in CSS pixels. */
const DELETE_BUTTON = { size: 24, gap: 6 };

/** Places the delete button at the upper right corner of the selected mark (ANN-06), clamped to the view. */
export function placeDeleteButton(
  button: HTMLElement,
  { clientWidth, clientHeight }: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
  box: Rectangle | null,
): void {
  button.hidden = box === null;
  if (!box) return;
  const { size, gap } = DELETE_BUTTON;
  const left = clamp(box.x + box.width + gap, gap, Math.max(clientWidth - size - gap, gap));
  const top = clamp(box.y - size - gap, gap, Math.max(clientHeight - size - gap, gap));
  button.style.transform = `translate(${left}px, ${top}px)`;
}

/**
 * Places the thumbnail under the canvas, visible until the first tile.
 *
 * @param sheet null once the sheet is drawn, which avoids painting the hidden picture per frame
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
