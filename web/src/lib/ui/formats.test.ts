import { dateOnly, fileSize, medium, NO_VALUE, plainDate } from './formats.js';

describe('dates', () => {
  it('are written for en-US, with time and without (CONST-23, OP-40)', () => {
    const moment = new Date(2025, 8, 26, 14, 5);
    // ICU puts a narrow no-break space before PM
    expect(medium(moment).replace(/\s/g, ' ')).toBe('Sep 26, 2025, 2:05 PM');
    expect(dateOnly(moment)).toBe('Sep 26, 2025');
  });

  it('without time stay the same day in every timezone (PROJ-36)', () => {
    expect(dateOnly('2025-11-30')).toBe('Nov 30, 2025');
    expect(medium('2025-11-30')).toBe('Nov 30, 2025');
    expect(plainDate('2025-11-30')).toBe('2025-11-30');
  });

  it('that are missing or unreadable show a dash', () => {
    expect([dateOnly(null), medium(undefined), dateOnly('soon'), medium('')]).toEqual([
      NO_VALUE,
      NO_VALUE,
      NO_VALUE,
      NO_VALUE,
    ]);
  });
});

describe('file sizes', () => {
  it('are written in steps of 1024 (OP-16)', () => {
    expect(fileSize(209_715_200)).toBe('200 MB');
    expect(fileSize(1_468_006)).toBe('1.4 MB');
    expect(fileSize(12_288)).toBe('12 KB');
    expect(fileSize(512)).toBe('512 bytes');
  });
});
