import { jest } from '@jest/globals';
import { drawPhotograph, PHOTOGRAPHS } from '@symbio/fixtures/photographs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import { Api, eventually, type One, type Project } from './api-client.js';
import { enter, launch, leave, openPage, pictured, placeAtRest } from './browser.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

let browser: Browser;
let staff: Api;
let project: Project;

beforeAll(async () => {
  browser = await launch();
  staff = await Api.signIn('staff@symbio.test');
  project = await staff.createProject(`Visit ${Date.now()}`);
  const made = await staff.post<One<{ id: string }>>(`/api/projects/${project.id}/site-visits`, {
    visit_date: new Date().toISOString().slice(0, 10),
    visit_time: '00:00',
    access_granted: true,
    photos: ['https://example.org/photos/north.jpg'],
  });
  expect(made.status).toBe(201);
});
afterAll(() => browser.close());

const files = () =>
  Promise.all(
    PHOTOGRAPHS.slice(0, 2).map(async (photograph) => ({
      name: photograph.fileName,
      mimeType: 'image/jpeg',
      buffer: await drawPhotograph(photograph, '2026-05-04T09:30', { longitude: -82.21, latitude: 40.52 }),
    })),
  );
/** Number of photographs stored in the browser until uploaded. */
const KEPT = `(async () => {
  const name = 'symbio-photographs';
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return 0;
  const answer = (request) => new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
  const database = await answer(indexedDB.open(name));
  const count = await answer(database.transaction('waiting').objectStore('waiting').count());
  database.close();
  return count;
})()`;
const opened = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Open photograph ${number} of`) });

it('works with one hand; time and place of photographs are shown, but removed from the files (VISIT-02)', async () => {
  const phone = await openPage(browser, { width: 360, height: 780, context: { hasTouch: true, isMobile: true } });
  const desk = await openPage(browser, { scheme: 'dark' });
  const journey = async (): Promise<void> => {
    const { page } = phone;
    await enter(page, 'staff@symbio.test');
    await page.goto(`/projects/${project.id}/site-reconnaissance`);
    await page.getByRole('link', { name: 'Photo at example.org' }).waitFor();
    await enter(desk.page, 'admin@symbio.test');
    await desk.page.goto(`/projects/${project.id}/site-reconnaissance`);
    await desk.page.getByRole('button', { name: 'Add photos' }).first().waitFor();

    // within thumb reach at every scroll position
    const add = page.getByRole('group', { name: /^Photographs, Visit of/ }).getByRole('button', { name: 'Add photos' });
    const reach = await placeAtRest(add);
    expect(reach.y > 600 && reach.height >= 40).toBe(true);

    // offline, chosen photographs are kept, even when the phone ends the page
    await phone.context.setOffline(true);
    await page.getByLabel(/^Choose photographs, .*at the site$/).setInputFiles(await files());
    await page.getByRole('button', { name: 'Retry all' }).waitFor();
    await eventually(async () => expect(await page.evaluate(KEPT)).toBe(2));
    await page.goto('about:blank');
    await phone.context.setOffline(false);
    // any page opened next resumes them, and says so
    await page.goto('/');
    const indicator = page.getByTestId('photographs-indicator');
    await indicator.and(page.getByLabel('Photographs: 2 photographs added')).click();
    await page.getByRole('link', { name: 'Site Reconnaissance' }).click();
    await opened(page, 2).waitFor();
    await indicator.waitFor({ state: 'hidden' });
    expect(await seriousProblems(page, 'a visit with photographs on a phone')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);

    await opened(desk.page, 2).click();
    const large = desk.page.getByRole('dialog', { name: 'Photographs of the visit' });
    await large.getByText('May 4, 2026, 9:54 AM').waitFor();
    await large.getByRole('link', { name: '40.520200, -82.209300' }).waitFor();
    expect(await seriousProblems(desk.page, 'a photograph in the dark')).toEqual([]);
    const address = await large.locator('img').getAttribute('src');
    const served = await desk.page.request.get(address ?? '');
    const { format, width, exif, xmp, icc } = await sharp(await served.body()).metadata();
    expect({ format, width, exif, xmp, icc }).toEqual({ format: 'jpeg', width: 1_600 });

    await large.getByRole('textbox', { name: 'Caption' }).fill('Arc of brick');
    await large.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Arc of brick').waitFor();
    await large.getByRole('button', { name: 'Delete photograph' }).click();
    await desk.page.getByRole('button', { name: 'Undo' }).click();
    await opened(desk.page, 2).waitFor();
  };
  await pictured(phone, 'site-visit-phone', () => pictured(desk, 'site-visit-desk', journey));
  expect(
    [...phone.problems, ...desk.problems].filter((problem) => !/ERR_INTERNET_DISCONNECTED|offline/i.test(problem)),
  ).toEqual([]);
  await leave(phone.context);
  await leave(desk.context);
});

it('is recorded without a network, also after a reload, and arrives once (D-64)', async () => {
  const phone = await openPage(browser, { width: 390, height: 844, scheme: 'dark', context: { hasTouch: true } });
  const { page } = phone;
  const bar = (text: RegExp | string) => page.getByRole('status').filter({ hasText: text });
  const path = `/projects/${project.id}/site-reconnaissance`;
  const journey = async (): Promise<void> => {
    await enter(page, 'staff@symbio.test');
    await page.goto(path);
    await page.getByRole('link', { name: 'Photo at example.org' }).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');

    await phone.context.setOffline(true);
    await page.reload();
    await bar('No network.').waitFor();
    await page.getByRole('button', { name: 'Record visit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record visit' });
    await dialog.getByLabel('Visit date').fill('2026-06-01');
    await dialog.getByLabel('Findings').fill('Two drums at the north wall');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const visit = page.getByRole('region', { name: 'Visit of Jun 1, 2026' });
    await visit.getByRole('button', { name: /^Checklist, / }).click();
    const drums = visit.getByRole('radiogroup', { name: 'Drums and containers' });
    await drums.getByText('Yes').click();
    await visit.getByLabel(/^Choose photographs, /).setInputFiles((await files()).slice(0, 1));
    await visit.getByRole('button', { name: 'Add a caption to photograph 1' }).click();
    await visit.getByLabel('Caption of photograph 1').fill('North wall');
    await page.keyboard.press('Enter');
    // the field closes once the caption is kept
    const captioned = visit.getByRole('button', { name: 'Edit the caption of photograph 1: North wall' });
    await captioned.waitFor();
    const kept =
      'No network. 2 changes and 1 photograph are kept on this device and are sent when the network returns.';
    await bar(kept).waitFor();
    await page.reload();
    await bar(kept).waitFor();
    await visit.getByText('Two drums at the north wall').waitFor();
    await captioned.waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

    await phone.context.setOffline(false);
    await bar('All sent').waitFor();
    await captioned.waitFor();
  };
  await pictured(phone, 'site-visit-offline', journey);
  const { body } = await staff.get<{ data: { id: string; findings: string; checklist: unknown }[] }>(
    `/api/projects/${project.id}/site-visits`,
  );
  const made = body.data.filter(({ findings }) => findings === 'Two drums at the north wall');
  expect(made).toMatchObject([{ checklist: [{ item: 'drums_and_containers', answer: 'yes', note: '' }] }]);
  const photos = await staff.get<{ data: { caption: string }[] }>(
    `/api/projects/${project.id}/site-visits/${made[0]?.id}/photos`,
  );
  expect(photos.body.data.map(({ caption }) => caption)).toEqual(['North wall']);
  await leave(phone.context);
});
