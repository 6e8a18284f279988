import { uuidV7 } from './uuid.js';

describe('ids made in the browser', () => {
  it('are UUIDs of version 7', () => {
    expect(uuidV7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('begin with their time and are ordered by it', () => {
    expect(uuidV7(0x0123_4567_89ab).startsWith('01234567-89ab-7')).toBe(true);
    expect(uuidV7(1_000) < uuidV7(2_000)).toBe(true);
  });
});
