import path from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { chromiumPath } from '../dev/chromium.js';
import { repoRoot } from '../dev/paths.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { ISSUE, JOB, logOf, rowsAnswer } from './list-rows.js';
import {
  chromiumArguments,
  framesPerSecond,
  metricsOf,
  NEXT_FRAME,
  watched,
  workOf,
  workPerFrame,
  type Smoothness,
} from './smoothness.js';
import { IDS, startViewerServer, VIEWER_PATH, type ViewerServer } from './viewer-server.js';

const ROWS = 5_000;
const QUICK_ROWS = 200;
const VIEW = { width: 1280, height: 800 } as const;
/** Turns of the wheel, one a frame, and CSS pixels of each. */
const TURNS = 90;
const TURN = 300;
/** Rows that may be drawn of any list, however many there are. */
const MOST_DRAWN = 150;

/** A list and how it is looked at. */
interface List {
  name: string;
  path: string;
  /** Where its rows are asked for; absent where the server has them. */
  address?: string;
  /** Elements that are a row each. */
  row: string;
  /** All its rows are in the page, to be marked and copied. */
  isWhole?: true;
  /** What scrolls; the page where it is absent. */
  box?: string;
  /** Brings the rows there. */
  load?: (page: Page) => Promise<void>;
  /** What chooses a row. */
  toggle?: string;
  /** Where what narrows the list is written. */
  filter?: string;
}

const at = (rest: string): string => `/projects/${IDS.project}/${rest}`;

const LISTS: readonly List[] = [
  {
    name: 'jobs',
    path: at('agents'),
    address: '/api/jobs',
    row: '[data-testid^="job-"]',
    load: loadMore,
    toggle: '[data-testid^="job-"] input[type="checkbox"]',
  },
  {
    name: 'features',
    path: at('insights'),
    address: '/api/public/features',
    row: '[data-testid^="feature-0"]',
    box: 'div:has(> table[aria-label="Features of interest"])',
    toggle: '[data-testid^="feature-0"] input[type="checkbox"]',
    filter: 'input[type="search"], [role="searchbox"]',
  },
  {
    name: 'unassociated mentions',
    path: at('insights?feature=unassociated'),
    address: `/api/projects/${IDS.project}/unassociated-mentions`,
    row: 'table[aria-label="Mentions"] tbody tr:not([aria-hidden])',
    toggle: 'table[aria-label="Mentions"] tbody input[type="checkbox"]',
  },
  {
    name: 'annotations of a sheet',
    path: VIEWER_PATH,
    row: '[data-testid="annotation-list"] li',
    box: '[data-testid="annotation-list"]',
    toggle: '[data-testid="annotation-list"] li button',
  },
  {
    name: 'pages of a document',
    path: VIEWER_PATH,
    address: `/api/documents/${IDS.document}/pages`,
    row: '[data-testid^="page-item-"]',
    box: 'ul[aria-label="Pages"]',
    toggle: '[data-testid^="page-item-"]',
  },
  {
    name: 'members',
    path: at('setup'),
    address: `/api/projects/${IDS.project}/members`,
    row: 'button[aria-label^="Remove Person"]',
  },
  {
    name: 'site visits',
    path: at('site-reconnaissance'),
    address: `/api/projects/${IDS.project}/site-visits`,
    row: '[aria-label^="Visit of"]',
  },
  {
    name: 'comments',
    path: '/issues/bench',
    address: '/api/public/issues/comments',
    row: 'ol[aria-label="Comments"] > li:not([aria-hidden])',
  },
  {
    name: 'lines of a log',
    path: at('agents?job=log'),
    row: '[role="region"][aria-label="Log"] span[aria-hidden="true"]',
    isWhole: true,
    box: '[role="region"][aria-label="Log"]',
  },
  {
    name: 'documents, a page of them',
    path: at('data-collection'),
    address: '/api/documents',
    row: '[data-testid^="document-0"]',
    toggle: '[data-testid^="document-0"] input[type="checkbox"]',
  },
];

/** To the bottom of the page and again, until there is nothing more to load. */
async function loadMore(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' });
  await more.waitFor();
  while (await more.isEnabled()) {
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await page.evaluate(NEXT_FRAME);
    await page.waitForTimeout(20);
    await page.getByText('Loading more agents...').waitFor({ state: 'hidden' });
  }
  await page.evaluate('window.scrollTo(0, 0)');
}

interface Measured {
  /** Milliseconds of the main thread until the list is there. */
  opening: number;
  /** Elements of the whole page, and rows that are drawn. */
  nodes: number;
  drawn: number;
  scrolling: Smoothness;
  /** Milliseconds of the main thread for choosing a row, and for a key. */
  toggling?: number;
  key?: number;
}

/**
 * What lists of thousands of rows cost a browser: opening, scrolling by wheel, choosing a row, a key of what narrows them. The
 * rows are generated and answered to the built SPA by this process.
 *
 * @param webDir the built SPA
 */
