import { mergeLooks } from './looks.js';
import type { TurnedBox } from './turned-box.js';

const box = (x: number, y: number, long: number, short: number, degrees: number): TurnedBox => ({
  ...{ x, y, long, short },
  angle: (degrees * Math.PI) / 180,
});

describe('two looks at a picture', () => {
  it('see level lettering once: by the level look', () => {
    const level = box(100, 100, 80, 20, 2);
    expect(mergeLooks([level], [box(101, 100, 82, 20, 3)])).toEqual([level]);
  });

  it('see lettering along the sheet once: by the turned look, unless it has less of it', () => {
    const whole = box(300, 300, 200, 24, 90);
    expect(mergeLooks([box(300, 250, 90, 24, 88)], [whole])).toEqual([whole]);
    const part = box(300, 300, 100, 24, 90);
    expect(mergeLooks([whole], [part])).toEqual([whole]);
  });

  it('keep what only one of them sees', () => {
    const [level, along] = [box(100, 100, 80, 20, 0), box(400, 300, 150, 20, -89)];
    expect(mergeLooks([level], [along])).toEqual([level, along]);
    expect(mergeLooks([], [box(400, 300, 150, 20, 10)])).toEqual([]);
  });

  it('leave out letters of a word that the other one sees whole', () => {
    const word = box(300, 300, 200, 24, 90);
    expect(mergeLooks([box(300, 240, 22, 20, 0), box(300, 330, 22, 20, 0)], [word])).toEqual([word]);
  });
});
