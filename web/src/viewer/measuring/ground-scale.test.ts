import { areaText, feetPerInch, groundScaleOf, lengthText, measuredScale } from './ground-scale.js';

const scale = groundScaleOf({ dpi: 300, mapScale: '1 in = 50 ft' });

describe('the scale of a sheet', () => {
  it('is read from its title block, in feet, in miles and as a ratio', () => {
    expect(['1 in = 50 ft', '1 in = 2 mi', '1:24,000', 'not to scale', '1 in = 0 ft'].map(feetPerInch)).toEqual([
      ...[50, 10_560, 2000, null, null],
    ]);
  });

  it('needs the resolution of the picture, and names its source', () => {
    expect(scale?.feetPerPixel).toBeCloseTo(1 / 6);
    expect(scale?.ground).toBe('by its scale, 1 in = 50 ft, if the scan has 300 dots per inch');
    expect(groundScaleOf({ dpi: 0, mapScale: '1 in = 50 ft' })).toBeNull();
    expect(groundScaleOf({ dpi: 300, mapScale: null })).toBeNull();
  });

  it('prefers a measured scale', () => {
    const measured = { feet_per_pixel: 0.2, by_name: 'Erin Editor' };
    expect(groundScaleOf({ dpi: 300, mapScale: '1 in = 50 ft', measured })).toEqual({
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
