import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DIALOG, seriousProblems, seriousProblemsIn } from '@symbio/tools/lab/screens/accessibility';
import { Api, LOCAL_PASSWORD, eventually, stackUrl } from './api-client.js';
import { atAddress, enter, launch, leave, openPage, pictured, signIn, type WatchedPage } from './browser.js';
import { linksTo } from './mailbox.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const PASSWORD = 'a good one';
const REQUIRED = 'Authentication required. Please log in to continue.';

const run = randomUUID().slice(0, 8);

let browser: Browser;
let admin: Api;

beforeAll(async () => {
  browser = await launch();
  admin = await Api.signIn('admin@symbio.test');
});
afterAll(() => browser.close());

const open = (scheme?: 'light' | 'dark', width?: number): Promise<WatchedPage & { context: BrowserContext }> =>
  openPage(browser, { scheme, width });

const dashboard = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
const loginScreen = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

async function newPerson(name: string): Promise<{ email: string; id: string }> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${run}@example.test`;
  const nobody = new Api(undefined);
  const form = { name, email, password: PASSWORD, secretWord: 'phase-one' };
  expect((await nobody.post('/api/auth/sign-up', form)).status).toBe(201);
  const [link = ''] = await linksTo(email, 1);
  await fetch(link, { redirect: 'manual' });
  return eventually(async () => {
    const { status, body } = await nobody.post<{ user: { id: string } }>('/api/auth/sign-in', {
      email,
      password: PASSWORD,
    });
    expect(status).toBe(200);
    return { email, id: body.user.id };
  });
}

describe('signing in', () => {
  it('leads to the page that was asked for, with query and hash (AUTH-03, AUTH-04)', async () => {
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'deep link', async () => {
      await page.goto('/settings/release-notes?from=mail#v0-1-20');
      await page.getByText(REQUIRED).waitFor();
      await page.getByLabel('Email').fill('staff@symbio.test');
      await page.getByLabel('Password').fill(LOCAL_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Release Notes' }).waitFor();
      await atAddress(page, '/settings/release-notes?from=mail#v0-1-20');
    });
    expect(problems).toEqual([]);
    await leave(context);
  });

  it('by single sign-on leads through the provider and back, and leaves no token where scripts could find it (AUTH-03, AUTH-24)', async () => {
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'single sign-on', async () => {
      await page.goto('/settings/release-notes?from=mail#v0-1-20');
      await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
      await page.waitForURL(/openid-connect\/auth/);
      const asked = new URL(page.url()).searchParams;
      expect(asked.get('code_challenge_method')).toBe('S256');
      await page.locator('input[name=username]').fill('staff@symbio.test');
      await page.locator('input[name=password]').fill(LOCAL_PASSWORD);
      await page.locator('input[name=password]').press('Enter');
      await page.getByRole('heading', { name: 'Release Notes' }).waitFor();
      await atAddress(page, '/settings/release-notes?from=mail#v0-1-20');
      expect(await page.evaluate<string[]>('Object.keys({ ...localStorage, ...sessionStorage })')).toEqual([]);
      expect(await page.evaluate<string>('document.cookie')).toBe('');

      // the refresh token is in the cookie: a reload restores the session
      await page.reload();
      await page.getByRole('heading', { name: 'Release Notes' }).waitFor();
    });
    expect(problems).toEqual([]);
    await leave(context);
  });

  it('rejects an unsolicited response of the provider', async () => {
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'forged answer', async () => {
      await page.goto('/login/callback?state=forged&code=stolen');
      await page.getByText('This sign-in was not started in this browser, or it took too long.').waitFor();
      await atAddress(page, '/login');
    });
    await leave(context);
  });

  it('never leads to another site', async () => {
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'another site', async () => {
      await page.goto(`${stackUrl()}//evil.example/%2e%2e`);
      await loginScreen(page);
      await page.getByLabel('Email').fill('customer@symbio.test');
      await page.getByLabel('Password').fill(LOCAL_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await dashboard(page);
      await atAddress(page, '/');
    });
    await leave(context);
  });
});

describe('several tabs', () => {
  it('share one session: signing out in one ends it in the others, and in one that is opened later (NAV-22)', async () => {
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'two tabs', async () => {
      await signIn(page, 'customer@symbio.test', LOCAL_PASSWORD);
      await dashboard(page);
      const second = await context.newPage();
      await second.goto('/settings/profile');
      await second.getByRole('heading', { name: 'Profile' }).waitFor();

      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await loginScreen(page);
      await loginScreen(second);
      expect(await second.getByText(REQUIRED).count()).toBe(0);

      const third = await context.newPage();
      await third.goto('/settings/profile');
      await loginScreen(third);
      await third.getByText(REQUIRED).waitFor();

      // signing in again in one resumes the one that waits
      await third.getByLabel('Email').fill('customer@symbio.test');
      await third.getByLabel('Password').fill(LOCAL_PASSWORD);
      await third.getByRole('button', { name: 'Sign in', exact: true }).click();
      await third.getByRole('heading', { name: 'Profile' }).waitFor();
      await dashboard(second);
    });
    expect(problems).toEqual([]);
    await leave(context);
  });
});

