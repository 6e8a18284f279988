import { app } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { ApiKey, KeyWrite } from '@symbio/proto/identity';
import type { Clients } from '../clients.js';
import { listOf, listResponse, pageOf } from '../http/lists.js';
import { idOrNone } from '../http/request.js';
import { route, type Route } from '../http/serve.js';
import { moment, required } from '../present/json.js';
import { success } from '../present/answers.js';

const operations = app.apiKeys;

/** The same for a repeated rotation. */
const ALREADY_ROTATED =
  'The secret has already been replaced. It was shown once and cannot be shown again: if it is lost, replace it again.';

const presentWrite = (write: KeyWrite): app.apiKeys.KeyWriteJson => ({
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

/** A repeat gets a message in place of the secret, which is shown once. */
const secretReplaced = (message: string) => ({
  withoutSecrets: (answer: object) => {
    const { key: _key, ...row } = (answer as { data: app.apiKeys.ApiKeyJson & { key?: string } }).data;
    return { data: { ...row, message } };
  },
});

/** /api/api-keys: API keys for programs (OP-21). */
export function apiKeys({ identity, project }: Pick<Clients, 'identity' | 'project'>): Route[] {
  async function rowsOf(keys: ApiKey[], parent: CallParent): Promise<app.apiKeys.ApiKeyJson[]> {
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

  /** A key with its secret, or with the message of a repeat. */
  async function shown(apiKey: ApiKey | undefined, key: string, message: string, parent: CallParent) {
    const [row] = await rowsOf([required(apiKey)], parent);
    return { data: { ...required(row), ...(key ? { key } : { message }) } };
  }

  return [
    route(operations.listApiKeys, async ({ query }, { parent }) => {
      const part = listOf((await identity.listApiKeys({}, parent)).apiKeys, query);
      return { ...part, data: await rowsOf(part.data, parent) };
    }),
    route(
      operations.createApiKey,
      async ({ body }, { parent, mintId }) => {
        const projectIds = body.project_ids ?? [];
        await checkProjects(projectIds, parent);
        const { apiKey, key } = await identity.createApiKey(
          {
            id: body.id ?? mintId(),
            name: body.name ?? '',
            userId: body.user_id ?? '',
            authorId: body.author_id ?? '',
            projectIds,
            access: body.access ?? '',
            expiresAt: body.expires_at ? new Date(body.expires_at) : undefined,
          },
          parent,
        );
        return shown(apiKey, key, SECRET_ALREADY_SHOWN, parent);
      },
      secretReplaced(SECRET_ALREADY_SHOWN),
    ),
    route(operations.revokeApiKey, async ({ params }, { parent }) => {
      await identity.revokeApiKey(params, parent);
      return success();
    }),
    route(
      operations.rotateApiKey,
      async ({ params: { id }, body }, { parent, mintId }) => {
        const asked = { id, rotationId: body.rotation_id ?? mintId() };
        const { apiKey, key } = await identity.rotateApiKey(asked, parent);
        return shown(apiKey, key, ALREADY_ROTATED, parent);
      },
      secretReplaced(ALREADY_ROTATED),
    ),
    route(operations.listKeyWrites, async ({ params: { id }, query }, { parent }) => {
      const { writes, pageInfo } = await identity.listKeyWrites({ id, paging: pageOf(query) }, parent);
      return listResponse(writes.map(presentWrite), pageInfo);
    }),
  ];
}
