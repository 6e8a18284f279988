import { PROJECT_ROLES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { administered, appOperation } from '../operation.js';
import { id, moment, one, paging, success, text, word } from '../schemas/common.js';
import { plainList, textOrEmpty } from './common.js';
import { member } from './people.js';

const role = word(PROJECT_ROLES);

const invitation = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    email: z.string(),
    role,
    invited_by: z.string(),
    invited_by_name: z.string().nullable(),
    invited_at: moment.nullable(),
    good_until: moment.nullable(),
  })
  .meta({ id: 'Invitation' });
export type InvitationJson = z.output<typeof invitation>;

const params = z.strictObject({ id: id('Project') });

export const listInvitations = appOperation({
  id: 'listInvitations',
  method: 'get',
  path: '/projects/{id}/invitations',
  summary: 'Open invitations of a project',
  audit: { subject: 'project' },
  params,
  query: z.strictObject(paging),
  answer: plainList(invitation),
});

export const inviteMember = appOperation({
  id: 'inviteMember',
  method: 'post',
  path: '/projects/{id}/invitations',
  summary: 'Invite a person by mail; a person with an account becomes a member',
  audit: { subject: 'project', records: administered('member.invited') },
  params,
  body: z.strictObject({ email: z.string({ error: 'email is required' }), role: text }),
  status: 201,
  answer: one(z.strictObject({ member: member.nullable(), invitation: invitation.nullable() })),
});

export const withdrawInvitation = appOperation({
  id: 'withdrawInvitation',
  method: 'delete',
  path: '/projects/{id}/invitations/{invitationId}',
  summary: 'Withdraw an invitation',
  audit: { subject: 'project', records: administered('invitation.withdrawn') },
  params: params.extend({ invitationId: id('Invitation') }),
  answer: success,
});

export const acceptInvitation = appOperation({
  id: 'acceptInvitation',
  method: 'post',
  path: '/invitations/accept',
  summary: 'Accept an invitation as the signed-in person',
  audit: { subject: 'user', records: { action: 'changed', operation: 'invitation.accepted' } },
  body: z.strictObject({ token: textOrEmpty }),
  answer: one(z.strictObject({ project_id: z.string() })),
});

/** Before an account exists. The token is in the body, so no log of addresses holds it. */
const beforeSignIn = { access: 'open', sameOrigin: true, rate: ['invitation'] } as const;

export const viewInvitation = appOperation({
  id: 'viewInvitation',
  method: 'post',
  path: '/invitations/look',
  summary: 'What an invitation’s link leads to',
  ...beforeSignIn,
  audit: { subject: 'project', records: 'nothing' },
  body: z.strictObject({ token: textOrEmpty }),
  answer: one(
    z
      .strictObject({
        email: z.string(),
        project_title: z.string(),
        role,
        invited_by_name: z.string().nullable(),
        has_account: z.boolean(),
        good_until: moment.nullable(),
      })
      .meta({ id: 'InvitationFacts' }),
  ),
});

export const registerInvited = appOperation({
  id: 'registerInvited',
  method: 'post',
  path: '/invitations/register',
  summary: 'Create the account of an invited person',
  ...beforeSignIn,
  audit: { subject: 'user', records: { action: 'created', operation: 'invitation.accepted' } },
  body: z.strictObject({ token: textOrEmpty, name: textOrEmpty, password: textOrEmpty }),
  status: 201,
  answer: one(z.strictObject({ project_id: z.string(), email: z.string() })),
});
