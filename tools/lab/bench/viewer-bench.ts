import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { repoRoot } from '../../dev/paths.js';
import { launchChromium } from '../harness/browser.js';
import { median } from '../harness/statistics.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import {
  framesPerSecond,
  mainThreadOf,
  NEXT_FRAME,
  smoothnessOf,
  workPerFrame,
  type Smoothness,
} from './smoothness.js';
import { startViewerServer, VIEWER_PATH, type ViewerServer } from './viewer-server.js';

/** Numbers of annotations, and the frames a second that panning must hold with them; the first is the sheet alone. */
const LOADS: readonly { annotations: number; leastFrames?: number }[] = [
  { annotations: 0 },
  { annotations: 150 },
  { annotations: 1_500, leastFrames: 55 },
  { annotations: 10_000 },
];
const VIEW = { width: 1280, height: 800 } as const;
const DRAG_STEPS = 120;
const ZOOM_STEPS = 24;
/** Key presses to the measured zoom: 64 percent, where lettering is read, and almost the whole sheet. */
const PLACES = { reading: ['1', '-', '-'], overview: ['0', '+', '+'] } as const;

interface Run {
  firstTile: number;
  reading: Smoothness;
  overview: Smoothness;
  zoom: Smoothness;
}

/**
 * Frames a second and long tasks of the built viewer in Chromium while panning and zooming a sheet of 6400 x 7600
 * pixels, and the time to its first tile.
 */
export async function benchViewer({ runs, log }: BenchRun): Promise<Figure[]> {
  const server = await startViewerServer(log, path.join(repoRoot, 'web', 'dist'));
  let browser: Browser | undefined;
  const figures: Figure[] = [];
  try {
    browser = await launchChromium();
    for (const { annotations, leastFrames } of LOADS) {
      server.setAnnotations(annotations);
      const done: Run[] = [];
      for (let run = 1; run <= runs; run++) {
        log(`Viewer with ${annotations} annotations, run ${run} of ${runs}`);
        done.push(await oneRun(browser, server));
      }
      figures.push(
        ...figuresOf(annotations === 0 ? 'no annotations' : `${annotations} annotations`, done, leastFrames),
      );
    }
  } finally {
    await browser?.close();
    await server.stop();
  }
  return figures;
}

function figuresOf(title: string, runs: readonly Run[], leastFrames: number | undefined): Figure[] {
  const smooth = (name: string, gesture: 'reading' | 'overview' | 'zoom', atLeast?: number): Figure[] => {
    const all = runs.map((run) => run[gesture]);
    const longest = median(all.map((one) => one.longest))?.toFixed(0);
    const note = `longest frame ${longest} ms, ${median(all.map((one) => one.longTasks))} long tasks (medians)`;
    const goal = atLeast !== undefined && { goal: { atLeast } };
    return [
      { name: `${title}: ${name}`, unit: 'frames/s', values: all.map(framesPerSecond), ...goal, note },
      { name: `${title}: ${name}, main thread`, unit: 'ms/frame', values: all.map(workPerFrame) },
    ];
  };
  return [
    { name: `${title}: opening to the first tile`, unit: 'ms', values: runs.map((run) => run.firstTile) },
    ...smooth('panning', 'reading', leastFrames),
    ...smooth('panning the whole sheet', 'overview', leastFrames),
    ...smooth('zooming', 'zoom'),
  ];
}

async function oneRun(browser: Browser, server: ViewerServer): Promise<Run> {
  // a separate context: no run reads the cache of another
  const context = await browser.newContext({ baseURL: server.url, viewport: VIEW });
  try {
    const page = await context.newPage();
    const metrics = await mainThreadOf(page);
    await page.goto(VIEWER_PATH);
    const firstTile = await firstTileOf(page);
    const box = await page.getByTestId('viewer-canvas').boundingBox();
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
      const pan = await smoothnessOf(page, metrics, async () => {
        await page.mouse.down();
        for (let step = 0; step < DRAG_STEPS; step++) {
          // out and back, beyond the prefetched area
          const distance = step < DRAG_STEPS / 2 ? step : DRAG_STEPS - step;
          await page.mouse.move(middle.x - distance * 9, middle.y - distance * 5);
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
    const zoom = await smoothnessOf(page, metrics, async () => {
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

// the text runs in the page: this package has no DOM types
const FIRST_TILE = `new Promise((resolve) => {
  const look = () => {
    const tile = performance.getEntriesByType('resource').find(({ name }) => name.includes('/files/t/'));
    if (tile && tile.responseEnd > 0) resolve(tile.responseEnd);
    else setTimeout(look, 20);
  };
  look();
})`;
