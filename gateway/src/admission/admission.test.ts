import { createMetrics } from '@symbio/kit';
import type { RequestHandler } from 'express';
import { setCaller, type Caller } from '../request.js';
import { closeServers, serveHandlers } from '../testing.js';
import { admission } from './admission.js';

afterEach(closeServers);

/** A gateway with one place, whose handler answers when it is told to. */
async function gateway() {
  const waiting: (() => void)[] = [];
  const metrics = createMetrics('test');
  const recognise: RequestHandler = (request, _response, next) => {
    setCaller(request, { actor: { sub: request.get('x-person') } } as unknown as Caller);
    next();
  };
  const url = await serveHandlers(
    recognise,
    admission(1, metrics),
    (request, response) =>
      void (request.path === '/events' ? response.json({}) : waiting.push(() => response.json({}))),
  );
  const get = (person: string, path = '/') => fetch(`${url}${path}`, { headers: { 'x-person': person } });
  /** Resolves once so many requests are inside. */
  const inside = async (count: number): Promise<void> => {
    while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { get, inside, waiting, metrics };
}

describe('admission', () => {
  it('refuses what cannot be done soon: 503, with a sentence and when to come again', async () => {
    const { get, inside, waiting, metrics } = await gateway();
    const first = get('a');
    await inside(1);
    const late = await get('b');
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await late.json()).toMatchObject({
      code: 'busy',
      error: 'Symbio has more to do than it can right now. Nothing was changed: please try again in a few seconds.',
    });
    expect((await metrics.admissionRefused.get()).values).toMatchObject([{ labels: { why: 'busy' }, value: 1 }]);
    waiting[0]?.();
    expect((await first).status).toBe(200);
  });

  it('answers who waited as soon as there is room', async () => {
    const { get, inside, waiting } = await gateway();
    const first = get('a');
    await inside(1);
    const second = get('b');
    waiting[0]?.();
    await inside(2);
    waiting[1]?.();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it('does not count live streams', async () => {
    const { get, inside, waiting } = await gateway();
    const first = get('a');
    await inside(1);
    expect((await get('b', '/events')).status).toBe(200);
    waiting[0]?.();
    await first;
  });
});
