import { expect, it } from '@jest/globals';
import { explainLackOfRoom } from './mongo.js';

it('a disk without space for an index is reported with its folder and the space that MongoDB needs', () => {
  const line =
    'project could not start: available disk space of 54251520 bytes is less than required minimum of 524288000';
  expect(explainLackOfRoom('/home/me/.data', line)).toBe(
    'The disk of /home/me/.data has 54 MB free, and MongoDB needs 524 MB to make an index: make room, or choose another folder with --data DIR.',
  );
  expect(explainLackOfRoom('/home/me/.data', 'project could not start: PORT is missing')).toBeUndefined();
});
