/** Nasty texts, operators and prototypes in every place of every body and query. */
import pMap from 'p-map';
import type { ApiClient } from '@symbio/fixtures/api-client';
import { jsonParts, type Answer } from '@symbio/fixtures/http-client';
import { newId } from '@symbio/runtime';
import { counted } from '../../harness/report.js';
import { makeFindings, makeWorld, type Item } from '../../harness/world.js';
import { answerFault, placesOf, textPlaces, textsUnder } from './places.js';
import { requestsOf, type Ids, type Request } from './requests.js';
import type { Attack, Target } from './target-stack.js';
import { EXTRA_FIELDS, NASTY, OPERATORS, QUERY_FORMS } from './texts.js';

const CONCURRENCY = 4;

export async function idsOf({ attacker }: Target): Promise<Ids> {
  const world = await makeWorld(attacker);
  const { projectId, documentId, pageId, featureId, issueId } = world;
  const { annotationId, mentionId } = await makeFindings(attacker, world);
  const make = async (path: string, fields: object): Promise<string> =>
    (await attacker.post<{ data: Item }>(path, fields)).data.id;
  const people = await attacker.list<Item & { email: string }>('/api/users');
  const hooks = { url: 'https://hooks.example.com/symbio', events: ['issue.restored'] };
  const visit = { visit_date: '2026-05-04', access_granted: true, findings: 'Stained soil.' };
  const author = { agent_name: 'Attacker', agent_version: newId(), agent_date: '2026-11-22' };
  return {
    project_id: projectId,
    document_id: documentId,
    document_page_id: pageId,
    page_id: pageId,
    feature_of_interest_id: featureId,
    issue_id: issueId,
    annotation_id: annotationId,
    source_annotation_id: annotationId,
    mention_id: mentionId,
    webhook_id: await make('/api/public/webhooks', hooks),
    user_id: people.find(({ email }) => email === 'customer@symbio.test')?.id ?? '',
    visit_id: await make(`/api/projects/${projectId}/site-visits`, visit),
    author_id: await make('/api/public/authors', author),
  };
}

export interface Attempt {
  name: string;
  send: () => Promise<Answer>;
  /** Checks an answer that is neither a server error nor a refusal. */
  check?: (answer: Answer) => string | undefined;
}

export async function sendAll(attempts: readonly Attempt[]): Promise<Attack> {
  const faults = new Set<string>();
  const statuses = await pMap(
    attempts,
    async ({ name, send, check }) => {
      const fail = (fault: string | undefined): void => {
        if (fault !== undefined) faults.add(`${name} ${fault}`.replaceAll(/"request_id":"[^"]*"/g, ''));
      };
      try {
        const answer = await send();
        fail(answerFault(answer.status, answer.body) ?? (answer.status < 400 ? check?.(answer) : undefined));
        return String(answer.status);
      } catch (error) {
        fail(`had no answer: ${String(error)}`);
        return 'none';
      }
    },
    { concurrency: CONCURRENCY },
  );
  return { tried: statuses.length, answered: counted(statuses), faults: [...faults] };
}

/** Sends a body; MCP requires both answer types in Accept, other requests are refused unread. */
const sendBody = (client: ApiClient, { method, path }: Request, body: unknown): Promise<Answer> => {
  const { headers, body: bytes } = jsonParts(body);
  const accept: Record<string, string> = path === '/mcp' ? { accept: 'application/json, text/event-stream' } : {};
  return client.send(method, path, { headers: { ...headers, ...accept }, body: bytes });
};

/** Body with another id, so it is not an idempotent repeat. */
const withNewId = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'id' in body ? { ...body, id: newId() } : body;

/** The stored text must equal the sent one, or its trimmed form. */
function storedFault({ body }: Answer, name: string, text: string): string | undefined {
  // a blank text may become a default or nothing
  if (text.trim() === '') return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  const found = textsUnder(answer, name);
  if (found.length === 0 || found.some((one) => one === text || one === text.trim())) return undefined;
  // lists contain other rows, too; a similar but different text was altered
  const altered = found.find((one) => one.includes(text.trim().slice(0, 5)) || text.includes(one.slice(0, 20)));
  return altered === undefined || altered === '' ? undefined : `stored ${JSON.stringify(altered).slice(0, 80)}`;
}

export const tryTexts = ({ attacker }: Target, ids: Ids): Promise<Attack> =>
  sendAll(
    requestsOf(ids).flatMap((request) =>
      textPlaces(request.body).flatMap((place) =>
        Object.entries(NASTY).map(([kind, text]): Attempt => ({
          name: `${request.name}, ${kind} in ${place.where}`,
          send: () => sendBody(attacker, request, withNewId(place.with(text))),
          check: (answer) => storedFault(answer, place.name, text),
        })),
      ),
    ),
  );

const bodiesOf = (attacker: ApiClient, request: Request): Attempt[] => [
  ...placesOf(request.body).flatMap((place) =>
    Object.entries(OPERATORS).map(([kind, value]): Attempt => ({
      name: `${request.name}, ${kind} in ${place.where}`,
      send: () => sendBody(attacker, request, withNewId(place.with(value))),
    })),
  ),
  ...EXTRA_FIELDS.map((extra): Attempt => ({
    name: `${request.name} with ${JSON.stringify(extra)}`,
    send: () => {
      // as text: an object with __proto__ would lose it
      const text = JSON.stringify(withNewId(request.body)).replace(/\}$/, `,${JSON.stringify(extra).slice(1)}`);
      const headers = { 'content-type': 'application/json' };
      return attacker.send(request.method, request.path, { headers, body: Buffer.from(text) });
    },
  })),
];

/** Operators, prototypes and lists in every place of bodies and queries; queries also as a user without access. */
export async function tryOperators({ attacker, stranger, work }: Target, ids: Ids): Promise<Attack> {
  const requests = requestsOf(ids);
  const queriesOf = (request: Request, name: string): Attempt[] =>
    QUERY_FORMS.map((form, index) => {
      const client = index % 2 === 0 ? attacker : stranger;
      // without the plain parameter: its odd form alone must not widen the query
      const path = request.path.replace(new RegExp(`\\b${name}=[^&]*&?`), '');
      return {
        name: `${request.name}?${form(name).slice(0, 60)}`,
        send: () => client.send('GET', `${path}${path.includes('?') ? '&' : '?'}${form(name)}`),
        check: ({ body }) =>
          client === stranger && body.includes(work.world.run) ? 'showed a stranger data of others' : undefined,
      };
    });
  const found = await sendAll([
    ...requests.filter(({ body }) => body !== undefined).flatMap((request) => bodiesOf(attacker, request)),
    ...requests
      .filter(({ method }) => method === 'GET')
      .flatMap((request) => request.parameters.flatMap((name) => queriesOf(request, name))),
  ]);
  const { body } = await attacker.send('GET', '/api/me');
  return { ...found, faults: [...found.faults, ...(body.includes('polluted') ? ['a prototype was changed'] : [])] };
}
