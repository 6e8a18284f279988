import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { SharedReportView } from './shared-report.js';
import { SignAndSendPage } from './sign-and-send-page.js';

const PROJECT = `/api/public/projects/${project.id}`;
const LINKS = '/api/report-versions/v1/share-links';
const OPEN = 'POST /api/shared-reports/open';
const version = {
  ...{ id: 'v1', project_id: project.id, number: 1, state: 'issued', evidence_sha256: 'e', manifest_sha256: 'm' },
  ...{ composition: { state: 'done', percent: 100, problem: null }, files: [], based_on_id: null, locked_by_id: 'u' },
  ...{ locked_by_name: 'Ada Marsh', locked_at: '2026-11-28T09:00:00.000Z', reason: null, signature: null },
  ...{ issued_at: '2026-11-28T10:00:00.000Z', delivery_date: '2026-11-28', updated_at: null },
  ...{ professional_id: null, professional_name: null },
};
const link = (values: object = {}) => ({
  ...{ id: 'l1', version_id: 'v1', name: 'For the bank', last_day: '2099-12-31', by_id: 'u', by_name: 'Ada Marsh' },
  ...{ created_at: '2026-11-28T10:00:00.000Z', last_used_at: null, ...values },
});
const file = (name: string) => ({ name, bytes: 2048, sha256: 'f', url: `https://symbio.example/files/${name}` });
const shared = {
  ...{ project_title: 'Riverside', project_number: 'P-2026-00001', number: 2, state: 'issued', reason: null },
  ...{ signed_by: 'Ada Marsh', signed_at: '2026-11-28T09:30:00.000Z', issued_at: '2026-11-28T10:00:00.000Z' },
  ...{ manifest_sha256: 'abc', last_day: '2099-12-31' },
  files: [file('report.pdf'), file('report.docx'), file('evidence.json')],
};

let server: FakeServer;
let report: object;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  report = { project_id: project.id, sections: [], delivery_date: null, professional: null, four_eyes: false };
  server.on(`GET ${PROJECT}/report-versions`, { json: { data: [version] } });
  server.on(`GET ${PROJECT}/report`, () => ({ json: { data: report } }));
});

it('shares an issued version by a link that ends, and revokes it (D-63)', async () => {
  let links = [link()];
  server.on(`GET ${LINKS}`, () => ({ json: { data: links } }));
  server.on(`POST ${LINKS}`, ({ body }) => {
    const { last_day: lastDay } = body as { last_day: string };
    if (lastDay > '2100')
      return {
        status: 400,
        json: { error: 'Invalid', code: 'invalid_argument', fields: { last_day: 'The last day must be earlier.' } },
      };
    links = [...links, link({ id: 'l2', name: 'For the county', last_day: lastDay })];
    return { status: 201, json: { data: { ...links[1], url: 'https://symbio.example/shared-report?token=t' } } };
  });
  server.on(`DELETE ${LINKS}/l1`, () => {
    links = links.slice(1);
    return { json: { success: true } };
  });
  const { user } = renderProjectScreen(<SignAndSendPage />);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share version 1' }));
  await waitFor(() => expect(dialog.getByRole('list', { name: 'Share links' }).textContent).toContain('not used yet'));
  await user.type(dialog.getByLabelText(/Name of a new link/), 'For the county');
  const lastDay = dialog.getByLabelText(/Last day/);
  await user.clear(lastDay);
  await user.type(lastDay, '2101-01-01');
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  expect(await dialog.findByText('The last day must be earlier.')).toBeTruthy();
  await user.clear(lastDay);
  await user.type(lastDay, '2027-01-31');
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  expect((await dialog.findByLabelText('Address of the link')).textContent).toContain('/shared-report?token=t');
  await user.click(dialog.getByRole('button', { name: 'Revoke For the bank' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke link' }));
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(dialog.queryByText('For the bank')).toBeNull());
});

it('says to those who cannot be named who can', async () => {
  renderProjectScreen(<SignAndSendPage />, 'editor');
  const section = within(await screen.findByRole('region', { name: 'Environmental professional' }));
  expect(section.getByText(/Owners and administrators of the project can name themselves here\.$/)).toBeTruthy();
  expect(section.queryByRole('button', { name: 'Name Me' })).toBeNull();
});

it('names the environmental professional, and asks for four eyes', async () => {
  server.on(`PUT ${PROJECT}/report-settings`, ({ body }) => {
    const { is_professional: isMe, four_eyes: fourEyes } = body as { is_professional?: boolean; four_eyes?: boolean };
    const professional = { id: me.id, name: me.name, path: 'experience', licence: null, licence_state: null };
    report = {
      ...report,
      ...(isMe !== undefined && { professional: isMe ? { ...professional, expires_on: null } : null }),
      ...(fourEyes !== undefined && { four_eyes: fourEyes }),
    };
    return { json: { data: report } };
  });
  const { user } = renderProjectScreen(<SignAndSendPage />);
  const section = within(await screen.findByRole('region', { name: 'Environmental professional' }));
  expect(section.getByText(/No person is named yet/)).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Name Me' }));
  expect(await section.findByText('10 years of experience')).toBeTruthy();
  await user.click(section.getByRole('checkbox', { name: /Four eyes/ }));
  await waitFor(() =>
    expect(section.getByRole<HTMLInputElement>('checkbox', { name: /Four eyes/ }).checked).toBe(true),
  );
  await user.click(section.getByRole('button', { name: 'Withdraw My Name' }));
  expect(await section.findByRole('button', { name: 'Name Me' })).toBeTruthy();
});

describe('the page behind a link', () => {
  const open = () =>
    renderRoutes([{ path: '/shared-report', element: <SharedReportView /> }], '/shared-report?token=t');

  it('shows the documents of the version, and its evidence', async () => {
    server.on(OPEN, ({ body }) => {
      expect(body).toEqual({ token: 't' });
      return { json: { data: shared } };
    });
    open();
    expect((await screen.findByRole('link', { name: 'Report (PDF)' })).getAttribute('href')).toContain('report.pdf');
    expect(screen.getByText('Evidence and figures (1)')).toBeTruthy();
    expect(screen.getByText(/Signed by Ada Marsh/)).toBeTruthy();
    expect(document.body.textContent).toContain('P-2026-00001, version 2');
  });

  it('says that a version was withdrawn or superseded, or that a link has ended', async () => {
    server.on(OPEN, { json: { data: { ...shared, state: 'withdrawn', reason: 'Wrong parcel.', files: [] } } });
    const first = open();
    expect(await screen.findByText('This version was withdrawn: Wrong parcel. Do not rely on it.')).toBeTruthy();
    first.unmount();
    server.on(OPEN, { json: { data: { ...shared, state: 'superseded' } } });
    const second = open();
    expect(await screen.findByText(/a later version was issued/)).toBeTruthy();
    second.unmount();
    server.on(OPEN, { status: 404, json: { error: 'Share link not found', code: 'not_found' } });
    open();
    expect(await screen.findByText(/This link is not valid or has ended/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});
