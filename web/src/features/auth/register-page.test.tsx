import { screen } from '@testing-library/react';
import { renewSession, resetSession } from '../../lib/session/session.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { renderRoutes, renderScreen, type RenderedScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { RegisterPage } from './register-page.js';
import { validateRegistration } from './registration.js';

let server: FakeServer;

beforeEach(async () => {
  resetSession();
  server = fakeServer();
  server.on('GET /api/auth/session', { status: 401, json: { error: 'no session' } });
  await renewSession();
});

const good = {
  name: 'Cleo Brandt',
  email: 'cleo@symbio.test',
  password: 'survey',
  confirmation: 'survey',
  secretWord: 'phase-one',
};

async function fillIn(view: RenderedScreen): Promise<void> {
  const fields = {
    'Full Name': good.name,
    'Email Address': good.email,
    Password: good.password,
    'Confirm Password': good.confirmation,
    'Secret Word': good.secretWord,
  };
  for (const [label, value] of Object.entries(fields)) {
    await view.user.click(screen.getByLabelText(new RegExp(`^${label}`)));
    await view.user.paste(value);
  }
  await view.user.click(screen.getByRole('button', { name: 'Create account' }));
}

describe('the registration screen', () => {
  const routes = [
    { path: '/register', element: <RegisterPage /> },
    { path: '/', element: <h1>Projects</h1> },
  ];

  it('works without a session (AUTH-02)', async () => {
    renderRoutes(routes, '/register');
    expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy();
  });

  it('redirects signed-in users to the dashboard (AUTH-02)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, '/register');
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy();
    expect(view.path()).toBe('/');
  });
});

