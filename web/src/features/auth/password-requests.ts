import { CallError, errorFromResponse, networkError } from '../../lib/http/errors.js';

/**
 * Without authentication.
 * @returns the response JSON, or null
 * @throws CallError
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

export async function forgotPassword(email: string): Promise<void> {
  await post('/api/auth/forgot-password', { email });
}

/** AUTH-09. The response does not reveal whether a link is pending. */
export async function resendConfirmation(email: string): Promise<void> {
  await post('/api/auth/resend-confirmation', { email });
}

/** @throws CallError 404 for an expired link, 400 with the field for an unacceptable password */
export async function resetPassword(token: string, password: string): Promise<void> {
  await post('/api/auth/reset-password', { token, password });
}
