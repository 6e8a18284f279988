import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from '../dev/chromium.js';
import { repoRoot } from '../dev/paths.js';
import { summarise, type Figure } from './figures.js';
import {
  chromiumArguments,
  framesPerSecond,
  metricsOf,
  NEXT_FRAME,
  watched,
  workPerFrame,
  type Smoothness,
} from './smoothness.js';
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

/**
 * Key presses that bring the sheet to the measured zoom: 64 percent, where lettering is read, and almost the whole
 * sheet.
 */
const PLACES = { reading: ['1', '-', '-'], overview: ['0', '+', '+'] } as const;

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
    browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments() });
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
    const metrics = await metricsOf(page);
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
          // there and back, beyond the prefetched area
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
