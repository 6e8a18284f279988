import type { InvitationFacts as ClientFacts } from '@symbio/client/app';
import { request } from '../../lib/http/request.js';
import { post } from './password-requests.js';
import { operation } from '../../lib/http/operation.js';

export type InvitationFacts = Omit<ClientFacts, 'good_until' | 'role'> & {
  role: Exclude<ClientFacts['role'], 'admin'>;
};

interface Data<T> {
  data: T;
}

/** @throws CallError 404 for an ended or expired link */
export async function lookAtInvitation(token: string): Promise<InvitationFacts> {
  return ((await post(operation('POST', '/api/invitations/look', { body: { token } }))) as Data<InvitationFacts>).data;
}

/** Creates the account. @throws CallError 400 with messages by field, 404, 409 (account_exists) */
export async function registerInvited(token: string, name: string, password: string): Promise<{ project_id: string }> {
  const answer = await post(operation('POST', '/api/invitations/register', { body: { token, name, password } }));
  return (answer as Data<{ project_id: string }>).data;
}

/** As the signed-in person. @throws CallError 403 (other_address), 404 */
export async function acceptInvitation(token: string): Promise<{ project_id: string }> {
  const call = operation('POST', '/api/invitations/accept', { body: { token } });
  return (await request<Data<{ project_id: string }>>(call)).data;
}