describe('a session that ends while a page is open', () => {
  const ended = (page: Page) => page.getByRole('alertdialog', { name: 'Your session has ended' });
  /** The server ends the session; the browser notices as after a restore from the back/forward cache. */
  async function end(page: Page): Promise<void> {
    await page.context().clearCookies();
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
    await ended(page).waitFor();
  }

  it('keeps unsaved input, and saves it after signing in again (AUTH-04, SET-03)', async () => {
    const { email } = await newPerson('Vera Stone');
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'ended session', async () => {
      await enter(page, email, PASSWORD);
      await page.goto('/settings/profile');
      const company = page.getByLabel('Company');
      await company.fill('Stone & Daughters');
      // the token is rejected as if expired overnight, and the session too
      await context.clearCookies();
      let isRefused = true;
      await page.route('**/api/me', (route) => {
        const refuses = isRefused && route.request().method() === 'PUT';
        if (refuses) isRefused = false;
        const headers = route.request().headers();
        return route.continue({ headers: refuses ? { ...headers, authorization: 'Bearer over.and.out' } : headers });
      });
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await ended(page).waitFor();
      await page.getByText(REQUIRED).waitFor();
      expect(await seriousProblems(page, 'ended session')).toEqual([]);
      expect(await company.inputValue()).toBe('Stone & Daughters');

      await page.keyboard.type('not this one');
      await page.keyboard.press('Enter');
      await ended(page).getByRole('alert').waitFor();
      await ended(page).getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('Profile updated successfully').waitFor();
      await ended(page).waitFor({ state: 'detached' });
      await page.reload();
      await page.getByText('Vera Stone').first().waitFor();
      await eventually(async () => expect(await company.inputValue()).toBe('Stone & Daughters'));
      await atAddress(page, '/settings/profile');
    });
    expect(problems).toEqual([]);
    await leave(context);
  });

  it('resumes after single sign-on in another tab, and ends for another user (AUTH-03)', async () => {
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'ended session, single sign-on', async () => {
      await enter(page, 'staff@symbio.test');
      await page.goto('/settings/release-notes?from=mail');
      await page.getByRole('heading', { name: 'Release Notes' }).waitFor();
      await end(page);
      const opening = context.waitForEvent('page');
      await ended(page).getByRole('link', { name: 'Use single sign-on in a new tab' }).click();
      const other = await opening;
      await other.getByRole('button', { name: 'Continue with single sign-on' }).click();
      await other.locator('input[name=username]').fill('staff@symbio.test');
      await other.locator('input[name=password]').fill(LOCAL_PASSWORD);
      await other.locator('input[name=password]').press('Enter');
      await dashboard(other);
      await ended(page).waitFor({ state: 'detached' });

      await end(page);
      await ended(page).getByRole('button', { name: 'Sign in as another user' }).click();
      await loginScreen(page);
      await loginScreen(other);
      await page.getByLabel('Email').fill('admin@symbio.test');
      await page.getByLabel('Password').fill(LOCAL_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Release Notes' }).waitFor();
      await atAddress(page, '/settings/release-notes?from=mail');
      await page.getByRole('button', { name: /User menu, Ada Admin/ }).waitFor();
    });
    expect(problems).toEqual([]);
    await leave(context);
  });
});

