import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LOCAL_PASSWORD } from '../dev/issuer/store.js';
import type { Look } from './looks.js';
import { seriousProblems } from './accessibility.js';
import { firstPage, isList, withRows } from './many-rows.js';
import type { Screen, Subjects } from './screens.js';

/** Milliseconds that a screen has to get ready. */
const LIMIT_MS = 30_000;
/** Milliseconds for what is being loaded; a screen that takes longer is shown as it is then. */
const LOADING_MS = 8_000;
/** Milliseconds after the last request in which pictures, tiles and transitions end. */
const REST_MS = 700;
/** Pixels by which a page may be wider than the window: rounding. */
const SLACK = 1;
/** Of the score that the web's metrics give to jumps (https://web.dev/articles/cls): a fifth of what passes for good there. */
const MOST_SHIFT = 0.02;

/** What was seen of a screen besides its picture. */
export interface Seen {
  problems: string[];
}

/** Opens a window as somebody looks at the product. */
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
  if (as) {
    const data = { email: `${as}@symbio.test`, password: LOCAL_PASSWORD };
    const answer = await context.request.post('/api/auth/sign-in', { data, headers: { origin: url } });
    if (!answer.ok()) throw new Error(`${data.email} cannot sign in (${answer.status()})`);
  }
  return context;
}

/** Runs in the page: adds up how far what people look at jumped without their doing. */
const MEASURE_SHIFTS = `
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
/** Runs in the page: pixels by which it is wider than the window, and that sum. */
const READ = `({ wide: document.documentElement.scrollWidth - window.innerWidth, shift: window.shifts })`;

/** Goes to a screen with so many rows (undefined: as it is), and says what is wrong with it. */
export async function show(page: Page, screen: Screen, subjects: Subjects, rows?: number): Promise<Seen> {
  const problems: string[] = [];
  const hear = (line: string): void => void problems.push(line);
  page.on('pageerror', (error) => hear(`error: ${error.message}`));
  page.on('console', (message) => {
    // an answer that is an error is told of by the screen
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) hear(message.text());
  });
  if (rows !== undefined) await lengthen(page, screen, subjects, rows);
  await page.goto(screen.path(subjects));
  await settle(page);
  await screen.act?.(page);
  await settle(page);
  const { wide, shift } = await page.evaluate<{ wide: number; shift: number }>(READ);
  if (wide > SLACK) hear(`${wide} pixels wider than the window`);
  if (shift > MOST_SHIFT) hear(`jumps: ${shift.toFixed(3)}`);
  for (const problem of await seriousProblems(page, 'axe')) hear(problem);
  return { problems };
}

/** The live channel never ends, so that the network is never idle: nothing is loading any more, and pictures are there. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // by the classes of the library: a bar of progress on a list is a progressbar, too, and stays
  await page
    .locator('.fui-Spinner, .fui-Skeleton')
    .first()
    .waitFor({ state: 'hidden', timeout: LOADING_MS })
    .catch(() => undefined);
  await page.waitForTimeout(REST_MS);
}

/** Answers lists with another number of rows. */
async function lengthen(
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
