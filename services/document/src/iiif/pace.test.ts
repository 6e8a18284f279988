import { createPace } from './pace.js';

it('delays requests beyond ten per second and link, and refuses those that would wait over ten seconds', async () => {
  let time = 0;
  const waited: number[] = [];
  const wait = (ms: number) => Promise.resolve(void waited.push(ms));
  const pace = createPace({ now: () => time, wait });
  for (let count = 0; count < 20; count++) await pace('a');
  expect(waited).toEqual([]);
  await pace('a');
  await pace('b');
  await pace('a');
  expect(waited).toEqual([100, 200]);
  for (let count = 0; count < 98; count++) await pace('a');
  expect(waited.at(-1)).toBe(10_000);
  await expect(pace('a')).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', reason: 'too_many_requests' });
  time = 60_000;
  await pace('a');
  expect(waited.at(-1)).toBe(10_000);
});
