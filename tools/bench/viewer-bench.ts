import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { chromiumPath } from '../dev/chromium.js';
import { repoRoot } from '../dev/paths.js';
import { summarise, type Figure } from './figures.js';
import { startViewerServer, VIEWER_PATH, type ViewerServer } from './viewer-server.js';

/**
 * How many annotations are measured, and the frames a second that panning must hold with them, where that is a goal.
 * Without any, the sheet alone is measured: what the annotations cost is the difference.
 */
const LOADS: readonly { annotations: number; leastFrames?: number }[] = [
  { annotations: 0 },
  { annotations: 150 },
  { annotations: 1_500, leastFrames: 55 },
  { annotations: 10_000 },
];

const VIEW = { width: 1280, height: 800 } as const;
/** Frames that a drag and a zoom last. */
const DRAG_STEPS = 120;
const ZOOM_STEPS = 24;

/** Presses of keys after which the sheet lies as it is measured: 64 percent, where lettering is read, and almost whole. */
const PLACES = { reading: ['1', '-', '-'], overview: ['0', '+', '+'] } as const;

/** What the browser said of one gesture. */
interface Smoothness {
  frames: number;
  milliseconds: number;
  /** Milliseconds of the longest frame. */
  longest: number;
  /** Tasks of the main thread of 50 ms and more. */
  longTasks: number;
  /** Milliseconds of processor time of the page's main thread: what else runs on the machine does not lengthen them. */
  work: number;
}

interface Run {
  firstTile: number;
  reading: Smoothness;
  overview: Smoothness;
  zoom: Smoothness;
}

/**
 * Frames a second and long tasks of the built viewer in Chromium, while a script pans and zooms a sheet of 6400 x 7600
 * pixels by mouse and wheel, and the time to its first tile. The annotations are generated; the sheet and the calls
 * are answered by a small server of this process, not by a stack, whose processes would take the processors away.
 *
 * @param webDir the built SPA
 */
export async function benchViewer(
  runs: number,
  log: (line: string) => void,
  webDir = path.join(repoRoot, 'web', 'dist'),
): Promise<Figure[]> {
  const server = await startViewerServer(log, webDir);
  let browser: Browser | undefined;
  const figures: Figure[] = [];
  try {
    browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', ...softwareOnly()] });
    for (const { annotations, leastFrames } of LOADS) {
      server.setAnnotations(annotations);
      const done: Run[] = [];
      for (let run = 1; run <= runs; run++) {
        log(`Viewer with ${annotations} annotations, run ${run} of ${runs}`);
        const measured = await oneRun(browser, server);
        const { firstTile, reading, overview, zoom } = measured;
        log(
          `  first tile ${firstTile.toFixed(0)} ms; panning ${inWords(reading)}, the whole sheet ${inWords(overview)}; zooming ${inWords(zoom)}`,
        );
        done.push(measured);
      }
      const of = annotations === 0 ? 'no annotations' : `${annotations} annotations`;
      const smooth = (name: string, gesture: 'reading' | 'overview' | 'zoom', least?: number): Figure[] => {
        const all = done.map((run) => run[gesture]);
        const goal = least !== undefined && { goal: { atLeast: least } };
        return [
          {
            name: `${of}: ${name}`,
            unit: 'frames/s',
            values: all.map(framesPerSecond),
            ...goal,
            note: noteOf(all),
          },
          { name: `${of}: ${name}, main thread`, unit: 'ms/frame', values: all.map(workPerFrame) },
        ];
      };
      figures.push(
        { name: `${of}: opening to the first tile`, unit: 'ms', values: done.map((run) => run.firstTile) },
        ...smooth('panning', 'reading', leastFrames),
        ...smooth('panning the whole sheet', 'overview', leastFrames),
        ...smooth('zooming', 'zoom'),
      );
    }
  } finally {
    await browser?.close();
    await server.stop();
  }
  return figures;
}

