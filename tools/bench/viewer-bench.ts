import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from '../dev/chromium.js';
import { repoRoot } from '../dev/paths.js';
import { summarise, type Figure } from './figures.js';
import { startViewerServer, VIEWER_PATH, type ViewerServer } from './viewer-server.js';

/** How many annotations are measured, and the frames a second that panning must hold with them, where that is a goal. */
const LOADS: readonly { annotations: number; leastFrames?: number }[] = [
  { annotations: 150 },
  { annotations: 1_500, leastFrames: 55 },
  { annotations: 10_000 },
];

const VIEW = { width: 1280, height: 800 } as const;
/** Frames that a drag and a zoom last. */
const DRAG_STEPS = 120;
const ZOOM_STEPS = 24;

/** What the browser said of one gesture. */
interface Smoothness {
  frames: number;
  milliseconds: number;
  /** Milliseconds of the longest frame. */
  longest: number;
  /** Tasks of the main thread of 50 ms and more. */
  longTasks: number;
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
      const pans: Smoothness[] = [];
      const zooms: Smoothness[] = [];
      const firstTiles: number[] = [];
      for (let run = 1; run <= runs; run++) {
        log(`Viewer with ${annotations} annotations, run ${run} of ${runs}`);
        const { firstTile, pan, zoom } = await oneRun(browser, server);
        log(
          `  first tile ${firstTile.toFixed(0)} ms, panning ${framesPerSecond(pan).toFixed(0)} frames/s, zooming ${framesPerSecond(zoom).toFixed(0)} frames/s`,
        );
        firstTiles.push(firstTile);
        pans.push(pan);
        zooms.push(zoom);
      }
      const of = `${annotations} annotations`;
      figures.push(
        { name: `${of}: opening to the first tile`, unit: 'ms', values: firstTiles },
        {
          name: `${of}: panning`,
          unit: 'frames/s',
          values: pans.map(framesPerSecond),
          ...(leastFrames && { goal: { atLeast: leastFrames } }),
          note: told(pans),
        },
        { name: `${of}: zooming`, unit: 'frames/s', values: zooms.map(framesPerSecond), note: told(zooms) },
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

function told(runs: readonly Smoothness[]): string {
  const longest = summarise(runs.map((run) => run.longest));
  const tasks = summarise(runs.map((run) => run.longTasks));
  return `longest frame ${longest?.median.toFixed(0) ?? '-'} ms, ${tasks?.median ?? '-'} long tasks (medians)`;
}

async function oneRun(
  browser: Browser,
  server: ViewerServer,
): Promise<{ firstTile: number; pan: Smoothness; zoom: Smoothness }> {
  // a context of its own: no run reads the cache of another
  const context = await browser.newContext({ baseURL: server.url, viewport: VIEW });
  try {
    const page = await context.newPage();
    await page.goto(VIEWER_PATH);
    const firstTile = await firstTileOf(page);
    const canvas = page.getByTestId('viewer-canvas');
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the viewer shows no sheet');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    // from the whole sheet to where its lettering is read
    for (let step = 0; step < 4; step++) {
      await page.mouse.wheel(0, -400);
      await page.waitForTimeout(150);
    }
    await page.waitForTimeout(800);

    await page.keyboard.down('Space');
    const pan = await watched(page, async () => {
      await page.mouse.down();
      for (let step = 0; step < DRAG_STEPS; step++) {
        // there and back, farther than the picture of the annotations reaches
        const way = step < DRAG_STEPS / 2 ? step : DRAG_STEPS - step;
        await page.mouse.move(middle.x - way * 9, middle.y - way * 5);
        await page.evaluate(NEXT_FRAME);
      }
      await page.mouse.up();
    });
    await page.keyboard.up('Space');
    await page.mouse.move(middle.x, middle.y);
    const zoom = await watched(page, async () => {
      for (let step = 0; step < ZOOM_STEPS; step++) {
        await page.mouse.wheel(0, step < ZOOM_STEPS / 2 ? 300 : -300);
        await page.waitForTimeout(60);
      }
      await page.waitForTimeout(400);
    });
    return { firstTile, pan, zoom };
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

/** Counts frames and long tasks while something is done. */
async function watched(page: Page, work: () => Promise<void>): Promise<Smoothness> {
  await page.evaluate(BEGIN_WATCH);
  await work();
  return page.evaluate<Smoothness>(END_WATCH);
}
