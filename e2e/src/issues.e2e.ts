/** Issue tracker: reported from a sheet, edited and discussed by two users, deleted and restored. */
import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import { eventually } from './api-client.js';
import { enter, leave, openPage, pictured, type WatchedPage } from './browser.js';
import { OpenSheets } from './open-sheets.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const WORDS = 'The tiles of this sheet stay grey after I zoom in. It should show the sheet.';
const TITLE = 'The tiles of this sheet stay grey after I zoom in';

let sheets: OpenSheets;
let page: Page;
let colleague: WatchedPage & { close: () => Promise<void> };
/** Number of the issue that the first journey reports: SYM-12. */
let key: string;

beforeAll(async () => {
  sheets = await OpenSheets.prepare('Sheets to report from');
  ({ page } = sheets);
  const opened = await openPage(sheets.browser);
  await enter(opened.page, 'admin@symbio.test');
  colleague = { ...opened, close: () => leave(opened.context) };
});

afterAll(async () => {
  await colleague.close();
  await sheets.close();
});

/** Page errors; a rejected save is none. */
const problems = (): string[] => [...sheets.watched.problems, ...colleague.problems];

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();

const paste = (on: Page, file: Buffer): Promise<void> =>
  on.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  })()`);

const WIDTHS = `[...document.querySelectorAll('[aria-label="Screenshots"] img')].map((image) => image.naturalWidth)`;
const OVERFLOW = 'document.documentElement.scrollWidth - window.innerWidth';

const edit = async (on: Page, what: string): Promise<void> => on.getByRole('button', { name: `Edit ${what}` }).click();
const save = (on: Page): Promise<void> => on.getByRole('button', { name: 'Save', exact: true }).click();

describe('an issue', () => {
  it('is reported from a sheet with two screenshots, one of them pasted (NAV-31, ISSUE-21 to ISSUE-35)', () =>
    pictured(sheets.watched, 'issues-report', async () => {
      await sheets.open();
      await page.keyboard.press('Shift+I');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Report an Issue').waitFor();
      const words = dialog.getByLabel("Describe the issue you're experiencing in a few words.");
      await words.fill('too short');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByText('Please describe the issue in at least 10 characters').waitFor();
      await words.fill(WORDS);

      // closing by mistake loses nothing
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Report an Issue' }).click();
      expect(await words.inputValue()).toBe(WORDS);
      await dialog.getByRole('button', { name: 'Next' }).click();

      await dialog.getByText('Issue Details').waitFor();
      expect(await dialog.getByLabel('Title').inputValue()).toBe(TITLE);
      expect(await dialog.getByLabel('Path').inputValue()).toContain(sheets.address);
      expect(await seriousProblems(page, 'the report dialog')).toEqual([]);

      await dialog.getByLabel('Choose screenshots').setInputFiles([
        { name: 'red.png', mimeType: 'image/png', buffer: await picture('red') },
        { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('just words') },
      ]);
      await paste(page, await picture('blue'));
      await eventually(async () => {
        expect(await dialog.getByRole('list', { name: 'Chosen screenshots' }).getByRole('listitem').count()).toBe(3);
      });
      await dialog.getByRole('button', { name: 'Submit Issue' }).click();
      // the server checks the content; valid pictures are kept, and the issue is created once
      await dialog.getByText('Only image files are allowed').waitFor();
      await dialog.getByRole('button', { name: 'Continue Without Them' }).click();

      const toast = page.getByRole('button', { name: /^SYM-\d+$/ });
      await toast.waitFor();
      key = await toast.innerText();
      await toast.click();
      await page.waitForURL(`**/issues/${key}`);
      await page.getByRole('heading', { level: 1, name: new RegExp(TITLE) }).waitFor();
      expect(problems()).toEqual([]);
    }));

  it('shows its pictures one by one, re-encoded by the server (ISSUE-15, DATA-25)', () =>
    pictured(sheets.watched, 'issues-pictures', async () => {
      await eventually(async () => {
        expect(await page.evaluate(WIDTHS)).toEqual([64, 64]);
      });
      await page.getByRole('button', { name: /^Open screenshot 1 of 2/ }).click();
      const carousel = page.getByRole('dialog', { name: 'Screenshots' });
      await carousel.getByText('1 of 2').waitFor();
      await page.keyboard.press('ArrowRight');
      await carousel.getByText('2 of 2').waitFor();
      await page.keyboard.press('Escape');
      await carousel.waitFor({ state: 'hidden' });
    }));

  it('is edited in place and discussed by two people at once (ISSUE-09, ISSUE-12, ISSUE-36 to ISSUE-42)', () =>
    pictured(sheets.watched, 'issues-edit', async () => {
      const other = colleague.page;
      await other.goto(`/issues/${key.toLowerCase()}`);
      await other.getByRole('heading', { level: 1, name: new RegExp(TITLE) }).waitFor();

      await edit(page, 'status');
      await page.getByRole('combobox', { name: 'Status' }).selectOption('in_progress');
      await save(page);
      // live in the other window
      await other.getByText('In Progress').first().waitFor();

      await page.getByLabel('New comment').fill('Seen on **two** sheets.');
      await page.getByRole('button', { name: 'Add Comment' }).click();
      await other.getByLabel('New comment').fill('I look into it.');
      await other.getByRole('button', { name: 'Add Comment' }).click();
      for (const each of [page, other]) {
        const comments = each.getByRole('list', { name: 'Comments' }).getByRole('listitem');
        await eventually(async () => expect(await comments.count()).toBe(2));
        // administrators, too, edit only their own (AUTH-40)
        expect(await each.getByRole('button', { name: 'Edit comment' }).count()).toBe(1);
      }
      await page.getByRole('button', { name: 'Edit comment' }).click();
      await page.getByRole('textbox', { name: 'Edit comment' }).fill('Seen on three sheets.');
      await save(page);
      await other.getByText('(edited)').waitFor();
      await other.getByText('Seen on three sheets.').waitFor();
      expect(problems()).toEqual([]);
    }));

  it('shows the other value when two users edit the same field', () =>
    pictured(sheets.watched, 'issues-stale', async () => {
      const other = colleague.page;
      await edit(page, 'title');
      await page.getByRole('textbox', { name: 'Title' }).fill('Tiles stay grey');
      await edit(other, 'title');
      await other.getByRole('textbox', { name: 'Title' }).fill('Grey tiles in the viewer');
      await save(other);
      await other.getByRole('heading', { level: 1, name: /Grey tiles in the viewer/ }).waitFor();
      // shown optimistically: the other change must come after it
      await other.getByRole('button', { name: 'Edit title', disabled: false }).waitFor();
      await save(page);
      await page.getByRole('button', { name: 'Keep mine' }).waitFor();
      await page.getByText('Grey tiles in the viewer').first().waitFor();
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByRole('heading', { level: 1, name: /Tiles stay grey/ }).waitFor();
      await other.getByRole('heading', { level: 1, name: /Tiles stay grey/ }).waitFor();
    }));

  it('is found in the list, deleted, and brought back from a toast (ISSUE-01 to ISSUE-10)', () =>
    pictured(sheets.watched, 'issues-delete', async () => {
      await page.goto(`/issues?search=${key}`);
      await page.getByRole('link', { name: /Tiles stay grey/ }).waitFor();
      expect(await seriousProblems(page, 'the list of issues')).toEqual([]);
      let asked = '';
      page.once('dialog', (question) => {
        asked = question.message();
        void question.accept();
      });
      await page.getByRole('button', { name: `Actions for ${key} Tiles stay grey` }).click();
      await page.getByRole('menuitem', { name: 'Delete Issue' }).click();
      await page.getByText('No issues found.').waitFor();
      expect(asked.split('\n')).toEqual([
        'Are you sure you want to delete this issue? This action cannot be undone.',
        'It can be restored for 30 days under Recently deleted.',
      ]);
      await colleague.page.getByRole('heading', { level: 1, name: 'Issue Not Found' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('link', { name: /Tiles stay grey/ }).waitFor();
    }));

  it('works on a phone in dark mode', async () => {
    const phone = await openPage(sheets.browser, { scheme: 'dark', width: 390, height: 844 });
    await pictured(phone, 'issues-phone', async () => {
      await enter(phone.page, 'staff@symbio.test');
      await phone.page.goto(`/issues/${key}`);
      await phone.page.getByRole('heading', { level: 1, name: /Tiles stay grey/ }).waitFor();
      await phone.page.getByRole('list', { name: 'Comments' }).waitFor();
      expect(await seriousProblems(phone.page, 'an issue on a phone')).toEqual([]);
      await phone.page.getByRole('button', { name: 'Report an Issue' }).click();
      await phone.page.getByRole('dialog').waitFor();
      expect(await seriousProblems(phone.page, 'the report dialog on a phone')).toEqual([]);
      expect(await phone.page.evaluate(OVERFLOW)).toBeLessThanOrEqual(0);
      expect(phone.problems).toEqual([]);
    });
    await leave(phone.context);
  });
});
