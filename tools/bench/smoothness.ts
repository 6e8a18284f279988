import { existsSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

/** What the browser said of one gesture. */
export interface Smoothness {
  frames: number;
  milliseconds: number;
  /** Milliseconds of the longest frame. */
  longest: number;
  /** Tasks of the main thread of 50 ms and more. */
  longTasks: number;
  /** Milliseconds of processor time of the page's main thread: what else runs on the machine does not lengthen them. */
  work: number;
}

export const framesPerSecond = ({ frames, milliseconds }: Smoothness): number => (frames * 1000) / milliseconds;
export const workPerFrame = ({ work, frames }: Smoothness): number => work / frames;

/** Arguments of Chromium. Without a graphics processor it would imitate one, which is slower than drawing without. */
export const chromiumArguments = (): string[] => [
  '--no-sandbox',
  ...(existsSync('/dev/dri') || process.platform !== 'linux' ? [] : ['--disable-gpu']),
];

// what runs in the page is text: this package knows no browser
export const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve()))';

const BEGIN_WATCH = `(() => {
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

const END_WATCH = `(() => {
  const { frames, longest, longTasks, began } = globalThis.benchWatch;
  globalThis.benchWatch.on = false;
  return { frames, longest, longTasks, milliseconds: performance.now() - began };
})()`;

/** What counts the work of a page's main thread, to hand to {@link watched} and {@link workOf}. */
export async function metricsOf(page: Page): Promise<CDPSession> {
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  return metrics;
}

/** Milliseconds that the page's main thread works while something is done. */
export async function workOf(metrics: CDPSession, work: () => Promise<void>): Promise<number> {
  const worked = async (): Promise<number> => {
    const { metrics: values } = await metrics.send('Performance.getMetrics');
    return (values.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  const before = await worked();
  await work();
  return (await worked()) - before;
}

/** Counts frames, long tasks and the main thread's work while something is done. */
export async function watched(page: Page, metrics: CDPSession, work: () => Promise<void>): Promise<Smoothness> {
  await page.evaluate(BEGIN_WATCH);
  const milliseconds = await workOf(metrics, work);
  return { ...(await page.evaluate<Omit<Smoothness, 'work'>>(END_WATCH)), work: milliseconds };
}
