import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { api } from '../../lib/http/api.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { ReportGenerationPage } from './report-generation-page.js';
import { SignAndSendPage } from './sign-and-send-page.js';

const PROJECT = `/api/public/projects/${project.id}`;
const isDisabled = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const version = (state: string, number = 1) => ({
  ...{ id: `v${number}`, project_id: project.id, number, state, evidence_sha256: 'e', manifest_sha256: 'm' },
  composition: { state: 'done', percent: 100, problem: null },
  files: [{ name: 'report.pdf', bytes: 1, sha256: 'f', content_type: 'application/pdf' }],
  ...{ based_on_id: number > 1 ? `v${number - 1}` : null, locked_by_id: 'u', locked_by_name: 'Ada Marsh' },
  ...{ locked_at: '2026-11-28T09:00:00.000Z', reason: null, signature: null, issued_at: null, delivery_date: null },
  updated_at: '2026-11-28T09:00:00.000Z',
});

let server: FakeServer;
const serve = (versions: object[], report: object = {}): void => {
  server.on(`GET ${PROJECT}/report-versions`, { json: { data: versions } });
  server.on(`GET ${PROJECT}/report`, {
    json: {
      data: {
        project_id: project.id,
        sections: [],
        delivery_date: null,
        ...{ reliance_letter_date: null, insurance_expires_on: null },
        professional: null,
        four_eyes: false,
        ...report,
      },
    },
  });
};
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET ${PROJECT}/review-list`, { json: { data: [] } });
  server.on('GET /api/report-versions/v1/unopened-pages', { json: { data: [] } });
  server.on(`GET /api/projects/${project.id}/report-template`, {
    json: { data: { of_project: null, of_installation: null, known_tags: ['findings'] } },
  });
  serve([]);
});

describe('report generation', () => {
  it('has a text field that is saved, and buttons without function before the first version (NAV-10, STUB-06, D-62)', async () => {
    server.on(`PUT ${PROJECT}/report-sections/remarks`, { json: { data: {} } });
    const { user } = renderProjectScreen(<ReportGenerationPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Report Generation' })).toBeTruthy();
    expect(document.title).toContain('Report Generation');
    expect(['Copy', 'Download', 'Share'].map(isDisabled)).toEqual([true, true, true]);
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Report text' });
    await user.type(text, 'Pumps.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsOf(`PUT ${PROJECT}/report-sections/remarks`)[0]?.body).toMatchObject({ text: 'Pumps.' }),
    );
  });

  it('lists twelve planned features, each with a name of its own (STUB-07)', () => {
    renderProjectScreen(<ReportGenerationPage />);
    const items = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(items).toHaveLength(12);
    expect(new Set(items.map((item) => item.textContent)).size).toBe(12);
  });

  it('has contents with state and text, and its buttons, from the first version on (D-62)', async () => {
    const section = { key: 'interviews', text: 'The owner.', is_checked: true, updated_at: null };
    serve([version('draft')], { sections: [section] });
    server.on(`PUT ${PROJECT}/report-sections/historical_use`, { json: { data: {} } });
    const { user } = renderProjectScreen(<ReportGenerationPage />);
    await waitFor(() => expect(['Copy', 'Download', 'Share'].map(isDisabled)).toEqual([false, false, false]));
    expect(await screen.findByText('Checked')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit Historical use' }));
    await user.type(screen.getByRole('textbox', { name: 'Historical use' }), 'A gas works.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsOf(`PUT ${PROJECT}/report-sections/historical_use`)[0]?.body).toEqual({
        ...{ text: 'A gas works.', is_checked: false, updated_at: null },
      }),
    );
  });

  it('keeps a text that is being written from replacing a newer one, and asks before it is lost', async () => {
    const stored = (text: string, at: string) => ({ key: 'interviews', text, is_checked: false, updated_at: at });
    serve([version('draft')], { sections: [stored('The owner.', '2026-11-28T09:00:00.000Z')] });
    const { user, store } = renderProjectScreen(<ReportGenerationPage />);
    await user.click(await screen.findByRole('button', { name: 'Edit Interviews' }));
    await user.type(await screen.findByRole('textbox', { name: 'Interviews' }), ' Mine.');
    serve([version('draft')], { sections: [stored('Another.', '2026-11-28T10:00:00.000Z')] });
    store.dispatch(api.util.invalidateTags(['Report']));
    expect(await screen.findByText(/changed elsewhere since you began/)).toBeTruthy();
    expect(isDisabled('Save')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sign and Send' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  });

  it('locks a version', async () => {
    server.on(`POST ${PROJECT}/report-versions`, { status: 201, json: { data: version('draft') } });
    const { user } = renderProjectScreen(<ReportGenerationPage />);
    await user.click(screen.getByRole('button', { name: 'Start Report' }));
    await waitFor(() => expect(server.requestsOf(`POST ${PROJECT}/report-versions`)).toHaveLength(1));
  });

  it('offers the review and the signature of the newest version as the next step, until it is sent (D-62)', async () => {
    serve([version('draft')]);
    const { user, path, unmount } = renderProjectScreen(<ReportGenerationPage />);
    expect(await screen.findByText('Version 1 is locked.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign and Send' }));
    expect(path()).toBe(`/projects/${project.id}/sign-and-send`);
    unmount();
    const problem = 'A sheet is still being drawn.';
    serve([{ ...version('draft', 2), composition: { state: 'failed', percent: 0, problem } }, version('superseded')]);
    const failed = renderProjectScreen(<ReportGenerationPage />);
    expect(await screen.findByText(`Version 2: ${problem}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign and Send' })).toBeNull();
    failed.unmount();
    serve([version('issued')]);
    renderProjectScreen(<ReportGenerationPage />);
    expect(await screen.findByRole('button', { name: 'Lock New Version' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign and Send' })).toBeNull();
  });

  it('asks for a new version after changes were requested (D-62)', async () => {
    serve([{ ...version('draft'), reason: 'The owner is missing.' }]);
    renderProjectScreen(<ReportGenerationPage />);
    expect(await screen.findByText('Version 1 needs changes.')).toBeTruthy();
    expect(
      screen.getByText('Make the requested changes, then lock a new version. Requested: “The owner is missing.”'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Lock New Version' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign and Send' })).toBeNull();
  });

  it('says why a version was not locked (D-62)', async () => {
    const error = 'The review list has required items. Correct them first.';
    server.on(`POST ${PROJECT}/report-versions`, { status: 409, json: { error, code: 'not_ready' } });
    const { user, unmount } = renderProjectScreen(<ReportGenerationPage />);
    await user.click(screen.getByRole('button', { name: 'Start Report' }));
    expect(await screen.findByText(error)).toBeTruthy();
    expect(screen.getByText('Failed to start the report')).toBeTruthy();
    unmount();
    serve([version('issued')]);
    renderProjectScreen(<ReportGenerationPage />);
    await user.click(await screen.findByRole('button', { name: 'Lock New Version' }));
    expect(await screen.findByText('Failed to lock a new version')).toBeTruthy();
  });
});

