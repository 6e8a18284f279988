import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { enter as enterByApi, launchChromium, onProblem } from '@symbio/tools/lab/harness/browser';
import { eventually, LOCAL_PASSWORD, stackUrl } from './api-client.js';
import { RECORD_EVENTS, recordedEvents } from './recorded-events.js';
import { STEP_MS, TOAST_MS } from './timeouts.js';

/** Launches a browser that treats the stack as secure: tests reach it without TLS, users by HTTPS or localhost. */
export const launch = (): Promise<Browser> =>
  launchChromium('--renderer-process-limit=1', `--unsafely-treat-insecure-origin-as-secure=${stackUrl()}`);

/** Page and its problems: script errors and console errors other than failed responses. */
export interface WatchedPage {
  page: Page;
  problems: string[];
}

/** Failed calls and console output of every page. */
const logged = new WeakMap<Page, string[]>();

function listen(page: Page): void {
  const lines: string[] = [];
  logged.set(page, lines);
  page.on('pageerror', (error) => lines.push(`error: ${error.message}`));
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('response', (response) => {
    if (response.status() >= 400)
      lines.push(`${response.status()} ${response.request().method()} ${shortened(response.url())}`);
  });
  page.on('requestfailed', (request) =>
    lines.push(`${request.failure()?.errorText ?? 'failed'} ${request.method()} ${shortened(request.url())}`),
  );
}

const shortened = (url: string): string => url.replace(stackUrl(), '').replace(/(\/files\/[^?]{0,120}).*/, '$1');

export interface Look {
  scheme?: 'light' | 'dark' | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Animations and transitions run; else there are none, which saves a third of the drawing. */
  moves?: boolean;
  /** Other context options; such contexts are not reused. */
  context?: BrowserContextOptions;
}

/** Keeps the newest toast longer than five seconds (CONST-18): a busy machine may need them before the check. */
const KEEP_NEWEST_TOAST = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '[data-toaster-position] > :first-child [data-timer-status] { animation-duration: ${TOAST_MS}ms !important }',
  );
  document.adoptedStyleSheets.push(sheet);
})()`;

/** Released contexts by display options: a new one compiles the SPA again, which takes a second or more. */
const released = new WeakMap<Browser, Map<string, BrowserContext[]>>();
const release = new WeakMap<BrowserContext, () => Promise<void>>();

/** Without cookies or storage; {@link leave} releases it. */
export async function openPage(browser: Browser, look: Look = {}): Promise<WatchedPage & { context: BrowserContext }> {
  const context = reused(browser, look) ?? (await newContext(browser, look));
  const page = await context.newPage();
  await clearStorage(page);
  const problems: string[] = [];
  onProblem(page, (problem) => problems.push(problem));
  return { context, page, problems };
}

export async function leave(context: BrowserContext): Promise<void> {
  // removes routes first: a response for a closed page would fail the test
  await Promise.all([context, ...context.pages()].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  await release.get(context)?.();
}

const nameOf = ({ scheme = 'light', width = 1280, height = 800, moves = false }: Look): string =>
  `${scheme} ${width} ${height} ${moves}`;

const reused = (browser: Browser, look: Look): BrowserContext | undefined =>
  look.context ? undefined : released.get(browser)?.get(nameOf(look))?.pop();

async function newContext(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: stackUrl(),
    colorScheme: look.scheme ?? 'light',
    reducedMotion: look.moves ? 'no-preference' : 'reduce',
    viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
    ...look.context,
  });
  context.setDefaultTimeout(STEP_MS);
  context.on('page', listen);
  await context.addInitScript(RECORD_EVENTS);
  await context.addInitScript(KEEP_NEWEST_TOAST);
  release.set(context, async () => {
    if (look.context) return context.close();
    const all = released.get(browser) ?? new Map<string, BrowserContext[]>();
    released.set(browser, all.set(nameOf(look), [...(all.get(nameOf(look)) ?? []), context]));
  });
  return context;
}

async function clearStorage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // cookies again: a response that came after the release may have set one
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: new URL(stackUrl()).origin, storageTypes });
  await session.detach();
}

const PICTURES = path.resolve(import.meta.dirname, '../../.cache/e2e');
const MOST_SHOWN = 45;
const MOST_LOGGED = 12;
/** Page that does not respond must not hide the original failure. */
const SNAPSHOT_MS = 15_000;

/** On failure adds URL, text and problems of each page to the error, and saves screenshots. */
export async function pictured({ page }: WatchedPage, name: string, journey: () => Promise<void>): Promise<void> {
  try {
    await journey();
  } catch (error) {
    const pages = page.context().pages();
    const notes = (await Promise.all(pages.map((each) => described(each)))).join('\n\n');
    // jest prints the stack, which copied the message at creation
    if (error instanceof Error) error.stack = `${error.stack ?? error.message}\n\n${notes}`;
    const picture = path.join(PICTURES, `${name.replace(/\W+/g, '-')}.png`);
    await page.screenshot({ path: picture, timeout: SNAPSHOT_MS }).catch(() => console.warn(`${name}: no picture`));
    throw error;
  }
}

async function described(page: Page): Promise<string> {
  const limit = { timeout: SNAPSHOT_MS };
  const unread = (error: unknown): string => `nothing that could be read: ${String(error)}`;
  const [shown, events] = await Promise.all([
    page.locator('body').ariaSnapshot(limit).catch(unread),
    recordedEvents(page, limit).catch((error: unknown) => [unread(error)]),
  ]);
  const lines = shown.split('\n');
  const said = logged.get(page) ?? [];
  return [
    `At ${shortened(page.url())} the page showed:`,
    ...lines.slice(0, MOST_SHOWN).map((line) => `  ${line.slice(0, 200)}`),
    ...(lines.length > MOST_SHOWN ? [`  ... and ${lines.length - MOST_SHOWN} more lines`] : []),
    'Its last events:',
    ...events.map((line) => `  ${line}`),
    `Its last messages${said.length === 0 ? ': none' : ':'}`,
    ...said.slice(-MOST_LOGGED).map((line) => `  ${line.slice(0, 300)}`),
  ].join('\n');
}

/** Anything moving moves within two frames. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(`new Promise((done) => {
    let left = ${count};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
    next();
  })`);
/** Minimum movement in pixels within two frames. */
const REST = 0.1;

/** Bounding box at rest: a press on a moving target misses. */
export const placeAtRest = (locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> =>
  eventually(async () => {
    const before = await locator.boundingBox();
    await frames(locator.page(), 2);
    const isOnMovingSheet = await locator.evaluate(
      (element: { closest: (selector: string) => unknown }) => element.closest('[data-moving]') !== null,
    );
    if (isOnMovingSheet) throw new Error('Its sheet still moves.');
    const now = await locator.boundingBox();
    if (!before || !now) throw new Error('It is not on the screen.');
    const moved = (['x', 'y', 'width', 'height'] as const).filter((side) => Math.abs(now[side] - before[side]) > REST);
    if (moved.length > 0) throw new Error(`It still moves: ${moved.join(', ')}`);
    return now;
  });

export async function middleAtRest(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await placeAtRest(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Waits for a URL below the origin: path, query and hash. */
export const atAddress = (page: Page, address: string): Promise<void> =>
  eventually(() => {
    if (shortened(page.url()) !== address) throw new Error(`The page is at ${page.url()}, not at ${address}`);
    return Promise.resolve();
  });

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export const enter = (page: Page, email: string, password = LOCAL_PASSWORD): Promise<void> =>
  enterByApi(page, email, password);
