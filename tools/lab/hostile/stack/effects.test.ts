import { isSlower, processFaults } from './effects.js';

const at = (pid: number, mb: number) => new Map([['gateway', { pid, mb }]]);

describe('effects of hostile clients on others', () => {
  it('are longer waits: three times as long, and above 300 ms', () => {
    expect([isSlower(100, 250), isSlower(200, 590), isSlower(100, 301), isSlower(10, 290)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('are processes that end or grow', () => {
    expect(processFaults(at(1, 100), at(1, 150), new Map([['gateway', 400]]))).toEqual([]);
    expect(processFaults(at(1, 100), at(2, 150), new Map())).toEqual(['gateway was restarted']);
    expect(processFaults(at(1, 100), at(1, 500), new Map([['gateway', 2000]]))).toEqual([
      'gateway grew from 100 to 500 MB',
      'gateway held 2000 MB',
    ]);
  });
});
