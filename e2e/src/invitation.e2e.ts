import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import { Api } from './api-client.js';
import { enter, launch, leave, openPage, pictured } from './browser.js';
import { linksTo } from './mailbox.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

it('an owner invites a person, who follows the mailed link and lands in the project (D-74)', async () => {
  const staff = await Api.signIn('staff@symbio.test');
  const { body } = await staff.post<{ data: { id: string; title: string } }>('/api/public/projects', {
    title: `Invitation ${randomUUID().slice(0, 8)}`,
    due_date: '2027-03-31',
    property_address: '401 East 21st Street',
    property_city: 'New York',
    property_state: 'NY',
    property_zip: '10010',
    client_company: 'Gashouse Holdings',
  });
  const { id, title } = body.data;
  const email = `nora.${randomUUID().slice(0, 8)}@example.test`;

  const browser = await launch();
  const owner = await openPage(browser);
  await pictured(owner, 'inviting', async () => {
    const { page } = owner;
    await enter(page, 'staff@symbio.test');
    await page.goto(`/projects/${id}/setup`);
    await page.getByRole('combobox', { name: 'Add a person' }).fill(email);
    await page.getByRole('option', { name: 'Nobody here has this address. Invite by email' }).click();
    await page.getByLabel('Role of the new member').selectOption('editor');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('list', { name: 'Open invitations' }).getByText(email).waitFor();
  });
  expect(owner.problems).toEqual([]);
  await leave(owner.context);

  const [link = ''] = await linksTo(email, 1);
  const guest = await openPage(browser);
  // attempts are limited by network, and other journeys run at the same time (RFC 3849)
  await guest.page.setExtraHTTPHeaders({ 'x-forwarded-for': '2001:db8:1::1' });
  await pictured(guest, 'invited', async () => {
    const { page } = guest;
    await page.goto(link);
    await page.getByText(title).waitFor();
    expect(await seriousProblems(page, 'Invitation')).toEqual([]);
    await page.getByLabel('Full Name').fill('Nora North');
    await page.getByLabel('Password', { exact: false }).first().fill('a good one');
    await page.getByLabel('Confirm Password').fill('a good one');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'User menu, Nora North' }).waitFor();

    await page.goto(link);
    await page.getByText(/This invitation was accepted, withdrawn or replaced/).waitFor();
  });
  // the refused second use of the link
  expect(guest.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await leave(guest.context);
  await browser.close();
});
