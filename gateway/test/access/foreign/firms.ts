/** Two client firms on one installation (decision 0158). */
import { newId } from '@symbio/runtime';
import {
  ADMINISTRATOR,
  CREATOR,
  KEY_OF_ADMINISTRATOR,
  KEY_OF_EDITOR,
  KEY_OF_STAFF,
  OWNER,
  PEOPLE,
  STAFF,
} from '../callers.js';
import { issuedVersion } from '../rows/reports.js';
import { newDelivery } from '../rows/webhooks.js';
import { there } from '../there.js';
import { makeWorld, type World } from '../world.js';
import type { Foreign, Sender } from './tries.js';
import { EACH, OWN_NAME, foreignThings } from './worlds.js';

/** An administrator, a consultant and a customer of a firm, by turn. */
const SENDERS: readonly Sender[] = [
  { person: ADMINISTRATOR, key: KEY_OF_ADMINISTRATOR },
  { person: STAFF, key: KEY_OF_STAFF },
  { person: OWNER, key: KEY_OF_EDITOR },
];

export const byTurn = <T>(requests: readonly T[]): { request: T; by: Sender }[] =>
  requests.map((request, turn) => ({ request, by: there(SENDERS[turn % SENDERS.length], 'sender') }));

/** Answers what people of the own firm asked for, with the ids that they named. */
export const OF_OWN_REQUESTS = /audit/i;

const OF_OPENINGS = 'narrows the openings of a project: a stranger has none there';
const LEFT_OUT = 'is left out, as an id of nothing is';

/** As EXPLAINED, of ids in no project. */
export const EXPLAINED_IN_NO_PROJECT: Readonly<Record<string, string>> = {
  'POST /api/public/comments body.id': OWN_NAME,
  'POST /api/public/issues body.id': OWN_NAME,
  'POST /api/public/issues/comments body.id': OWN_NAME,
  'POST /api/public/webhooks body.id': OWN_NAME,
  'feature.createComment id': OWN_NAME,
  'issue.createIssue id': OWN_NAME,
  'issue.createComment id': OWN_NAME,
  'issue.addScreenshot [].part.value.id': OWN_NAME,
  'webhook.createWebhook id': OWN_NAME,
  'webhook.testWebhook deliveryId': OWN_NAME,
  'project.recordUserAnswers id': OWN_NAME,
  'identity.createApiKey id': OWN_NAME,
  'webhook.createWebhook apiKeyId':
    'is the key of the caller, as the gateway has read it; each answer has a new secret',
  'POST /api/public/issues/comments body.issueId': 'is not read: `issue_id` stands beside it',
  'DELETE /api/public/comments query.id': 'answers that there is no such comment any more, as for no comment',
  'POST /api/public/issues/batch body.ids[+]': EACH,
  'issue.batchUpdateIssues ids[+]': EACH,
  'identity.getUserNames organizationId': 'narrows the names that the caller may read',
  'identity.getUserNames ids[]': LEFT_OUT,
  'identity.getUserNames ids[+]': LEFT_OUT,
  'identity.getAuthors ids[]': LEFT_OUT,
  'identity.getAuthors ids[+]': LEFT_OUT,
  'GET /api/public/projects/:id/page-openings query.user_id': OF_OPENINGS,
  'document.listPageOpenings userId': OF_OPENINGS,
  'identity.listKeyWrites id': 'lists no writes, as of no key',
  'GET /api/api-keys/:id/writes path.api-keys/:id': 'lists no writes, as of no key',
  'identity.rotateApiKey rotationId': 'names a rotation to be: each has a new secret',
};

export interface FirmWorld {
  organizationId: string;
  name: string;
  world: World;
}

export async function makeFirm(operator: World, name: string): Promise<FirmWorld> {
  const { asOperator, system } = operator;
  const { organization } = await system.clients.identity.createOrganization({ id: newId(), name }, await asOperator());
  const { id: organizationId } = there(organization, 'organization');
  const world = await makeWorld(system, { organizationId, name, asOperator });
  // now, while CREATOR is a member of each project that is taken
  await issuedVersion(world);
  return { organizationId, name, world };
}

/** Ids of all that a firm has, in its project and in none; its name is in most of its texts. */
export async function thingsOf({ organizationId, name, world }: FirmWorld): Promise<Foreign> {
  const { ids: ofProject } = await foreignThings(world);
  const { actors, accounts, keys, agentId, feature } = world;
  const fields = {
    title: `${name} sees a fault`,
    description: 'It is on the map.',
    labels: { labels: [`of ${name}`] },
  };
  const issue = await world.newIssue(CREATOR, fields);
  const { webhookId, id: delivery } = await newDelivery(world);
  const ids = {
    ...ofProject,
    organization: [organizationId],
    user: SENDERS.map(({ person }) => actors[person].sub),
    author: [actors[OWNER].authorId, agentId],
    issue: [issue.id, (await world.deletedIssue()).id],
    comment: [(await world.newComment(issue.id)).id],
    evidence_comment: [(await world.newEvidenceComment(feature.id)).id],
    screenshot: [(await world.newScreenshot()).id],
    key: [keys[KEY_OF_ADMINISTRATOR].id],
    webhook: [webhookId],
    delivery: [delivery],
    invitation: [await world.newInvitation()],
  };
  const people = PEOPLE.flatMap((person) => [actors[person].sub, accounts[person].email]);
  return { ids, secrets: [...Object.values(ids).flat(), ...people, name] };
}
