import type { Browser, BrowserContext, Page } from 'playwright-core';
import { enter, onProblem } from '../harness/browser.js';
import type { Look } from './looks.js';
import { seriousProblems } from './accessibility.js';
import { firstPage, isList, withRows } from './many-rows.js';
import type { Screen, Subjects } from './screens.js';

const LIMIT_MS = 30_000;
/** Timeout for loading; the picture is taken then in any case. */
const LOADING_MS = 8_000;
/** Milliseconds after the last request for pictures, tiles and transitions to finish. */
const REST_MS = 700;
/** Pixels that a page may be wider than the window, for rounding. */
const SLACK = 1;
/** Largest layout shift score (https://web.dev/articles/cls): a fifth of the threshold for "good". */
const MOST_SHIFT = 0.02;

export async function openContext(
  browser: Browser,
  url: string,
  look: Look,
  as: Screen['as'],
): Promise<BrowserContext> {
  const { width, height, scheme, isTouch } = look;
  const context = await browser.newContext({
    ...{ baseURL: url, viewport: { width, height }, colorScheme: scheme, hasTouch: isTouch, isMobile: isTouch },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(LIMIT_MS);
  await context.addInitScript({ content: MEASURE_SHIFTS });
  if (as) await enter(context, `${as}@symbio.test`, undefined, url);
  return context;
}

/** Runs in the page. */
const MEASURE_SHIFTS = `
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
/** Runs in the page: excess width in pixels, and that sum. */
const READ = `({ wide: document.documentElement.scrollWidth - window.innerWidth, shift: window.shifts })`;

/** Opens a screen with a number of rows (undefined: unchanged), and returns its faults. */
export async function show(page: Page, screen: Screen, subjects: Subjects, rows?: number): Promise<string[]> {
  const problems: string[] = [];
  const report = (problem: string): void => void problems.push(problem);
  onProblem(page, report);
  if (rows !== undefined) await replaceRows(page, screen, subjects, rows);
  await page.goto(screen.path(subjects));
  await settle(page);
  await screen.act?.(page);
  await settle(page);
  const { wide, shift } = await page.evaluate<{ wide: number; shift: number }>(READ);
  if (wide > SLACK) report(`${wide} pixels wider than the window`);
  if (shift > MOST_SHIFT) report(`jumps: ${shift.toFixed(3)}`);
  for (const problem of await seriousProblems(page, 'axe')) report(problem);
  return problems;
}

/**
 * Waits until no request is pending and pictures are complete; the live channel never ends, so the network is never
 * idle.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // by the library's classes: the progress bar of a list is also a progressbar, and stays
  await page
    .locator('.fui-Spinner, .fui-Skeleton')
    .first()
    .waitFor({ state: 'hidden', timeout: LOADING_MS })
    .catch(() => undefined);
  await page.waitForTimeout(REST_MS);
}

async function replaceRows(
  page: Page,
  { rows: lists = [], like }: Screen,
  subjects: Subjects,
  count: number,
): Promise<void> {
  await page.route(
    ({ pathname }) => lists.some((list) => list.test(pathname)),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const address = route.request().url();
      const response = await route.fetch({ url: firstPage(address) });
      const answer: unknown = await response.json();
      if (!isList(answer)) return route.fulfill({ response });
      const others: unknown =
        like && answer.data.length === 0
          ? await (await route.fetch({ url: new URL(like.path(subjects), address).href })).json()
          : answer;
      const data = isList(others) ? others.data.map((row) => ({ ...(row as object), ...like?.but })) : [];
      const query = new URL(address).searchParams;
      const number = (name: string): number | undefined => Number(query.get(name)) || undefined;
      await route.fulfill({
        response,
        json: withRows({ ...answer, data }, count, number('page'), number('per_page') ?? number('perPage')),
      });
    },
  );
}
