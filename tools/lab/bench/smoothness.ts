import type { CDPSession, Page } from 'playwright-core';

export interface Smoothness {
  frames: number;
  milliseconds: number;
  /** Milliseconds of the longest frame. */
  longest: number;
  /** Tasks of the main thread of 50 ms and more. */
  longTasks: number;
  /** Milliseconds of processor time of the page's main thread, which other programs do not lengthen. */
  work: number;
}

export const framesPerSecond = ({ frames, milliseconds }: Smoothness): number => (frames * 1000) / milliseconds;
export const workPerFrame = ({ work, frames }: Smoothness): number => work / frames;

// the texts run in the page: this package has no DOM types
export const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve()))';

const BEGIN = `(() => {
  const now = performance.now();
  const watch = { frames: 0, longest: 0, longTasks: 0, began: now, last: now, on: true };
  new PerformanceObserver((list) => (watch.longTasks += list.getEntries().length)).observe({ type: 'longtask' });
  const count = (at) => {
    if (!watch.on) return;
    watch.frames += 1;
    watch.longest = Math.max(watch.longest, at - watch.last);
    watch.last = at;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  globalThis.benchWatch = watch;
})()`;

const END = `(() => {
  const { frames, longest, longTasks, began } = globalThis.benchWatch;
  globalThis.benchWatch.on = false;
  return { frames, longest, longTasks, milliseconds: performance.now() - began };
})()`;

export async function mainThreadOf(page: Page): Promise<CDPSession> {
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  return metrics;
}

/** Counts frames, long tasks and the main thread's work during a gesture. */
export async function smoothnessOf(page: Page, metrics: CDPSession, act: () => Promise<void>): Promise<Smoothness> {
  const worked = async (): Promise<number> => {
    const { metrics: values } = await metrics.send('Performance.getMetrics');
    return (values.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  await page.evaluate(BEGIN);
  const before = await worked();
  await act();
  const work = (await worked()) - before;
  return { ...(await page.evaluate<Omit<Smoothness, 'work'>>(END)), work };
}
