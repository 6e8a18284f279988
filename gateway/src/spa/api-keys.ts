import { clientId } from '@symbio/api';
import { about, administered, unseen } from '../http/audit/audit-subject.js';
import type { Router } from 'express';
import { invalidFields } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { ApiKey, KeyWrite } from '@symbio/proto/identity';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { storeInstead } from '../http/idempotency.js';
import { body, listOf, paging, pathId, text } from '../http/input.js';
import { list } from '../http/lists.js';
import { moment, type Presented } from '../present/json.js';
import { idOrNone, mintOf, parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

const creation = z.strictObject({
  id: clientId,
  name: text,
  user_id: text,
  author_id: text,
  project_ids: z.array(z.string()).nullish(),
  access: text,
  /** Expiry of the key; null for never. */
  expires_at: z.iso.datetime({ offset: true, message: 'expires_at must be a date and time' }).nullish(),
});

const rotation = z.strictObject({ rotation_id: z.uuid({ error: 'rotation_id must be a UUID' }).optional() });

/** The same for a repeated rotation. */
const ALREADY_ROTATED =
  'The secret has already been replaced. It was shown once and cannot be shown again: if it is lost, replace it again.';

const presentWrite = (write: KeyWrite): Presented<Omit<KeyWrite, 'apiKeyId'>> => ({
  id: write.id,
  at: moment(write.at),
  method: write.method,
  operation: write.operation,
  resource_id: write.resourceId || null,
  status: write.status,
  request_id: write.requestId,
  address: write.address || null,
  run_id: write.runId || null,
  user_id: write.userId,
  author_id: write.authorId,
});

/** Message of a repeated creation, instead of the secret. */
const SECRET_ALREADY_SHOWN =
  'This key already exists. Its secret was shown once and cannot be shown again: if it is lost, revoke this key and create another one.';

/** /api/api-keys: API keys for programs (OP-21). */
export function apiKeys({ identity, project }: Pick<Clients, 'identity' | 'project'>): Router {
  /** Keys as list rows, with names of their users and authors. */
  async function rowsOf(keys: ApiKey[], parent: CallParent) {
    const [{ names }, { authors }] = await Promise.all([
      identity.getUserNames({ ids: keys.map(({ userId }) => userId) }, parent),
      identity.getAuthors({ ids: keys.map(({ authorId }) => authorId) }, parent),
    ]);
    const authorNames = new Map(authors.map(({ id, displayName }) => [id, displayName]));
    return keys.map((key) => ({
      id: key.id,
      name: key.name,
      user_id: key.userId,
      user_name: names[key.userId] ?? '',
      author_id: key.authorId,
      author_name: authorNames.get(key.authorId) ?? '',
      project_ids: key.projectIds,
      hint: key.hint,
      access: key.access,
      created_at: moment(key.createdAt),
      expires_at: moment(key.expiresAt),
      last_used_at: moment(key.lastUsedAt),
      last_used_address: key.lastUsedAddress || null,
      rotated_at: moment(key.rotatedAt),
      old_secret_until: moment(key.oldSecretUntil),
    }));
  }

  /** @throws AppError INVALID_ARGUMENT for unknown projects */
  async function checkProjects(ids: string[], parent: CallParent): Promise<void> {
    const known = ids.filter((id) => idOrNone(id) !== '');
    const { roles } = known.length > 0 ? await project.checkAccess({ projectIds: known }, parent) : { roles: {} };
    if (ids.some((id) => !Object.hasOwn(roles, id)))
      throw invalidFields({ project_ids: 'One of these projects does not exist' });
  }

  const router = strictRouter();
  methods(router, '/api-keys', about('key', { get: unseen, post: administered('key.created') }), {
    get: [
      async (request, response) => {
        const parent = parentOf(request);
        const { apiKeys: keys } = await identity.listApiKeys({}, parent);
        const part = listOf(request, keys);
        response.json({ ...part, data: await rowsOf(part.data, parent) });
      },
    ],
    post: [
      async (request, response) => {
        const parent = parentOf(request);
        const { id = mintOf(request)(), ...input } = body(request, creation);
        const projectIds = input.project_ids ?? [];
        await checkProjects(projectIds, parent);
        const { apiKey, key } = await identity.createApiKey(
          {
            id,
            name: input.name ?? '',
            userId: input.user_id ?? '',
            authorId: input.author_id ?? '',
            projectIds,
            access: input.access ?? '',
            expiresAt: input.expires_at ? new Date(input.expires_at) : undefined,
          },
          parent,
        );
        const [row] = await rowsOf(apiKey ? [apiKey] : [], parent);
        const repeated = { data: { ...row, message: SECRET_ALREADY_SHOWN } };
        // the secret is shown once
        storeInstead(response, repeated);
        response.status(201).json(key ? { data: { ...row, key } } : repeated);
      },
    ],
  });
  methods(router, '/api-keys/:id', about('key'), {
    delete: [
      async (request, response) => {
        await identity.revokeApiKey({ id: pathId(request, 'API key') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/api-keys/:id/rotate', about('key'), {
    post: [
      async (request, response) => {
        const parent = parentOf(request);
        const { rotation_id: rotationId = mintOf(request)() } = body(request, rotation);
        const rotated = await identity.rotateApiKey({ id: pathId(request, 'API key'), rotationId }, parent);
        const [row] = await rowsOf(rotated.apiKey ? [rotated.apiKey] : [], parent);
        const repeated = { data: { ...row, message: ALREADY_ROTATED } };
        storeInstead(response, repeated);
        response.json(rotated.key ? { data: { ...row, key: rotated.key } } : repeated);
      },
    ],
  });
  methods(router, '/api-keys/:id/writes', about('key'), {
    get: [
      async (request, response) => {
        const slice = { ...paging(request), cursor: query(request, 'cursor') };
        const asked = { id: pathId(request, 'API key'), paging: slice };
        const { writes, pageInfo } = await identity.listKeyWrites(asked, parentOf(request));
        response.json({ ...list(writes.map(presentWrite), pageInfo), next_cursor: pageInfo?.nextCursor ?? null });
      },
    ],
  });
  return router;
}
