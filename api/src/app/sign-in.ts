import { z } from 'zod';
import { appOperation } from '../operation.js';
import { one } from '../schemas/common.js';
import { noContent, textOrEmpty } from './common.js';
import { me } from './people.js';

/** Before or without a session. */
const open = { access: 'open', sameOrigin: true } as const;

const tokens = {
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().meta({ description: 'Seconds.' }),
};
const session = z.strictObject({ ...tokens, user: me }).meta({ id: 'Session' });
export type SessionJson = z.output<typeof session>;

const signedIn = { subject: 'user', records: { action: 'signed_in', operation: 'sign in' } } as const;
const own = { subject: 'user', records: 'nothing' } as const;

export const getSignInOptions = appOperation({
  id: 'getSignInOptions',
  method: 'get',
  path: '/auth/options',
  summary: 'How people can sign in',
  access: 'open',
  audit: own,
  answer: one(
    z
      .strictObject({
        sso: z.boolean(),
        url: z.string().meta({ description: 'Public URL of the identity provider, required for its cookies.' }),
        realm: z.string(),
        client_id: z.string(),
        support_email: z.string(),
      })
      .meta({ id: 'SignInOptions' }),
  ),
});

export const signIn = appOperation({
  id: 'signIn',
  method: 'post',
  path: '/auth/sign-in',
  summary: 'Sign in with a password',
  ...open,
  refusals: ['unauthenticated'],
  audit: signedIn,
  // first, so its rejections do not count against the address
  rate: ['signInAccount', 'signInAddress'],
  body: z.strictObject({ email: textOrEmpty, password: textOrEmpty }),
  answer: session,
});

export const signInWithCode = appOperation({
  id: 'signInWithCode',
  method: 'post',
  path: '/auth/sso',
  summary: 'Sign in with a code of the identity provider',
  ...open,
  refusals: ['unauthenticated'],
  audit: signedIn,
  rate: ['sso'],
  body: z.strictObject({ code: z.string(), code_verifier: z.string(), redirect_uri: z.string() }),
  answer: session,
});

export const refreshSession = appOperation({
  id: 'refreshSession',
  method: 'get',
  path: '/auth/session',
  summary: 'A new access token for the session of the cookie',
  ...open,
  refusals: ['unauthenticated'],
  audit: own,
  query: z.strictObject({
    optional: z.string().optional().meta({ description: '`1`: without a session 204 instead of 401.' }),
  }),
  answer: session,
});

export const signOut = appOperation({
  id: 'signOut',
  method: 'post',
  path: '/auth/sign-out',
  summary: 'End the session',
  ...open,
  audit: { subject: 'user', records: { action: 'signed_out', operation: 'sign out' } },
  status: 204,
  contentTypes: [],
  answer: noContent,
});

const mailSent = z.strictObject({ status: z.literal('mail_sent') });
const mail = {
  ...open,
  audit: { subject: 'user' },
  rate: ['passwordMail'],
  body: z.strictObject({ email: textOrEmpty }),
  status: 202,
  answer: mailSent,
} as const;

export const requestPasswordReset = appOperation({
  id: 'requestPasswordReset',
  method: 'post',
  path: '/auth/forgot-password',
  summary: 'Mail a link for a new password; the response is the same without an account',
  ...mail,
});

export const resendConfirmation = appOperation({
  id: 'resendConfirmation',
  method: 'post',
  path: '/auth/resend-confirmation',
  summary: 'Mail the confirmation link again; the response is the same without an account',
  ...mail,
});

export const resetPassword = appOperation({
  id: 'resetPassword',
  method: 'post',
  path: '/auth/reset-password',
  summary: 'Set a new password with a mailed token',
  ...open,
  audit: { subject: 'user', records: { action: 'changed', operation: 'password.reset' } },
  rate: ['passwordReset'],
  body: z.strictObject({ token: textOrEmpty, password: textOrEmpty }),
  answer: z.strictObject({ status: z.literal('password_changed') }),
});

export const changePassword = appOperation({
  id: 'changePassword',
  method: 'post',
  path: '/auth/change-password',
  summary: 'Change the own password; ends all other sessions',
  sameOrigin: true,
  audit: { subject: 'user', records: { action: 'changed', operation: 'password.changed' } },
  rate: ['passwordChange'],
  body: z.strictObject({ current_password: textOrEmpty, new_password: textOrEmpty }),
  answer: z.strictObject(tokens),
});

export const signUp = appOperation({
  id: 'signUp',
  method: 'post',
  path: '/auth/sign-up',
  summary: 'Register',
  ...open,
  audit: { subject: 'user' },
  rate: ['signUp'],
  body: z.strictObject({ name: textOrEmpty, email: textOrEmpty, password: textOrEmpty, secretWord: textOrEmpty }),
  status: 201,
  answer: z.strictObject({ status: z.literal('confirmation_sent') }),
});

export const confirmAddress = appOperation({
  id: 'confirmAddress',
  method: 'get',
  path: '/auth/confirm',
  summary: 'The mailed confirmation link: leads to a page',
  access: 'open',
  audit: own,
  rate: ['confirm'],
  query: z.strictObject({ token: z.string().optional() }),
  status: 302,
  contentTypes: [],
  answer: noContent,
});

export const verifySecretWord = appOperation({
  id: 'verifySecretWord',
  method: 'post',
  path: '/secret-manager',
  summary: 'Whether a secret word permits registration',
  ...open,
  audit: { subject: 'user' },
  rate: ['secretWord'],
  body: z.strictObject({ secretWord: textOrEmpty }),
  answer: one(z.strictObject({ isValid: z.boolean() })),
});