describe('the registration form', () => {
  it('requires every field (AUTH-11)', () => {
    const errors = validateRegistration({ name: '', email: '', password: '', confirmation: '', secretWord: '' });
    expect(Object.keys(errors)).toEqual(['name', 'email', 'password', 'confirmation', 'secretWord']);
  });

  it('requires the same password twice, of at least six characters (AUTH-14, AUTH-15)', () => {
    expect(validateRegistration({ ...good, confirmation: 'surveys' })).toEqual({
      confirmation: 'Passwords do not match',
    });
    expect(validateRegistration({ ...good, password: 'short', confirmation: 'short' })).toEqual({
      password: 'Password must be at least 6 characters long',
    });
    expect(validateRegistration(good)).toEqual({});
  });

  it('has an e-mail input and the slogan (AUTH-12, AUTH-20)', () => {
    renderScreen(<RegisterPage />);
    expect(screen.getByLabelText(/^Email Address/).getAttribute('type')).toBe('email');
    expect(screen.getByText(/join the environmental compliance revolution/i)).toBeTruthy();
  });

  it('has the secret word checked before anything is created (AUTH-16, AUTH-17)', async () => {
    server.on('POST /api/secret-manager', { json: { data: { isValid: false } } });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    expect(await screen.findByText('Invalid secret word. Please check and try again.')).toBeTruthy();
    expect(server.requestsOf('POST /api/secret-manager')[0]?.body).toEqual({ secretWord: 'phase-one' });
    expect(server.requestsOf('POST /api/auth/sign-up')).toHaveLength(0);
  });

  it('is replaced by a hint to check for the mail (AUTH-18, AUTH-23)', async () => {
    server.on('POST /api/secret-manager', { json: { data: { isValid: true } } });
    server.on('POST /api/auth/sign-up', { status: 201, json: { status: 'confirmation_sent' } });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
    // the focused button was removed
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check your email' }));
    expect(document.body.textContent).toContain('A confirmation link was sent to cleo@symbio.test.');
    expect(screen.getByRole('link', { name: 'Return to sign in' }).getAttribute('href')).toBe('/login');
    expect(server.requestsOf('POST /api/auth/sign-up')[0]?.body).toEqual({
      name: 'Cleo Brandt',
      email: 'cleo@symbio.test',
      password: 'survey',
      secretWord: 'phase-one',
    });
  });

  it('shows why the server refused (AUTH-19)', async () => {
    server.on('POST /api/secret-manager', { json: { data: { isValid: true } } });
    server.on('POST /api/auth/sign-up', { status: 429, json: { error: 'Too many attempts. Try again later.' } });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    expect(await screen.findByText('Too many attempts. Try again later.')).toBeTruthy();
  });

  it.each([
    ['an empty 500', { status: 500, text: '' }],
    ['{}', { status: 500, json: {} }],
    ['the page of a proxy', { status: 502, text: '<html>' }],
  ])('shows a failure when the response is %s (AUTH-19)', async (_what, answer) => {
    server.on('POST /api/secret-manager', { json: { data: { isValid: true } } });
    server.on('POST /api/auth/sign-up', answer);
    await fillIn(renderScreen(<RegisterPage />));
    expect(await screen.findByText('Failed to create account')).toBeTruthy();
  });

  it('focuses the first field, and shows the password rule in advance (AUTH-15)', () => {
    renderScreen(<RegisterPage />);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Full Name/));
    expect(screen.getByText('At least 6 characters.')).toBeTruthy();
  });

  it('sends the link again, and allows registering with a corrected address (AUTH-18)', async () => {
    server.on('POST /api/secret-manager', { json: { data: { isValid: true } } });
    server.on('POST /api/auth/sign-up', { status: 201, json: { status: 'confirmation_sent' } });
    server.on('POST /api/auth/resend-confirmation', { status: 202, json: { status: 'mail_sent' } });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    await view.user.click(await screen.findByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText(/another link is on its way/)).toBeTruthy();
    expect(server.requestsOf('POST /api/auth/resend-confirmation')[0]?.body).toEqual({ email: 'cleo@symbio.test' });
    await view.user.click(screen.getByRole('button', { name: 'register again' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Email Address/).value).toBe('cleo@symbio.test');
  });

  it('shows how long to wait after too many attempts, and keeps the input (AUTH-16)', async () => {
    server.on('POST /api/secret-manager', {
      status: 429,
      json: { error: 'Too many attempts. Please wait a moment and try again.' },
      headers: { 'retry-after': '40' },
    });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    expect(await screen.findByText('Too many attempts. Please wait 40 seconds and try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Full Name/).value).toBe(good.name);
    expect(screen.getByLabelText<HTMLInputElement>(/^Secret Word/).value).toBe(good.secretWord);
  });

  it("shows the server's errors at their fields, and keeps the input (AUTH-15, AUTH-16)", async () => {
    server.on('POST /api/secret-manager', { json: { data: { isValid: true } } });
    server.on('POST /api/auth/sign-up', {
      status: 400,
      json: {
        error: 'Some fields are not valid.',
        fields: { password: 'Password must be at least 6 characters long', email: 'Invalid email address' },
      },
    });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    expect(await screen.findByText('Password must be at least 6 characters long')).toBeTruthy();
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    expect(screen.getByLabelText(/^Password/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>(/^Email Address/).value).toBe(good.email);
  });

  it('shows that the secret word could not be checked (ERR-29)', async () => {
    server.on('POST /api/secret-manager', { status: 503, json: { error: 'Failed to verify secret word' } });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    expect(await screen.findByText('Failed to verify secret word')).toBeTruthy();
    expect(server.requestsOf('POST /api/auth/sign-up')).toHaveLength(0);
  });

  it.each([
    { status: 500, text: '' },
    { status: 500, json: {} },
  ])('shows it also without a sentence of the server: %j (ERR-29)', async (answer) => {
    server.on('POST /api/secret-manager', answer);
    await fillIn(renderScreen(<RegisterPage />));
    expect(await screen.findByText('Failed to verify secret word')).toBeTruthy();
  });

  it('has its five fields and its button in words (AUTH-11, AUTH-13)', async () => {
    const { handler, answer } = heldAnswer();
    server.on('POST /api/secret-manager', handler);
    const view = renderScreen(<RegisterPage />);
    expect([...document.querySelectorAll('label')].map((label) => label.textContent?.replace(/\s*\*$/, ''))).toEqual([
      'Full Name',
      'Email Address',
      'Password',
      'Confirm Password',
      'Secret Word',
    ]);
    await fillIn(view);
    expect(await screen.findByRole('button', { name: 'Creating account...' })).toBeTruthy();
    answer({ json: { data: { isValid: false } } });
    expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy();
  });
});
