import { CallError, errorFromResponse, networkError } from '../../lib/errors.js';

/**
 * Sends a form that nobody need be signed in for.
 * @returns the answer's JSON, or null
 * @throws CallError for every answer that is not 2xx, and when none came
 */
export async function post(path: string, body: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw new CallError(networkError());
  }
  const answer = (await response.json().catch(() => null)) as unknown;
  if (!response.ok) throw new CallError(errorFromResponse(response, answer));
  return answer;
}

/** Asks for a link that sets a forgotten password; the answer is the same for an address without an account. */
export async function forgotPassword(email: string): Promise<void> {
  await post('/api/auth/forgot-password', { email });
}

/** Asks for another confirmation link (AUTH-09); the answer is the same for an address that waits for none. */
export async function resendConfirmation(email: string): Promise<void> {
  await post('/api/auth/resend-confirmation', { email });
}

/**
 * Sets a password with the token of a mailed link.
 * @throws CallError 404 for a link that is over, 400 with the field for a password that is not taken
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  await post('/api/auth/reset-password', { token, password });
}
