import { screen, waitFor } from '@testing-library/react';
import { renewSession, resetSession } from '../../lib/session.js';
import { fakeServer, heldAnswer, type FakeAnswer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { CONFIRMATION_HINT, LoginPage } from './login-page.js';

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
  it('requires e-mail and password and goes to the first gap (AUTH-05)', async () => {
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

  it('shows the message of the server, without the hint (AUTH-08)', async () => {
    server.on('POST /api/auth/sign-in', refusal(401, 'Wrong e-mail or password.'));
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText('Wrong e-mail or password.')).toBeTruthy();
    expect(screen.queryByText(CONFIRMATION_HINT)).toBeNull();
  });

  it('says how long to wait after too many attempts, and keeps what was typed', async () => {
    const answer = { error: 'Too many attempts. Please wait a moment and try again.', code: 'too_many_attempts' };
    server.on('POST /api/auth/sign-in', { status: 429, json: answer, headers: { 'retry-after': '95' } });
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText('Too many attempts. Please wait 2 minutes and try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Email/).value).toBe('ada@symbio.test');
    expect(screen.getByLabelText<HTMLInputElement>(/Password/).value).toBe('secret');
  });

  it('falls back to the status of an answer without a message (AUTH-08, ERR-01)', async () => {
    server.on('POST /api/auth/sign-in', { status: 502, text: '<html>' });
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText('502 Bad Gateway')).toBeTruthy();
  });

  it('adds the hint when the message tells about the confirmation link (AUTH-09, AUTH-10, ERR-04)', async () => {
    server.on(
      'POST /api/auth/sign-in',
      refusal(403, 'Please check your email and click the confirmation link before signing in.'),
    );
    await signIn(renderScreen(<LoginPage />));
    expect(await screen.findByText(/click the confirmation link before signing in\./)).toBeTruthy();
    expect(screen.getByText("Didn't get the e-mail? Check your spam folder or register again.")).toBeTruthy();
  });

  it('links to the registration (AUTH-07)', () => {
    renderScreen(<LoginPage />);
    const link = screen.getByRole('link', { name: "Don't have an account? Sign up" });
    expect(link.getAttribute('href')).toBe('/register');
  });

  it.each([
    ['/login?confirmed=1', 'Your e-mail is confirmed. You can sign in now.'],
    ['/login?confirmation=expired', 'This confirmation link has been used or has expired. Please register again.'],
    [
      '/login?confirmation=unavailable',
      'Your e-mail could not be confirmed right now. Please open the link in your mail again in a moment.',
    ],
  ])('says what came of the confirmation link: %s (AUTH-21)', (at, words) => {
    renderScreen(<LoginPage />, at);
    expect(screen.getByText(words)).toBeTruthy();
  });
});
