import { ScreenshotFailure, type Redrawn } from '@symbio/page-engine/screenshots';
import { createRedraw, type Redraw } from './pictures.js';

const DRAWN: Redrawn = {
  body: Buffer.from('body'),
  type: { mimeType: 'image/png', extension: 'png' },
  width: 8,
  height: 6,
  thumbnail: Buffer.from('small'),
};
const FILE = Buffer.from('file');
const here = (): AbortSignal => new AbortController().signal;

it.each([
  ['not_an_image', 'INVALID_ARGUMENT'],
  ['damaged_image', 'INVALID_ARGUMENT'],
  ['out_of_memory', 'INVALID_ARGUMENT'],
  ['too_many_bytes', 'INVALID_ARGUMENT'],
  ['too_many_pixels', 'INVALID_ARGUMENT'],
  ['timeout', 'UNAVAILABLE'],
  ['crashed', 'UNAVAILABLE'],
] as const)('refuses with the sentence of the failure: %s is %s', async (reason, code) => {
  const redraw = createRedraw(() => Promise.reject(new ScreenshotFailure(reason, 'A sentence.')));
  await expect(redraw(FILE, here())).rejects.toMatchObject({ code, reason, message: 'A sentence.' });
});

it('re-encodes one at a time, and continues after a failure', async () => {
  const ends: { draw: () => void; fail: (error: Error) => void }[] = [];
  const begin: Redraw = () =>
    new Promise((resolve, reject) => ends.push({ draw: () => resolve(DRAWN), fail: (error) => reject(error) }));
  const redraw = createRedraw(begin);
  const [first, second] = [redraw(FILE, here()), redraw(FILE, here())];
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  ends[0]?.fail(new ScreenshotFailure('crashed', 'A sentence.'));
  await expect(first).rejects.toMatchObject({ reason: 'crashed' });
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]?.draw();
  expect(await second).toBe(DRAWN);
});

it('does not re-encode for a caller that disconnected while waiting', async () => {
  const leaving = new AbortController();
  const redraw = createRedraw();
  const waiting = redraw(FILE, leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
});
