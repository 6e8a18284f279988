import sharp from 'sharp';
import { drawSheet, renderSheet, sheetHeight } from './sheet.js';
import { sceneOf } from './scene.js';
import { townOf } from './town.js';

const SEEDS = [1, 2, 3, 7, 11, 20];
const YEARS = [1887, 1896, 1905, 1926];

describe('a fire insurance map sheet', () => {
  it('is the same drawing for the same seed and year, and another for another', () => {
    expect(drawSheet({ seed: 5, year: 1896 }).svg).toBe(drawSheet({ seed: 5, year: 1896 }).svg);
    expect(drawSheet({ seed: 6, year: 1896 }).svg).not.toBe(drawSheet({ seed: 5, year: 1896 }).svg);
    expect(drawSheet({ seed: 5, year: 1905 }).svg).not.toBe(drawSheet({ seed: 5, year: 1896 }).svg);
  });

  it.each(SEEDS)('can be lettered whole in every year (seed %i)', (seed) => {
    for (const year of YEARS) expect(drawSheet({ seed, year }).svg).not.toMatch(/NaN|undefined|Infinity|<text/);
  });

  it('needs no font of the machine it is drawn on', () => {
    expect(drawSheet({ seed: 1, year: 1926 }).svg).not.toContain('font');
  });

  it.each(SEEDS)('keeps its labels inside the picture (seed %i)', (seed) => {
    for (const year of YEARS) {
      const { labels, width, height } = drawSheet({ seed, year, width: 1600 });
      expect(labels.length).toBeGreaterThanOrEqual(4);
      for (const { cx, cy, rx, ry } of labels) {
        expect(cx - rx).toBeGreaterThanOrEqual(0);
        expect(cx + rx).toBeLessThanOrEqual(width);
        expect(cy - ry).toBeGreaterThanOrEqual(0);
        expect(cy + ry).toBeLessThanOrEqual(height);
      }
    }
  });

  it('tells what it has lettered and where, the title first', () => {
    const { lines, width, height, town } = drawSheet({ seed: 12, year: 1896, width: 1600 });
    const texts = lines.map((line) => line.text);
    expect(texts.slice(0, 4)).toEqual(['INSURANCE MAP OF', town, 'OHIO', 'JANUARY 1896']);
    expect(texts).toEqual(expect.arrayContaining(['GAS HOLDERS', 'FOUNDRY', 'PUBLISHED BY THE RIVERSIDE MAP COMPANY']));
    for (const { from, to } of lines) {
      for (const [x, y] of [from, to]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(height);
      }
    }
  });

  it('may have its streets turned, lettered as they run, with what its edge does not cut off', () => {
    const { lines, labels, width, height, svg } = drawSheet({ seed: 42, year: 1896, width: 1600, turn: -27 });
    const angles = lines.map(({ from, to }) => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI);
    expect(lines.length).toBeGreaterThan(200);
    for (const around of [0, -27, -117]) expect(angles.some((angle) => Math.abs(angle - around) < 8)).toBe(true);
    for (const [x, y] of lines.flatMap(({ from, to }) => [from, to]))
      expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
    expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['FOUNDRY', 'GAS HOLDERS', 'LUMBER YARD']));
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('scales its labels with the picture', () => {
    const [small] = drawSheet({ seed: 1, year: 1896, width: 800 }).labels;
    const [large] = drawSheet({ seed: 1, year: 1896, width: 3200 }).labels;
    expect(large?.text).toBe(small?.text);
    expect(large?.cx).toBeCloseTo((small?.cx ?? 0) * 4, -1);
  });

  it('shows the land uses an assessor looks for over the years', () => {
    const texts = new Set(YEARS.flatMap((year) => drawSheet({ seed: 1, year }).labels.map((label) => label.text)));
    for (const text of [
      'GAS HOLDERS',
      'FILLING STA.',
      'COAL YARD',
      'OIL TANKS',
      'FOUNDRY',
      'CLEANING & DYEING',
      'PLATING',
      'TANNERY',
      'LUMBER YARD',
      'ICE RINK',
      'LAUNDRY',
      'MACHINE SHOP',
    ])
      expect(texts).toContain(text);
  });

  it('keeps streets, lots on the water and most buildings from one survey to the next', () => {
    const town = townOf(3);
    const rings = (year: number): Set<string> =>
      new Set(sceneOf(town, year).buildings.map(({ ring }) => JSON.stringify(ring)));
    const before = rings(1896);
    const after = rings(1905);
    const kept = [...after].filter((ring) => before.has(ring)).length;
    expect(kept / after.size).toBeGreaterThan(0.6);
    expect(kept).toBeLessThan(after.size);
  });

  it('comes as a colour JPEG of the size asked for, its paper warmer than white', async () => {
    const sheet = await renderSheet({ seed: 2, year: 1896, width: 640 });
    const { width, height, channels, format } = await sharp(sheet.jpeg).metadata();
    expect({ width, height, channels, format }).toEqual({
      width: 640,
      height: sheetHeight(640),
      channels: 3,
      format: 'jpeg',
    });
    const { channels: means } = await sharp(sheet.jpeg).stats();
    const [red = 0, green = 0, blue = 0] = means.map((channel) => channel.mean);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    expect(blue).toBeGreaterThan(120);
  });
});