export async function benchLists(
  { runs, quick, log }: BenchRun,
  webDir = path.join(repoRoot, 'web', 'dist'),
): Promise<Figure[]> {
  const server = await startViewerServer(log, webDir);
  const rows = quick ? QUICK_ROWS : ROWS;
  server.setAnnotations(rows);
  let browser: Browser | undefined;
  const figures: Figure[] = [];
  try {
    browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments() });
    for (const list of LISTS) {
      const done: Measured[] = [];
      for (let run = 1; run <= runs; run++) {
        log(`${list.name}, run ${run} of ${runs}`);
        done.push(await oneRun(browser, server, list, rows));
      }
      figures.push(...figuresOf(`${rows} ${list.name}`, done, list.isWhole ? undefined : MOST_DRAWN));
    }
  } finally {
    await browser?.close();
    await server.stop();
  }
  return figures;
}

function figuresOf(name: string, done: readonly Measured[], mostDrawn: number | undefined): Figure[] {
  const some = (values: readonly (number | undefined)[]): number[] => values.filter((value) => value !== undefined);
  const figure = (what: string, unit: string, values: number[], more: Partial<Figure> = {}): Figure[] =>
    values.length > 0 ? [{ name: `${name}: ${what}`, unit, values, ...more }] : [];
  const longest = Math.max(...done.map(({ scrolling }) => scrolling.longest)).toFixed(0);
  const tasks = Math.max(...done.map(({ scrolling }) => scrolling.longTasks));
  return [
    ...figure(
      'opening, main thread',
      'ms',
      done.map(({ opening }) => opening),
    ),
    ...figure(
      'elements of the page',
      '',
      done.map(({ nodes }) => nodes),
    ),
    ...figure(
      'rows drawn',
      '',
      done.map(({ drawn }) => drawn),
      mostDrawn === undefined ? {} : { goal: { atMost: mostDrawn } },
    ),
    ...figure(
      'scrolling',
      'frames/s',
      done.map(({ scrolling }) => framesPerSecond(scrolling)),
      {
        note: `longest frame ${longest} ms, ${tasks} long tasks (the worst)`,
      },
    ),
    ...figure(
      'scrolling, main thread',
      'ms/frame',
      done.map(({ scrolling }) => workPerFrame(scrolling)),
    ),
    ...figure('choosing a row', 'ms', some(done.map(({ toggling }) => toggling))),
    ...figure('a key of the filter', 'ms', some(done.map(({ key }) => key))),
  ];
}

/** Answers the list of the page with so many rows. */
async function answerRows(page: Page, { address }: List, count: number): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === address,
    (route) => route.fulfill({ json: rowsAnswer(new URL(route.request().url()), count) }),
  );
  await page.route(
    ({ pathname }) => pathname === '/api/public/issues',
    (route) => route.fulfill({ json: { issue: ISSUE } }),
  );
  await page.route('**/api/jobs/log', (route) => route.fulfill({ json: { data: JOB } }));
  await page.route('**/api/jobs/log/logs', (route) => route.fulfill({ body: logOf(count), contentType: 'text/plain' }));
}

async function oneRun(browser: Browser, server: ViewerServer, list: List, rows: number): Promise<Measured> {
  const context = await browser.newContext({ baseURL: server.url, viewport: VIEW });
  context.setDefaultTimeout(120_000);
  try {
    const page = await context.newPage();
    await answerRows(page, list, rows);
    const metrics = await metricsOf(page);
    const opening = await workOf(metrics, async () => {
      await page.goto(list.path);
      await page.locator(list.row).first().waitFor({ state: 'attached' });
      await list.load?.(page);
      await atRest(page);
    });
    const box = list.box === undefined ? undefined : await page.locator(list.box).boundingBox();
    await page.mouse.move(box ? box.x + box.width / 2 : 640, box ? box.y + box.height / 2 : 500);
    const scrolling = await watched(page, metrics, async () => {
      for (let turn = 0; turn < TURNS; turn++) {
        await page.mouse.wheel(0, TURN);
        await page.evaluate(NEXT_FRAME);
      }
    });
    await page.waitForTimeout(400);
    const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);
    const drawn = await page.locator(list.row).count();
    await page.evaluate('window.scrollTo(0, 0)');
    await page.waitForTimeout(400);
    const toggling = list.toggle === undefined ? undefined : await costOf(page, metrics, list.toggle, 'click');
    const key = list.filter === undefined ? undefined : await costOf(page, metrics, list.filter, 'key');
    return {
      opening,
      nodes,
      drawn,
      scrolling,
      ...(toggling !== undefined && { toggling }),
      ...(key !== undefined && { key }),
    };
  } finally {
    await context.close();
  }
}

/** Waits until the page has done nothing for some frames. */
async function atRest(page: Page): Promise<void> {
  for (let frame = 0; frame < 20; frame++) await page.evaluate(NEXT_FRAME);
  await page.waitForTimeout(500);
}

/** Milliseconds of the main thread for a press on an element, or a key in it, until what follows from it is drawn. */
async function costOf(page: Page, metrics: CDPSession, selector: string, how: 'click' | 'key'): Promise<number> {
  // the first may stand apart: a row that has the focus is kept
  const element = page.locator(selector).nth(how === 'key' ? 0 : 2);
  if (how === 'key') await element.focus();
  else await element.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  return workOf(metrics, async () => {
    if (how === 'key') await page.keyboard.press('a');
    else await element.evaluate('(element) => element.click()');
    for (let frame = 0; frame < 3; frame++) await page.evaluate(NEXT_FRAME);
    // the search starts once typing has stopped
    await page.waitForTimeout(600);
  });
}
