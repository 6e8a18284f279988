import { z } from 'zod';
import { API_KEY_ACCESS } from '@symbio/proto/identity/vocabulary';
import { administered, appOperation } from '../operation.js';
import { clientId, cursorPaging, id, list, moment, one, paging, success, text, word } from '../schemas/common.js';
import { plainList } from './common.js';

const apiKey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    user_id: z.string().meta({ description: 'Whose access it has.' }),
    user_name: z.string().meta({ description: 'Empty for a deleted user.' }),
    author_id: z.string(),
    author_name: z.string(),
    project_ids: z.array(z.string()).meta({ description: 'Empty: every project of its user.' }),
    hint: z.string().meta({ description: 'Last characters.' }),
    access: word(API_KEY_ACCESS),
    created_at: moment.nullable(),
    expires_at: moment.nullable(),
    last_used_at: moment.nullable(),
    last_used_address: z.string().nullable(),
    rotated_at: moment.nullable(),
    old_secret_until: moment.nullable().meta({ description: 'Until when the previous secret is valid.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyJson = z.output<typeof apiKey>;

/** The secret is in the first response only; a repeat explains why it is missing. */
const withSecret = apiKey
  .extend({ key: z.string().optional(), message: z.string().optional() })
  .meta({ id: 'ApiKeyWithSecret' });

const keyWrite = z
  .strictObject({
    id: z.string(),
    at: moment.nullable(),
    method: z.string(),
    operation: z.string(),
    resource_id: z.string().nullable(),
    status: z.int(),
    request_id: z.string(),
    address: z.string().nullable(),
    run_id: z.string().nullable(),
    user_id: z.string(),
    author_id: z.string(),
  })
  .meta({ id: 'KeyWrite' });
export type KeyWriteJson = z.output<typeof keyWrite>;

const audit = { subject: 'key' };
const params = z.strictObject({ id: id('API key') });

export const listApiKeys = appOperation({
  id: 'listApiKeys',
  method: 'get',
  path: '/api-keys',
  summary: 'API keys',
  audit: { ...audit, records: 'nothing' },
  query: z.strictObject(paging),
  answer: plainList(apiKey),
});

export const createApiKey = appOperation({
  id: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  summary: 'Create an API key; its secret is in the first response only',
  audit: { ...audit, records: administered('key.created') },
  body: z.strictObject({
    id: clientId,
    name: text,
    user_id: text,
    author_id: text,
    project_ids: z.array(z.string()).nullish(),
    access: text,
    expires_at: z.iso
      .datetime({ offset: true, message: 'expires_at must be a date and time' })
      .nullish()
      .meta({ description: 'Null: never.' }),
  }),
  status: 201,
  answer: one(withSecret),
});

export const revokeApiKey = appOperation({
  id: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key',
  audit,
  params,
  answer: success,
});

export const rotateApiKey = appOperation({
  id: 'rotateApiKey',
  method: 'post',
  path: '/api-keys/{id}/rotate',
  summary: 'Replace the secret of an API key',
  audit,
  params,
  body: z.strictObject({ rotation_id: z.uuid({ error: 'rotation_id must be a UUID' }).optional() }),
  answer: one(withSecret),
});

export const listKeyWrites = appOperation({
  id: 'listKeyWrites',
  method: 'get',
  path: '/api-keys/{id}/writes',
  summary: 'Changes made with an API key, newest first',
  audit,
  params,
  query: z.strictObject(cursorPaging),
  answer: list(keyWrite),
});