describe('an administrator', () => {
  it('changes roles, closes the account and erases the user, and the user’s open browser follows (SET-10, AUTH-27, AUTH-32, AUTH-33)', async () => {
    const name = 'Otto Vane';
    const { email, id } = await newPerson(name);
    const { id: projectId } = await admin.createProject(`People ${run}`);
    const added = await admin.post(`/api/projects/${projectId}/members`, { user_id: id, role: 'viewer' });
    expect(added.status).toBe(201);

    const his = await open();
    const hers = await open();
    await pictured(his, 'his browser', () =>
      pictured(hers, 'her browser', async () => {
        const deepLink = `/projects/${projectId}/setup?look=1#members`;
        await his.page.goto(deepLink);
        await his.page.getByLabel('Email').fill(email);
        await his.page.getByLabel('Password').fill(PASSWORD);
        await his.page.getByRole('button', { name: 'Sign in', exact: true }).click();
        const stages = his.page.getByRole('navigation', { name: 'Project stages' });
        await stages.waitFor();
        const agents = stages.getByRole('link', { name: /Agents/ });
        expect(await agents.count()).toBe(0);

        await enter(hers.page, 'admin@symbio.test');
        await hers.page.goto('/settings/user-management');
        await hers.page.getByRole('searchbox', { name: 'Search users' }).fill(email);
        const role = hers.page.getByRole('combobox', { name: `Role of ${name}` });
        await role.selectOption('symbio');
        await hers.page.getByRole('button', { name: 'Change', exact: true }).click();
        await hers.page.getByText(`${name} is now Symbio.`).waitFor();
        await agents.waitFor();

        await role.selectOption('customer');
        await hers.page.getByRole('button', { name: 'Change', exact: true }).click();
        await hers.page.getByText(`${name} is now Customer.`).waitFor();
        await agents.waitFor({ state: 'detached' });

        await hers.page.getByRole('button', { name: `More for ${name}` }).click();
        await hers.page.getByRole('menuitem', { name: 'Disable account' }).click();
        await hers.page.getByRole('button', { name: 'Disable', exact: true }).click();
        await hers.page.getByText('Account disabled').waitFor();
        await loginScreen(his.page);
        await his.page.getByText(/This account is disabled/).waitFor();

        await his.page.getByLabel('Email').fill(email);
        await his.page.getByLabel('Password').fill(PASSWORD);
        await his.page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await his.page.getByText(/This account is disabled/).waitFor();

        await hers.page.getByRole('button', { name: `More for ${name}` }).click();
        await hers.page.getByRole('menuitem', { name: 'Enable account' }).click();
        await hers.page.getByRole('button', { name: 'Enable', exact: true }).click();
        await hers.page.getByText('Account enabled').waitFor();
        await his.page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await his.page.getByRole('navigation', { name: 'Project stages' }).waitFor();
        await atAddress(his.page, deepLink);
        await hers.page.getByRole('button', { name: `More for ${name}` }).click();
        await hers.page.getByRole('menuitem', { name: 'Erase person' }).click();
        await hers.page.getByRole('checkbox', { name: /this person cannot be restored/ }).check();
        await hers.page.getByRole('button', { name: 'Erase permanently' }).click();
        await hers.page.getByText('No users found').waitFor();
        await loginScreen(his.page);
        // his records stay under another name; each service follows shortly
        const erased = await eventually(async () => {
          const { body } = await admin.get<{ data: Record<string, string>[] }>(`/api/projects/${projectId}/members`);
          const shown = body.data.find((member) => member['user_id'] === id)?.['name'];
          expect(shown).toMatch(/^Erased person [0-9A-Z]{6}$/);
          return shown ?? '';
        });
        await hers.page.goto(`/projects/${projectId}/setup#members`);
        await hers.page.getByText(erased, { exact: true }).waitFor();
        expect(await hers.page.getByText(name).count()).toBe(0);
      }),
    );
    expect(hers.problems).toEqual([]);
    expect(his.problems).toEqual([]);
    await leave(his.context);
    await leave(hers.context);
  });

  it('makes an API key that works until it is revoked (OP-21, API-02)', async () => {
    const title = `Keys ${run}`;
    await admin.createProject(title);
    const { page, problems, context } = await open();
    await pictured({ page, problems }, 'api key', async () => {
      await enter(page, 'admin@symbio.test');
      await page.goto('/settings/public-api');
      await page.getByRole('button', { name: 'Create key' }).click();
      const form = page.getByRole('dialog', { name: 'Create API key' });
      await form.getByRole('textbox', { name: 'Name' }).fill(`Night shift ${run}`);
      await form.getByRole('radio', { name: 'Only the projects chosen here' }).click();
      await form.getByRole('combobox', { name: 'Chosen projects' }).fill(title);
      // other options must be gone: the list moves when they go
      const options = page.getByRole('menuitemcheckbox');
      await eventually(async () => expect(await options.allTextContents()).toEqual([expect.stringContaining(title)]));
      await options.click();
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      const shown = page.getByRole('alertdialog', { name: 'API key created' });
      const key = (await shown.getByText(/^sk_/).textContent()) ?? '';
      await shown.getByRole('button', { name: 'Done' }).click();
      await page.getByText(key).waitFor({ state: 'detached' });

      const program = new Api(key);
      const projects = await program.get<{ data: { title: string }[] }>('/api/public/projects');
      expect(projects.status).toBe(200);
      expect(projects.body.data.map((project) => project.title)).toEqual([title]);
      expect((await program.get('/api/api-keys')).status).toBe(401);

      await page.getByRole('button', { name: `Revoke Night shift ${run}` }).click();
      await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
      await page.getByText('API key revoked').waitFor();
      await eventually(async () => expect((await program.get('/api/public/projects')).status).toBe(401));
    });
    expect(problems).toEqual([]);
    await leave(context);
  });
});

