import { act, screen, waitFor } from '@testing-library/react';
import { renewSession, resetSession } from '../../lib/session/session.js';
import { fakeServer, heldAnswer, type FakeAnswer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { LoginPage } from './login-page.js';

let server: FakeServer;

beforeEach(async () => {
  resetSession();
  server = fakeServer();
  server.on('GET /api/auth/session', { status: 401, json: { error: 'no session' } });
  await renewSession();
});

const signIn = async (view: RenderedScreen, email = 'ada@symbio.test', password = 'secret'): Promise<void> => {
  if (email) await view.user.type(screen.getByLabelText(/Email/), email);
  if (password) await view.user.type(screen.getByLabelText(/Password/), password);
  await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
};

const refusal = (status: number, error: unknown): FakeAnswer => ({ status, json: { error } });

describe('the login screen', () => {
  it('requires e-mail and password and focuses the first empty field (AUTH-05)', async () => {
    const view = renderScreen(<LoginPage />);
    await signIn(view, '', '');
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Email/)));
    expect(server.requestsOf('POST /api/auth/sign-in')).toHaveLength(0);
  });

  it('says Signing in... while it waits (AUTH-06)', async () => {
    const { handler, answer } = heldAnswer();
    server.on('POST /api/auth/sign-in', handler);
    const view = renderScreen(<LoginPage />);
    await signIn(view);
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeTruthy();
    answer({ json: { access_token: 't', expires_in: 300, user: me } });
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
    expect(server.requestsOf('POST /api/auth/sign-in')[0]?.body).toEqual({
      email: 'ada@symbio.test',
      password: 'secret',
    });
  });

  it("shows the server's message, without the hint (AUTH-08)", async () => {
    server.on('POST /api/auth/sign-in', refusal(401, 'Invalid email or password.'));
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText('Invalid email or password.')).toBeTruthy();
    expect(document.body.textContent).not.toContain("Didn't get the e-mail?");
    // focused to retype the password
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Password/)));
  });

  it('shows how long to wait after too many attempts, and keeps the input', async () => {
    const answer = { error: 'Too many attempts. Please wait a moment and try again.', code: 'too_many_attempts' };
    server.on('POST /api/auth/sign-in', { status: 429, json: answer, headers: { 'retry-after': '95' } });
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText('Too many attempts. Please wait 1 minute 35 seconds and try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Email/).value).toBe('ada@symbio.test');
    expect(screen.getByLabelText<HTMLInputElement>(/Password/).value).toBe('secret');
  });

  it.each<[string, FakeAnswer]>([
    ['an empty 500', { status: 500, text: '' }],
    ['{}', { status: 500, json: {} }],
    ['the page of a proxy', { status: 502, text: '<html>' }],
    ['a status without a text', { status: 520, text: '' }],
  ])('uses its own message when the response is %s (AUTH-08)', async (_what, answer) => {
    server.on('POST /api/auth/sign-in', answer);
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText('Failed to sign in')).toBeTruthy();
  });

  it('focuses the first field, and can show the password', async () => {
    const view = renderScreen(<LoginPage />);
    expect(document.activeElement).toBe(screen.getByLabelText(/Email/));
    const field = screen.getByLabelText<HTMLInputElement>(/Password/);
    expect(field.type).toBe('password');
    const shows = screen.getByRole('button', { name: 'Show characters' });
    // the label changes already; aria-pressed would contradict it
    expect(shows.getAttribute('aria-pressed')).toBeNull();
    await view.user.click(shows);
    expect(field.type).toBe('text');
    await view.user.click(screen.getByRole('button', { name: 'Hide characters' }));
    expect(field.type).toBe('password');
  });

  it('links to the password reset', () => {
    renderScreen(<LoginPage />);
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password');
  });

  it('sends the confirmation link again to the entered address, and requires one first (AUTH-09, AUTH-21)', async () => {
    server.on('POST /api/auth/resend-confirmation', { status: 202, json: { status: 'mail_sent' } });
    const view = renderScreen(<LoginPage />, '/login?confirmation=expired');
    expect(document.body.textContent).toContain('Already confirmed? Sign in below.');
    await view.user.click(screen.getByRole('button', { name: 'Resend email' }));
    expect(screen.getByText('Enter the address to send the link to')).toBeTruthy();
    await view.user.type(screen.getByLabelText(/Email/), 'ada@symbio.test');
    await view.user.click(screen.getByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText(/another link is on its way/)).toBeTruthy();
    expect(server.requestsOf('POST /api/auth/resend-confirmation')[0]?.body).toEqual({ email: 'ada@symbio.test' });
  });

  it('adds the hint when the message mentions the confirmation link (AUTH-09, AUTH-10, ERR-04)', async () => {
    server.on(
      'POST /api/auth/sign-in',
      refusal(403, 'Please check your email and click the confirmation link before signing in.'),
    );
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText(/click the confirmation link before signing in\./)).toBeTruthy();
    expect(document.body.textContent).toContain("Didn't get the e-mail? Check your spam folder or register again.");
    expect(screen.getByRole('link', { name: 'register again' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeTruthy();
  });

  it('also adds the hint to errors of single sign-on (AUTH-09)', async () => {
    const problem = 'Please check your email and click the confirmation link before signing in.';
    const view = renderScreen(<LoginPage />);
    await act(() => view.router.navigate('/login', { state: { problem } }));
    expect(screen.getByText(new RegExp(problem))).toBeTruthy();
    expect(view.container.textContent).toContain("Didn't get the e-mail? Check your spam folder or register again.");
    expect(screen.getByRole('button', { name: 'Resend email' })).toBeTruthy();
  });

  it('links to the registration (AUTH-07)', () => {
    renderScreen(<LoginPage />);
    const link = screen.getByRole('link', { name: "Don't have an account? Sign up" });
    expect(link.getAttribute('href')).toBe('/register');
  });

  it.each([
    ['/login?confirmed=1', 'Your email is confirmed. You can sign in now.'],
    ['/login?confirmation=expired', 'This confirmation link has been used or has expired.'],
    [
      '/login?confirmation=unavailable',
      'Your email could not be confirmed right now. Please open the link in your mail again in a moment.',
    ],
  ])('shows the result of the confirmation link: %s (AUTH-21)', (at, words) => {
    renderScreen(<LoginPage />, at);
    expect(screen.getByText(words, { exact: false })).toBeTruthy();
  });
});
