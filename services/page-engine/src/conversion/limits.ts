import { MAX_SIDE } from '../pictures/max-side.js';
import { conversionFailures } from './failures.js';

/** @throws ConversionFailure */
export function checkSize(width: number, height: number, maxPixels: number): void {
  if (!(width >= 1 && height >= 1)) throw conversionFailures.damaged(`${width} x ${height}`);
  if (width * height > maxPixels) throw conversionFailures.tooManyPixels(width, height, maxPixels);
  if (Math.max(width, height) > MAX_SIDE) throw conversionFailures.tooLongSide(width, height);
}