describe('an owner', () => {
  it('adds a member, changes the role, removes the member and undoes that, and the member’s open window follows (OP-06, OP-07, AUTH-37, PROJ-44)', async () => {
    const name = 'Mara Lund';
    const { email, id } = await newPerson(name);
    const title = `Shared ${run}`;
    const staff = await Api.signIn('staff@symbio.test');
    const { id: projectId } = await staff.createProject(title);

    const hers = await open();
    const owners = await open();
    await pictured(hers, 'her browser', () =>
      pictured(owners, 'the browser of the owner', async () => {
        const { page } = hers;
        await enter(page, email, PASSWORD);
        await page.goto('/');
        await page.getByText('You have no project yet.').waitFor();

        await enter(owners.page, 'staff@symbio.test');
        await owners.page.goto(`/projects/${projectId}/setup`);
        await owners.page.getByRole('combobox', { name: 'Add a person' }).fill(name);
        await owners.page.getByRole('option', { name }).click();
        await owners.page.getByRole('button', { name: 'Add', exact: true }).click();
        await owners.page.getByText('Member added').waitFor();
        await page.getByRole('link', { name: title }).click();
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        const edit = page.getByRole('button', { name: 'Edit Details' });
        const member = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name });
        await member.getByText('Viewer').waitFor();
        expect(await edit.count()).toBe(0);

        await owners.page.getByRole('combobox', { name: `Role of ${name}` }).selectOption('editor');
        await owners.page.getByRole('button', { name: 'Change', exact: true }).click();
        await edit.waitFor();
        await member.getByText('Editor').waitFor();

        await owners.page.getByRole('button', { name: `Remove ${name}` }).click();
        await owners.page.getByRole('button', { name: 'Remove', exact: true }).click();
        await page.getByRole('alert').getByText('This project is no longer open to you').waitFor();
        await page.getByText('Page not found').waitFor();
        expect(await page.getByText(title).count()).toBe(0);
        expect(await seriousProblems(page, 'no longer open')).toEqual([]);
        await page.getByRole('button', { name: 'Go to Dashboard' }).click();
        await page.getByText('You have no project yet.').waitFor();

        await owners.page.keyboard.press('Control+z');
        await page.getByRole('link', { name: title }).click();
        await edit.waitFor();
        const { body } = await staff.get<{ data: Record<string, string>[] }>(`/api/projects/${projectId}/members`);
        expect(body.data.find((each) => each['user_id'] === id)?.['role']).toBe('editor');
      }),
    );
    expect(owners.problems).toEqual([]);
    expect(hers.problems).toEqual([]);
    await leave(hers.context);
    await leave(owners.context);
  });
});

describe('the screens of people and access', () => {
  const looks = [
    { scheme: 'dark', width: 390 },
    { scheme: 'light', width: 1280 },
  ] as const;

  it('have nothing serious for axe to find in dark at 390 px and in light at 1280 px', async () => {
    const { page, problems, context } = await open();
    const found: string[] = [];
    const check = async (where: string, part?: string): Promise<void> => {
      found.push(...(await seriousProblemsIn(page, where, looks, part)));
    };
    await page.goto('/register');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Secret word is required').waitFor();
    await check('register');
    await enter(page, 'admin@symbio.test');
    for (const name of ['Account', 'Notifications', 'Data Privacy', 'Release Notes']) {
      await page.goto(`/settings/${name === 'Account' ? 'profile' : name.toLowerCase().replace(' ', '-')}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await check(name);
    }
    await page.goto('/settings/user-management');
    await page.getByText('admin@symbio.test').waitFor();
    await check('User Management');
    await page.getByRole('button', { name: 'More for Sam Staff' }).click();
    await page.getByRole('menuitem', { name: 'Erase person' }).click();
    await page.getByText('this person cannot be restored').waitFor();
    await check('Erase person', DIALOG);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/settings/audit-trail');
    // announced before the sign-in was answered; newer entries may precede it
    await eventually(async () => {
      const { body } = await admin.get<{ data: unknown[] }>('/api/audit?action=signed_in');
      expect(body.data).not.toEqual([]);
    });
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Signed in' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await page
      .getByRole('row', { name: /signed in/ })
      .first()
      .waitFor();
    await page.getByText(/Chain verified through entry \d+|Not verified yet/).waitFor();
    await check('Audit trail');
    await page.goto('/settings/public-api');
    await page.getByRole('table', { name: 'API keys' }).waitFor();
    // axe takes seconds for all operations, which look alike
    await page.getByLabel('Search operations and fields').fill('updateFeature');
    await page.getByRole('button', { name: /PUT.*features/ }).click();
    await page.getByText('Answer 200').waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('form', { name: 'Try updateFeature' }).waitFor();
    await check('Public API');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Create API key' }).waitFor();
    await check('Create API key', DIALOG);
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await leave(context);
  });
});