/** Without a graphics processor Chromium would imitate one, which is slower than drawing without. */
const softwareOnly = (): string[] => (existsSync('/dev/dri') || process.platform !== 'linux' ? [] : ['--disable-gpu']);

const framesPerSecond = ({ frames, milliseconds }: Smoothness): number => (frames * 1000) / milliseconds;
const workPerFrame = ({ work, frames }: Smoothness): number => work / frames;
const inWords = (gesture: Smoothness): string =>
  `${framesPerSecond(gesture).toFixed(0)} frames/s (${workPerFrame(gesture).toFixed(1)} ms each)`;

function noteOf(runs: readonly Smoothness[]): string {
  const longest = summarise(runs.map((run) => run.longest));
  const tasks = summarise(runs.map((run) => run.longTasks));
  return `longest frame ${longest?.median.toFixed(0) ?? '-'} ms, ${tasks?.median ?? '-'} long tasks (medians)`;
}

async function oneRun(browser: Browser, server: ViewerServer): Promise<Run> {
  // a context of its own: no run reads the cache of another
  const context = await browser.newContext({ baseURL: server.url, viewport: VIEW });
  try {
    const page = await context.newPage();
    const metrics = await context.newCDPSession(page);
    await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(VIEWER_PATH);
    const firstTile = await firstTileOf(page);
    const canvas = page.getByTestId('viewer-canvas');
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the viewer shows no sheet');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };

    const panAt = async (place: keyof typeof PLACES): Promise<Smoothness> => {
      await page.mouse.move(middle.x, middle.y);
      for (const key of PLACES[place]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(400);
      }
      // its tiles arrive
      await page.waitForTimeout(1000);
      await page.keyboard.down('Space');
      const pan = await watched(page, metrics, async () => {
        await page.mouse.down();
        for (let step = 0; step < DRAG_STEPS; step++) {
          // there and back, farther than what is drawn ahead reaches
          const way = step < DRAG_STEPS / 2 ? step : DRAG_STEPS - step;
          await page.mouse.move(middle.x - way * 9, middle.y - way * 5);
          await page.evaluate(NEXT_FRAME);
        }
        await page.mouse.up();
      });
      await page.keyboard.up('Space');
      return pan;
    };
    const reading = await panAt('reading');
    const overview = await panAt('overview');
    await page.mouse.move(middle.x, middle.y);
    const zoom = await watched(page, metrics, async () => {
      for (let step = 0; step < ZOOM_STEPS; step++) {
        await page.mouse.wheel(0, step < ZOOM_STEPS / 2 ? -300 : 300);
        await page.waitForTimeout(60);
      }
      await page.waitForTimeout(400);
    });
    return { firstTile, reading, overview, zoom };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the navigation to the first tile's arrival. */
async function firstTileOf(page: Page): Promise<number> {
  await page.getByText('Loading image...').waitFor({ state: 'hidden' });
  await page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
  return page.evaluate<number>(FIRST_TILE);
}

// what runs in the page is text: this package knows no browser
const FIRST_TILE = `new Promise((resolve) => {
  const look = () => {
    const tile = performance.getEntriesByType('resource').find(({ name }) => name.includes('/files/t/'));
    if (tile && tile.responseEnd > 0) resolve(tile.responseEnd);
    else setTimeout(look, 20);
  };
  look();
})`;

const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve()))';

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

/** Counts frames, long tasks and the main thread's work while something is done. */
async function watched(page: Page, metrics: CDPSession, work: () => Promise<void>): Promise<Smoothness> {
  const worked = async (): Promise<number> => {
    const { metrics: values } = await metrics.send('Performance.getMetrics');
    return (values.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  await page.evaluate(BEGIN_WATCH);
  const before = await worked();
  await work();
  const after = await worked();
  return { ...(await page.evaluate<Omit<Smoothness, 'work'>>(END_WATCH)), work: after - before };
}
