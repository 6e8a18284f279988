import { zoomEndAt, clampZoom, fitToPageZoom, fitToWidthZoom, zoomPercentage, zoomRange } from './zoom.js';

const view = { width: 1000, height: 800 };

describe('the zoom of a sheet', () => {
  it('stays within 0.1 and 5 (VIEW-28, CONST-12)', () => {
    const range = zoomRange({ width: 3000, height: 2000 }, view);
    expect(clampZoom(0.01, range)).toBe(0.1);
    expect(clampZoom(1.5, range)).toBe(1.5);
    expect(clampZoom(40, range)).toBe(5);
  });

  it('goes below 0.1 for a sheet that fits the view only there (VIEW-26, VIEW-28)', () => {
    const sheet = { width: 20_000, height: 12_000 };
    expect(fitToPageZoom(sheet, view)).toBe(0.05);
    expect(zoomRange(sheet, view)).toEqual({ minimum: 0.05, maximum: 5 });
  });

  it('fits to the page by the tighter side and to the width by the width (VIEW-26)', () => {
    const sheet = { width: 2000, height: 4000 };
    expect(fitToPageZoom(sheet, view)).toBe(0.2);
    expect(fitToWidthZoom(sheet, view)).toBe(0.5);
  });

  it('reads as a percentage of one image pixel per CSS pixel (VIEW-26, OP-22)', () => {
    expect(zoomPercentage(1)).toBe('100%');
    expect(zoomPercentage(0.1249)).toBe('12%');
    expect(zoomPercentage(0.0634)).toBe('6.3%');
    expect(zoomPercentage(5)).toBe('500%');
  });
});

it.each([
  [5, 'in'],
  [4.999, 'in'],
  [4, null],
  [0.1, 'out'],
  [0.11, null],
])('at %s there is nothing left to zoom: %s (VIEW-28, CONST-12)', (zoom, end) => {
  expect(zoomEndAt(zoom, { minimum: 0.1, maximum: 5 })).toBe(end);
});
