import { CallError, errorFromResponse, networkError } from '../../lib/http/errors.js';
import { operation, type Call } from '../../lib/http/operation.js';

/**
 * Without authentication.
 * @returns the response JSON, or null
 * @throws CallError
 */
export async function post({ url, method, body }: Call): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
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
  await post(operation('POST', '/api/auth/forgot-password', { body: { email } }));
}

/** AUTH-09. The response does not reveal whether a link is pending. */
export async function resendConfirmation(email: string): Promise<void> {
  await post(operation('POST', '/api/auth/resend-confirmation', { body: { email } }));
}

/** @throws CallError 404 for an expired link, 400 with the field for an unacceptable password */
export async function resetPassword(token: string, password: string): Promise<void> {
  await post(operation('POST', '/api/auth/reset-password', { body: { token, password } }));
}
