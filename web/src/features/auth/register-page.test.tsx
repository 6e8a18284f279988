import { screen } from '@testing-library/react';
import { renewSession, resetSession } from '../../lib/session.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
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

describe('the registration form', () => {
  it('requires every field (AUTH-11)', () => {
    const errors = validateRegistration({ name: '', email: '', password: '', confirmation: '', secretWord: '' });
    expect(Object.keys(errors)).toEqual(['name', 'email', 'password', 'confirmation', 'secretWord']);
  });

  it('wants the same password twice, of six characters at least (AUTH-14, AUTH-15)', () => {
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

  it('gives way to the word to look for the mail (AUTH-18, AUTH-23)', async () => {
    server.on('POST /api/secret-manager', { json: { data: { isValid: true } } });
    server.on('POST /api/auth/sign-up', { status: 201, json: { status: 'confirmation_sent' } });
    const view = renderScreen(<RegisterPage />);
    await fillIn(view);
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
    expect(screen.getByText(/A confirmation link was sent to cleo@symbio\.test/)).toBeTruthy();
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
});
