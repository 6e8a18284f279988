import { screen, within } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { ReportGenerationPage } from './report-generation-page.js';
import { SignAndSendPage } from './sign-and-send-page.js';

const isDisabled = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

describe('report generation', () => {
  beforeEach(async () => {
    const server = fakeServer();
    await signedIn(server);
    server.on(`GET /api/public/projects/${project.id}/review-list`, { json: { data: [] } });
  });

  it('has a text field, and buttons without function yet (NAV-10, STUB-06)', async () => {
    const { user } = renderProjectScreen(<ReportGenerationPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Report Generation' })).toBeTruthy();
    expect(document.title).toContain('Report Generation');
    expect(['Copy', 'Download', 'Share'].map(isDisabled)).toEqual([true, true, true]);
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Report text' });
    await user.type(text, 'Pumps on the 1924 sheet.');
    expect(text.value).toBe('Pumps on the 1924 sheet.');
    expect(screen.getByText(/Nothing written here is saved yet/)).toBeTruthy();
  });

  it('lists twelve planned features, each with a name of its own (STUB-07)', () => {
    renderProjectScreen(<ReportGenerationPage />);
    const items = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(items).toHaveLength(12);
    expect(new Set(items.map((item) => item.textContent)).size).toBe(12);
    expect(screen.getByText('Coming soon')).toBeTruthy();
  });
});

describe('sign and send', () => {
  it('has a delivery date, which defaults to the due date, and two buttons without function yet (NAV-11, STUB-08)', () => {
    renderProjectScreen(<SignAndSendPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Sign and Send' })).toBeTruthy();
    const date = screen.getByLabelText<HTMLInputElement>('Delivery date');
    expect([date.type, date.value]).toEqual(['date', project.due_date]);
    expect(['Download Report', 'Mark as Sent'].map(isDisabled)).toEqual([true, true]);
  });

  it('has no default date without a due date (STUB-08)', () => {
    renderProjectScreen(<SignAndSendPage />, 'owner', { ...project, due_date: null });
    expect(screen.getByLabelText<HTMLInputElement>('Delivery date').value).toBe('');
  });
});
