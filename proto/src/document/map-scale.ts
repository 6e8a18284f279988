/** Printed map scales. Browser-safe: no protobuf. */

const FEET_PER_MILE = 5280;
const INCHES_PER_FOOT = 12;

const TO_INCH = /^1 in = ([\d.,]+) (ft|mi)$/;
const RATIO = /^1:([\d,.]+)$/;

/** Parses a map scale (`1 in = 50 ft`, `1 in = 2 mi`, `1:24,000`) into feet per inch of paper; null if invalid. */
export function feetPerInch(mapScale: string): number | null {
  const [, length, unit] = TO_INCH.exec(mapScale.trim()) ?? [];
  const [, ratio] = RATIO.exec(mapScale.trim()) ?? [];
  const figure = Number((length ?? ratio ?? '').replaceAll(',', ''));
  if (!(figure > 0)) return null;
  if (ratio !== undefined) return figure / INCHES_PER_FOOT;
  return unit === 'mi' ? figure * FEET_PER_MILE : figure;
}
