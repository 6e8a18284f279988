import { containsSmallLettering } from './small-lettering.js';
import { addEnlargedPass, mergePasses } from './merge-boxes.js';
import type { TurnedBox } from '../turned-box.js';

const box = (x: number, y: number, long: number, short: number, degrees: number): TurnedBox => ({
  ...{ x, y, long, short },
  angle: (degrees * Math.PI) / 180,
});

describe('level and rotated passes', () => {
  it('find level lettering once: by the level pass', () => {
    const level = box(100, 100, 80, 20, 2);
    expect(mergePasses([level], [box(101, 100, 82, 20, 3)])).toEqual([level]);
  });

  it('find lettering along the sheet once: by the rotated pass, unless it has less of it', () => {
    const whole = box(300, 300, 200, 24, 90);
    expect(mergePasses([box(300, 250, 90, 24, 88)], [whole])).toEqual([whole]);
    const part = box(300, 300, 100, 24, 90);
    expect(mergePasses([whole], [part])).toEqual([whole]);
  });

  it('keep boxes of only one pass', () => {
    const [level, along] = [box(100, 100, 80, 20, 0), box(400, 300, 150, 20, -89)];
    expect(mergePasses([level], [along])).toEqual([level, along]);
    expect(mergePasses([], [box(400, 300, 150, 20, 10)])).toEqual([]);
  });

  it('drop letters of a word that the other pass finds whole', () => {
    const word = box(300, 300, 200, 24, 90);
    expect(mergePasses([box(300, 240, 22, 20, 0), box(300, 330, 22, 20, 0)], [word])).toEqual([word]);
  });
});

describe('an enlarged pass', () => {
  it('adds missing lettering, and replaces scraps', () => {
    const [seen, scrap] = [box(100, 100, 80, 20, 0), box(290, 300, 12, 12, 0)];
    const [same, word] = [box(101, 100, 82, 20, 0), box(300, 300, 90, 14, 30)];
    expect(addEnlargedPass([seen, scrap], [same, word, box(500, 500, 10, 10, 0)])).toEqual([seen, word]);
  });

  it('keeps complete lettering, and its neighbours', () => {
    const [whole, beside] = [box(100, 100, 80, 20, 0), box(100, 120, 12, 12, 0)];
    expect(addEnlargedPass([whole, beside], [box(80, 100, 40, 18, 0)])).toEqual([whole, beside]);
  });

  it('runs where three small lines are', () => {
    const small = [100, 120, 140].map((y) => box(100, y, 60, 18, 0));
    const tile = { left: 0, top: 0, width: 768, height: 768 };
    const large = box(400, 400, 200, 40, 0);
    expect(containsSmallLettering([...small, large], 1.5)(tile)).toBe(true);
    expect(containsSmallLettering([...small, large], 1.5)({ ...tile, left: 150 })).toBe(false);
    expect(containsSmallLettering([...small.slice(1), large, large], 1.5)(tile)).toBe(false);
    const digits = [100, 120, 140].map((y) => box(100, y, 18, 18, 0));
    expect(containsSmallLettering(digits, 1.5)(tile)).toBe(false);
  });
});