describe('sign and send', () => {
  it('has a delivery date, which defaults to the due date, and two disabled buttons without a signed version (NAV-11, STUB-08, D-63)', () => {
    renderProjectScreen(<SignAndSendPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Sign and Send' })).toBeTruthy();
    const date = screen.getByLabelText<HTMLInputElement>('Delivery date');
    expect([date.type, date.value]).toEqual(['date', project.due_date]);
    expect(['Download Report', 'Mark as Sent'].map(isDisabled)).toEqual([true, true]);
  });

  it('says what to do before a version is signed', async () => {
    const { unmount } = renderProjectScreen(<SignAndSendPage />);
    const once = 'A version can be downloaded and sent here once it is signed.';
    expect(await screen.findByText(`${once} Start the report under Report Generation.`)).toBeTruthy();
    unmount();
    serve([version('draft')]);
    renderProjectScreen(<SignAndSendPage />);
    expect(await screen.findByText(once)).toBeTruthy();
  });

  it('has no default date without a due date (STUB-08)', () => {
    renderProjectScreen(<SignAndSendPage />, 'owner', { ...project, due_date: null });
    expect(screen.getByLabelText<HTMLInputElement>('Delivery date').value).toBe('');
  });

  it('shows no date that is not stored beside a version: the day of issue will be (STUB-08)', async () => {
    serve([version('signed')]);
    renderProjectScreen(<SignAndSendPage />);
    expect(
      await screen.findByText(/Without a date, the day on which the report is marked as sent is recorded/),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Delivery date').value).toBe('');
  });

  it('has the dates of the reliance letter and of the insurance', async () => {
    serve([], { delivery_date: '2026-12-15', insurance_expires_on: '2027-01-31' });
    server.on(`PUT ${PROJECT}/report`, { json: { data: {} } });
    renderProjectScreen(<SignAndSendPage />);
    const insurance = screen.getByLabelText<HTMLInputElement>('Insurance valid until');
    await waitFor(() => expect(insurance.value).toBe('2027-01-31'));
    fireEvent.change(screen.getByLabelText('Date of the reliance letter'), { target: { value: '2026-12-15' } });
    await waitFor(() =>
      expect(server.requestsOf(`PUT ${PROJECT}/report`)[0]?.body).toEqual({
        ...{ delivery_date: '2026-12-15', reliance_letter_date: '2026-12-15' },
      }),
    );
  });

  it('keeps a date that is being typed, and saves none until its year has four digits', async () => {
    serve([], { insurance_expires_on: '2027-01-31' });
    server.on(`PUT ${PROJECT}/report`, { json: { data: {} } });
    renderProjectScreen(<SignAndSendPage />);
    const date = screen.getByLabelText<HTMLInputElement>('Insurance valid until');
    await waitFor(() => expect(date.value).toBe('2027-01-31'));
    fireEvent.change(date, { target: { value: '0026-12-04' } });
    fireEvent.blur(date);
    await screen.findByText('Enter the year with four digits. This date is not saved.');
    expect([date.value, server.requestsOf(`PUT ${PROJECT}/report`)]).toEqual(['0026-12-04', []]);
    fireEvent.change(date, { target: { value: '2026-12-04' } });
    await waitFor(() => expect(server.requestsOf(`PUT ${PROJECT}/report`)).toHaveLength(1));
    expect([date.value, screen.queryByText(/four digits/)]).toEqual(['2026-12-04', null]);
    fireEvent.blur(date);
    await waitFor(() => expect(date.value).toBe('2027-01-31'));
  });

  it('signs a version in review once the declaration is made', async () => {
    serve([version('in_review')]);
    server.on('POST /api/public/report-versions/v1/sign', { json: { data: version('signed') } });
    const { user } = renderProjectScreen(<SignAndSendPage />);
    const sign = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign' });
    expect(sign.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: /40 CFR 312.10/ }));
    await waitFor(() => expect(sign.disabled).toBe(false));
    await user.click(sign);
    await waitFor(() =>
      expect(server.requestsOf('POST /api/public/report-versions/v1/sign')[0]?.body).toEqual({ manifest_sha256: 'm' }),
    );
  });

  it('names the pages that the professional has never opened before the signature, which they do not block (EP-2)', async () => {
    const text = 'The environmental professional has never opened a page that a REC or CREC rests on.';
    const page = { kind: 'page', id: 'page1', document_id: 'd1', annotation_id: 'a1', label: 'Sanborn 1910, page 3' };
    server.on('GET /api/report-versions/v1/unopened-pages', {
      json: { data: [{ rule: 'EP-2', severity: 'warn', text, items: [page] }] },
    });
    serve([version('in_review')]);
    const { user } = renderProjectScreen(<SignAndSendPage />);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: page.label }).getAttribute('href')).toBe(
      `/projects/${project.id}/documents/d1?page=page1&annotation=a1`,
    );
    await user.click(screen.getByRole('checkbox', { name: /40 CFR 312.10/ }));
    expect(isDisabled('Sign')).toBe(false);
  });

  it('signs nothing before the unopened pages are known, and offers to load them again (EP-2)', async () => {
    const held = heldAnswer();
    server.on('GET /api/report-versions/v1/unopened-pages', held.handler);
    serve([version('in_review')]);
    const { user } = renderProjectScreen(<SignAndSendPage />);
    await user.click(await screen.findByRole('checkbox', { name: /40 CFR 312.10/ }));
    expect(isDisabled('Sign')).toBe(true);
    held.answer({ status: 503, json: { error: 'The document service is not available.' } });
    expect(await screen.findByText('The list of unopened pages could not be loaded')).toBeTruthy();
    expect(isDisabled('Sign')).toBe(true);
    server.on('GET /api/report-versions/v1/unopened-pages', { json: { data: [] } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(isDisabled('Sign')).toBe(false));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('downloads each volume of a report with many pictures', async () => {
    const files = ['report.pdf', 'report-volume-2.pdf'].map((name) => ({
      ...{ name, bytes: 1, sha256: 'f', content_type: 'application/pdf' },
    }));
    serve([{ ...version('signed'), files }]);
    server.on('GET /api/public/report-versions/v1/files/report-volume-2.pdf', { json: { data: { url: '#volume' } } });
    const { user } = renderProjectScreen(<SignAndSendPage />);
    expect(await screen.findByRole('button', { name: 'PDF, volume 1' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Download Report (PDF, volume 2)' }));
    await waitFor(() =>
      expect(server.requestsOf('GET /api/public/report-versions/v1/files/report-volume-2.pdf')).toHaveLength(1),
    );
  });

  it('downloads every file that verify-report needs, once they are made', async () => {
    const files = ['report.pdf', 'figures/figure-001.jpg'].map((name) => ({
      ...{ name, bytes: 2048, sha256: 'f', content_type: 'application/octet-stream' },
    }));
    const composing = { ...version('draft', 2), composition: { state: 'waiting', percent: 0, problem: null } };
    serve([composing, { ...version('signed'), files }]);
    const { user } = renderProjectScreen(<SignAndSendPage />);
    await user.click(await screen.findByRole('button', { name: 'All files of version 1' }));
    await user.click(await screen.findByRole('menuitem', { name: /figure-001/ }));
    const file = 'GET /api/public/report-versions/v1/files/figures%2Ffigure-001.jpg';
    await waitFor(() => expect(server.requestsOf(file)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'All files of version 2' })).toBeNull();
  });

  it('withdraws a signed version with a reason', async () => {
    serve([version('signed')]);
    server.on('POST /api/public/report-versions/v1/withdraw', { json: { data: version('withdrawn') } });
    const { user } = renderProjectScreen(<SignAndSendPage />);
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason for the withdrawal' }), 'Wrong parcel.');
    await user.click(screen.getByRole('button', { name: 'Withdraw Version' }));
    await waitFor(() =>
      expect(server.requestsOf('POST /api/public/report-versions/v1/withdraw')[0]?.body).toEqual({
        reason: 'Wrong parcel.',
      }),
    );
  });

  it('offers no older version to be sent once a newer one was (D-63)', async () => {
    serve([version('issued', 2), version('signed')]);
    renderProjectScreen(<SignAndSendPage />);
    await screen.findByText('Version 1');
    expect(isDisabled('Mark as Sent')).toBe(true);
  });

  it('marks a signed version as sent, and shows what changed since the previous one (D-63)', async () => {
    serve([version('signed', 2), version('superseded')]);
    server.on('POST /api/public/report-versions/v2/issue', { json: { data: version('issued', 2) } });
    server.on('GET /api/public/report-versions/v2/difference', {
      json: { data: [{ kind: 'Feature', id: 'f1', name: 'Gas works', change: 'added', fields: [] }] },
    });
    const { user } = renderProjectScreen(<SignAndSendPage />);
    await user.click(await screen.findByRole('button', { name: 'Changes since version 1' }));
    expect(await screen.findByText('Feature Gas works: added')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Mark as Sent' }));
    await waitFor(() => expect(server.requestsOf('POST /api/public/report-versions/v2/issue')).toHaveLength(1));
  });

  it('offers no comparison with a version that the reader does not see', async () => {
    serve([version('issued', 2)]);
    renderProjectScreen(<SignAndSendPage />);
    expect(await screen.findByText('Version 2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Changes since/ })).toBeNull();
  });

  it('keeps the focus at a version whose step was taken', async () => {
    serve([version('draft')]);
    server.on('POST /api/public/report-versions/v1/submit', () => {
      serve([version('in_review')]);
      return { json: { data: version('in_review') } };
    });
    const { user } = renderProjectScreen(<SignAndSendPage />);
    await user.click(await screen.findByRole('button', { name: 'Submit for Review' }));
    await screen.findByText('In review');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Version 1/));
  });

  it('says that the changes could not be loaded, and offers to load them again', async () => {
    serve([version('signed', 2), version('superseded')]);
    server.on('GET /api/public/report-versions/v2/difference', { status: 503, json: { error: 'Busy' } });
    const { user } = renderProjectScreen(<SignAndSendPage />);
    await user.click(await screen.findByRole('button', { name: 'Changes since version 1' }));
    expect(await screen.findByText('The list of changes could not be loaded')).toBeTruthy();
  });
});
