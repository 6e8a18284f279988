import path from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { chromiumPath } from '@symbio/tools/dev/chromium';
import { eventually, LOCAL_PASSWORD, stackUrl } from './api-client.js';
import { happenings, RECORD_HAPPENINGS } from './happenings.js';
import { STEP_MS, TOAST_MS } from './patience.js';

/**
 * Chromium's own calls home only slow a test down and fail on a closed network; and each process that draws pages compiles the
 * SPA anew, so those of one browser share one.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--renderer-process-limit=1',
];

/** A stack is reached without TLS here, by its address in a cluster for example; people reach it by HTTPS or localhost. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: [...ARGUMENTS, `--unsafely-treat-insecure-origin-as-secure=${stackUrl()}`],
  });

/** A page and what went wrong on it: script errors and console errors that are not an answer of the server's. */
export interface WatchedPage {
  page: Page;
  problems: string[];
}

/** What is kept of every page for the case that its journey fails: refused calls and whatever the console said. */
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

/** An address without its origin, and without the signature of a file's. */
const shortened = (url: string): string => url.replace(stackUrl(), '').replace(/(\/files\/[^?]{0,120}).*/, '$1');

/** How a page is looked at. */
interface Look {
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Anything else of a context; it is used once. */
  context?: BrowserContextOptions;
}

/**
 * A toast goes after five seconds (CONST-18, web/src/lib/toasts.test.tsx), which a busy machine may take between a press and the
 * look at what it brought. Here the newest one stays long enough to be read or pressed by anybody, and goes as all do once another
 * has come above it. The window has room for one where nothing else is.
 */
const KEEP_NEWEST_TOAST = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '[data-toaster-position] > :first-child [data-timer-status] { animation-duration: ${TOAST_MS}ms !important }',
  );
  document.adoptedStyleSheets.push(sheet);
})()`;

/**
 * Contexts that were left, by how they look. One that was used before has the SPA's programs compiled, a new one compiles
 * them anew, which takes a second of processor time and more.
 */
const left = new WeakMap<Browser, Map<string, BrowserContext[]>>();
/** What is done with a context that is left. */
const leaving = new WeakMap<BrowserContext, () => Promise<void>>();

/**
 * A new page in a context of its own, without cookies or anything stored, which is given back by {@link leave}. Every page of
 * the context has the patience of all journeys.
 */
export async function openPage(browser: Browser, look: Look = {}): Promise<WatchedPage & { context: BrowserContext }> {
  const context = reused(browser, look) ?? (await newContext(browser, look));
  const page = await context.newPage();
  await forgetStored(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // the browser reports every refused call as an error; what the page makes of it is what is tested
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { context, page, problems };
}

/** Closes the pages of a context, which another journey may use after it. */
export async function leave(context: BrowserContext): Promise<void> {
  // what is asked for until the end goes its way: an answer that comes for a page that is closed would be an error of the test's
  await Promise.all([context, ...context.pages()].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  await leaving.get(context)?.();
}

const nameOf = ({ scheme = 'light', width = 1280, height = 800 }: Look): string => `${scheme} ${width} ${height}`;

const reused = (browser: Browser, look: Look): BrowserContext | undefined =>
  look.context ? undefined : left.get(browser)?.get(nameOf(look))?.pop();

async function newContext(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: stackUrl(),
    colorScheme: look.scheme ?? 'light',
    viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
    ...look.context,
  });
  context.setDefaultTimeout(STEP_MS);
  context.on('page', listen);
  await context.addInitScript(RECORD_HAPPENINGS);
  await context.addInitScript(KEEP_NEWEST_TOAST);
  leaving.set(context, async () => {
    if (look.context) return context.close();
    const all = left.get(browser) ?? new Map<string, BrowserContext[]>();
    left.set(browser, all.set(nameOf(look), [...(all.get(nameOf(look)) ?? []), context]));
  });
  return context;
}

/** Takes away what a journey before stored at the stack's origin; cookies went when it left. */
async function forgetStored(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage';
  await session.send('Storage.clearDataForOrigin', { origin: new URL(stackUrl()).origin, storageTypes });
  await session.detach();
}

/** Folder of the pictures of failed journeys. */
const PICTURES = path.resolve(import.meta.dirname, '../../.cache/e2e');
/** Of each page of a failed journey: lines of what it showed, and the last of what it said. */
const MOST_SHOWN = 45;
const MOST_LOGGED = 12;
/** A page that does not answer must not hide why its journey failed. */
const SNAPSHOT_MS = 15_000;

/**
 * Runs a journey; when it fails, its error tells of each page of its browser where it was, what it showed and what went
 * wrong on it, and a picture is kept.
 */
export async function pictured({ page }: WatchedPage, name: string, journey: () => Promise<void>): Promise<void> {
  try {
    await journey();
  } catch (error) {
    const pages = page.context().pages();
    const notes = (await Promise.all(pages.map((each) => described(each)))).join('\n\n');
    // jest prints the stack; the message in it was copied when the error was made
    if (error instanceof Error) error.stack = `${error.stack ?? error.message}\n\n${notes}`;
    const picture = path.join(PICTURES, `${name.replace(/\W+/g, '-')}.png`);
    await page.screenshot({ path: picture, timeout: SNAPSHOT_MS }).catch(() => console.warn(`${name}: no picture`));
    throw error;
  }
}

async function described(page: Page): Promise<string> {
  const limit = { timeout: SNAPSHOT_MS };
  const unread = (error: unknown): string => `nothing that could be read: ${String(error)}`;
  const [shown, happened] = await Promise.all([
    page.locator('body').ariaSnapshot(limit).catch(unread),
    happenings(page, limit).catch((error: unknown) => [unread(error)]),
  ]);
  const lines = shown.split('\n');
  const said = logged.get(page) ?? [];
  return [
    `At ${shortened(page.url())} the page showed:`,
    ...lines.slice(0, MOST_SHOWN).map((line) => `  ${line.slice(0, 200)}`),
    ...(lines.length > MOST_SHOWN ? [`  ... and ${lines.length - MOST_SHOWN} more lines`] : []),
    'What happened on it last:',
    ...happened.map((line) => `  ${line}`),
    `It said last${said.length === 0 ? ': nothing' : ':'}`,
    ...said.slice(-MOST_LOGGED).map((line) => `  ${line.slice(0, 300)}`),
  ].join('\n');
}

/** Waits until a page has been drawn so many times: in two frames whatever moves has moved on. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(`new Promise((done) => {
    let left = ${count};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
    next();
  })`);
/** Pixels a thing that moves covers at least in two frames. */
const REST = 0.1;

/**
 * Where something is on the screen, once it rests there: a press on what still moves meets something else. Elements of
 * annotations follow their sheet only when it rests.
 */
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

/** Middle of something that rests on the screen. */
export async function middleAtRest(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await placeAtRest(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Waits for an address below the origin: path, query and hash. */
export const atAddress = (page: Page, address: string): Promise<void> =>
  eventually(() => {
    if (shortened(page.url()) !== address) throw new Error(`The page is at ${page.url()}, not at ${address}`);
    return Promise.resolve();
  });

/** Signs in through the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in as the form does, without it: the session lies in the browser's cookies, and the next page goes on with it. */
export async function enter(page: Page, email: string, password = LOCAL_PASSWORD): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
}
