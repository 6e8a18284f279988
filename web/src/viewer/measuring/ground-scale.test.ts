import { areaText, groundScaleOf, lengthText, measuredScale } from './ground-scale.js';

const note = 'by its scale, 1 in = 50 ft, on paper of 21.3 × 25.3 inches';
const scale = groundScaleOf({ sheetScale: { feet_per_pixel: 1 / 6, note } });

describe('the scale of a sheet', () => {
  it('is what the server has established, and names its source', () => {
    expect(scale?.feetPerPixel).toBeCloseTo(1 / 6);
    expect(scale?.ground).toBe(note);
  });

  it('is unknown if it is not established, or without a word of the server', () => {
    expect(
      groundScaleOf({ sheetScale: { feet_per_pixel: null, note: 'No scale is known for this sheet.' } }),
    ).toBeNull();
    expect(groundScaleOf({})).toBeNull();
  });

  it('is the measured one at once', () => {
    const measured = { feet_per_pixel: 0.2, by_name: 'Erin Editor' };
    expect(groundScaleOf({ sheetScale: { feet_per_pixel: 0.5, note }, measured })).toEqual({
      feetPerPixel: 0.2,
      ground: 'as Erin Editor measured it here',
    });
  });

  it('follows from a line and its length', () => {
    expect(['100', '1,000 ft', '50 feet', "25'"].map((typed) => measuredScale(500, typed))).toEqual([
      0.2, 2, 0.1, 0.05,
    ]);
    expect(['', '0', '-5', 'long', 'Infinity'].map((typed) => measuredScale(500, typed))).toEqual([
      ...[null, null, null, null, null],
    ]);
  });
});

describe('lengths and areas', () => {
  it('are in feet if the scale is known, and in pixels', () => {
    expect(lengthText(312, scale)).toBe('about 52 ft (312 px)');
    expect(lengthText(7400, scale)).toBe('about 1,230 ft (7400 px)');
    expect(lengthText(312.4, null)).toBe('312 px');
  });

  it('are in square feet, large ones also in acres', () => {
    expect(areaText(90_000, scale)).toBe('About 2,500 sq ft');
    expect(areaText(3_136_320, scale)).toBe('About 87,100 sq ft (2 acres)');
    expect(areaText(90_000, null)).toBe('');
  });
});
