// Program: `npm run screenshots`. Takes pictures of every screen of the running product with its demonstration data and
// reports faults; `--readme` takes those of the README instead.
import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { ApiClient } from '@symbio/fixtures/api-client';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { cacheDir, repoRoot } from '../../dev/paths.js';
import { messageOf, StartError } from '../../dev/start-error.js';
import { launchChromium } from '../harness/browser.js';
import { parsedArgs, program } from '../../dev/program.js';
import { openContext, show } from './show.js';
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

/** Demonstration's subjects. @throws Error when they are missing */
async function subjectsOf(url: string): Promise<Subjects> {
  const client = await ApiClient.signIn({ url }, 'admin@symbio.test', LOCAL_PASSWORD);
  type Row = Readonly<Record<string, string>>;
  const idOf = async (what: string, path: string, isWanted: (row: Row) => boolean): Promise<string> => {
    const id = (await client.list<Row>(path)).find(isWanted)?.['id'];
    if (!id) throw new Error(`there is no ${what}: the demonstration data is incomplete`);
    return id;
  };
  const isDemo = ({ title }: Row): boolean => title === 'Riverside Gas Works Redevelopment';
  const isOfMaps = ({ category }: Row): boolean => category === 'sanborn_maps';
  const projectId = await idOf('demonstration project', '/api/public/projects', isDemo);
  const documents = `/api/documents?project_id=${projectId}`;
  return {
    projectId,
    sheetsId: await idOf('document of maps', documents, isOfMaps),
    textId: await idOf('document of text', documents, (row) => !isOfMaps(row)),
    issueId: await idOf('issue', '/api/public/issues', () => true),
  };
}

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
      const problems = await show(page, screen, subjects, rows).catch((error: unknown) => [messageOf(error)]);
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

function readOptions(args: readonly string[]) {
  const options = {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    folder: { type: 'string', default: path.join(cacheDir, 'screens') },
    before: { type: 'string' },
    only: { type: 'string', multiple: true },
    look: { type: 'string', multiple: true },
    readme: { type: 'boolean', default: false },
  } as const;
  const { values } = parsedArgs(args, options);
  return {
    ...values,
    before: values.before,
    wanted: chosen('screen', screens, values.only),
    looks: chosen('look', looks, values.look),
  };
}

async function main(options: ReturnType<typeof readOptions>): Promise<number> {
  const { url, folder, before, readme, wanted, looks: chosenLooks } = options;
  const browser = await launchChromium();
  try {
    if (readme) {
      await takeReadmePictures(browser, url, path.join(repoRoot, 'docs'));
      return 0;
    }
    const subjects = await subjectsOf(url);
    const taken: Taken[] = [];
    for (const look of chosenLooks)
      for (const screen of wanted)
        taken.push(...(await takeScreen(browser, { url, folder, before }, look, screen, subjects)));
    const index = path.join(folder, 'index.html');
    fs.writeFileSync(index, overview(taken, before === undefined ? undefined : path.relative(folder, before)));
    const bad = taken.filter(({ problems }) => problems.length > 0).length;
    console.log(`${taken.length} pictures, ${bad} with problems: ${index}`);
    return bad > 0 ? 1 : 0;
  } catch (error) {
    throw new StartError(`The pictures could not be taken (is "npm start" running?): ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    await browser.close();
  }
}

/** Items selected by name, or all. @throws Error for an unknown name */
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

program(USAGE, readOptions, main);
