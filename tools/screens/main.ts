// Program: `npm run screenshots`. Takes pictures of every screen of the running product with its demonstration data and
// reports faults; `--readme` takes those of the README instead.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { chromiumPath } from '../dev/chromium.js';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { cacheDir, repoRoot } from '../dev/paths.js';
import { messageOf } from '../dev/start-error.js';
import { openContext, show } from './browser.js';
import { changedShare, overview, type Taken } from './compare.js';
import { looks, type Look } from './looks.js';
import { takeReadmePictures } from './readme.js';
import { screens, type Screen, type Subjects } from './screens.js';

const USAGE = `npm run screenshots -- [options]

  --url URL        where the product is (default http://127.0.0.1:8080)
  --folder FOLDER  where the pictures go (default .cache/screens)
  --before FOLDER  pictures to compare with; index.html shows both
  --only NAME      a screen; may be given more than once
  --look NAME      a size and theme (${looks.map(({ name }) => name).join(', ')}); may be given more than once
  --readme         takes the pictures of the README, in docs/
`;

/** Numbers of rows for lists; undefined: unchanged. */
const ROWS = [undefined, 0, 1, 20, 5_000] as const;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** The demonstration's subjects. @throws Error when they are missing */
async function subjectsOf(url: string): Promise<Subjects> {
  const call = async (address: string, options?: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${url}${address}`, options);
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
    return answer.json();
  };
  const body = JSON.stringify({ email: 'admin@symbio.test', password: LOCAL_PASSWORD });
  const headers = { 'content-type': 'application/json', origin: url };
  const session = await call('/api/auth/sign-in', { method: 'POST', body, headers });
  const { access_token: token } = session as { access_token: string };
  const rowsOf = async (address: string): Promise<Record<string, string>[]> => {
    const { data } = (await call(address, { headers: { authorization: `Bearer ${token}` } })) as { data: [] };
    return data;
  };
  const idOf = (
    rows: Record<string, string>[],
    what: string,
    fits: (row: Record<string, string>) => boolean,
  ): string => {
    const found = rows.find(fits)?.id;
    if (!found) throw new Error(`there is no ${what}: the demonstration data is not all there`);
    return found;
  };
  const projects = await rowsOf('/api/public/projects?per_page=100');
  const projectId = idOf(
    projects,
    'demonstration project',
    ({ title }) => title === 'Riverside Gas Works Redevelopment',
  );
  const documents = await rowsOf(`/api/documents?project_id=${projectId}&per_page=100`);
  return {
    projectId,
    sheetsId: idOf(documents, 'document of maps', ({ category }) => category === 'sanborn_maps'),
    textId: idOf(documents, 'document of text', ({ category }) => category !== 'sanborn_maps'),
    issueId: idOf(await rowsOf('/api/public/issues'), 'issue', () => true),
  };
}

/** Takes the pictures of a screen in one look. */
async function takeScreen(
  browser: Browser,
  { url, folder, before }: { url: string; folder: string; before: string | undefined },
  look: Look,
  screen: Screen,
  subjects: Subjects,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  const context = await openContext(browser, url, look, screen.as);
  try {
    for (const asked of screen.rows ? ROWS : [undefined]) {
      const rows = asked && Math.min(asked, screen.most ?? asked);
      const file = path.posix.join(look.name, `${screen.name}${rows === undefined ? '' : `-${rows}`}.png`);
      const page = await context.newPage();
      const { problems } = await show(page, screen, subjects, rows).catch((error: unknown) => ({
        problems: [messageOf(error)],
      }));
      const target = path.join(folder, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      await page.screenshot({ path: target });
      // abort requests of lists that are still loading
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
      const changed = before === undefined ? undefined : await changedShare(path.join(before, file), target);
      taken.push({ file, problems, ...(changed !== undefined && { changed }) });
      console.log([file, ...problems].join('\n  '));
    }
  } finally {
    await context.close();
  }
  return taken;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      folder: { type: 'string', default: path.join(cacheDir, 'screens') },
      before: { type: 'string' },
      only: { type: 'string', multiple: true },
      look: { type: 'string', multiple: true },
      readme: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const { url, folder, before } = values;
  const wanted = chosen('screen', screens, values.only);
  const ways = chosen('look', looks, values.look);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS });
  try {
    if (values.readme) return await takeReadmePictures(browser, url, path.join(repoRoot, 'docs'));
    const subjects = await subjectsOf(url);
    const taken: Taken[] = [];
    for (const look of ways)
      for (const screen of wanted)
        taken.push(...(await takeScreen(browser, { url, folder, before }, look, screen, subjects)));
    const index = path.join(folder, 'index.html');
    fs.writeFileSync(index, overview(taken, before === undefined ? undefined : path.relative(folder, before)));
    const bad = taken.filter(({ problems }) => problems.length > 0);
    console.log(`${taken.length} pictures, ${bad.length} with something wrong: ${index}`);
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

/** The items selected by name, or all. @throws Error for an unknown name */
function chosen<T extends { name: string }>(
  what: string,
  all: readonly T[],
  names: readonly string[] | undefined,
): T[] {
  const unknown = names?.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no ${what} "${unknown}"; there are ${all.map(({ name }) => name).join(', ')}.`);
  return all.filter(({ name }) => names?.includes(name) ?? true);
}

main().catch((error: unknown) => {
  console.error(`The pictures could not be taken (is "npm start" running?): ${messageOf(error)}`);
  process.exitCode = 1;
});
