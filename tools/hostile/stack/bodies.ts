/** Nasty texts, operators and prototypes in every place of every body and query. */
import { newId } from '@symbio/kit';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { jsonParts, Session } from '../../drills/work/session.js';
import { Site, type Answer } from '../../drills/work/site.js';
import { makeWorld } from '../../drills/work/world.js';
import { counted } from '../report.js';
import type { Ground, Tried } from './ground.js';
import { answerFault, placesOf, textPlaces, textsUnder } from './places.js';
import { requestsOf, type Ids, type Request } from './requests.js';
import { EXTRA_FIELDS, NASTY, OPERATORS, QUERY_FORMS } from './texts.js';

/** Requests at a time. */
const SIDE_BY_SIDE = 4;

interface Row {
  id: string;
}

/** Ids of the attacker's own things, one for each kind. */
export async function idsOf({ enemy }: Ground): Promise<Ids> {
  const { projectId, documentId, pageId, featureId, issueId } = await makeWorld(enemy);
  const make = async (at: string, fields: object): Promise<string> =>
    (await enemy.json<{ data: Row }>('POST', at, fields)).data.id;
  const annotation = await make('/api/public/annotations', {
    document_id: documentId,
    document_page_id: pageId,
    annotation_type: 'ellipse',
    coordinates: { centerX: 100, centerY: 200, radiusX: 20, radiusY: 20, theta: 0 },
    content: 'A tank',
  });
  const mention = await make('/api/public/mentions', {
    feature_of_interest_id: featureId,
    source_annotation_id: annotation,
    narrative: 'A tank is drawn here.',
  });
  const hooks = { url: 'https://hooks.example.com/symbio', events: ['issue.restored'] };
  const webhook = await make('/api/public/webhooks', hooks);
  const people = await enemy.list<Row & { email: string }>('/api/users');
  const visit = { visit_date: '2026-05-04', access_granted: true, findings: 'Stained soil.' };
  const author = { agent_name: 'Enemy', agent_version: newId(), agent_date: '2026-11-22' };
  return {
    project_id: projectId,
    document_id: documentId,
    document_page_id: pageId,
    page_id: pageId,
    feature_of_interest_id: featureId,
    issue_id: issueId,
    annotation_id: annotation,
    source_annotation_id: annotation,
    mention_id: mention,
    webhook_id: webhook,
    user_id: people.find(({ email }) => email === 'customer@symbio.test')?.id ?? '',
    visit_id: await make(`/api/projects/${projectId}/site-visits`, visit),
    author_id: await make('/api/public/authors', author),
  };
}

export interface Attempt {
  name: string;
  send: () => Promise<Answer>;
  /** Checks an answer that is neither a server error nor a refusal. */
  look?: (answer: Answer) => string | undefined;
}

/** Sends all of them, a few at a time. */
export async function sendAll(attempts: readonly Attempt[]): Promise<Pick<Tried, 'tried' | 'answered' | 'faults'>> {
  const faults = new Map<string, number>();
  const statuses: string[] = [];
  const queue = attempts.values();
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (const { name, send, look } of queue) {
        let fault: string | undefined;
        try {
          const answer = await send();
          statuses.push(String(answer.status));
          fault = answerFault(answer.status, answer.body) ?? (answer.status < 400 ? look?.(answer) : undefined);
        } catch (error) {
          statuses.push('none');
          fault = `had no answer: ${String(error)}`;
        }
        const line = `${name} ${fault ?? ''}`.replaceAll(/"request_id":"[^"]*"/g, '');
        if (fault !== undefined) faults.set(line, (faults.get(line) ?? 0) + 1);
      }
    }),
  );
  return { tried: statuses.length, answered: counted(statuses), faults: [...faults.keys()] };
}

/** MCP requires both answer types in Accept; other requests are refused unread. */
const withAnswersOfModels = (path: string, { headers, body }: ReturnType<typeof jsonParts>) => ({
  headers: path === '/mcp' ? { ...headers, accept: 'application/json, text/event-stream' } : headers,
  body,
});

const sendBody =
  (session: Session, { method, path }: Request, body: unknown): (() => Promise<Answer>) =>
  () =>
    session.send(method, path, withAnswersOfModels(path, jsonParts(body)));

/** The request about a new thing, so that it is not an idempotent repeat. */
const afresh = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'id' in body ? { ...body, id: newId() } : body;

/** The stored text must equal the sent one, or its trimmed form. */
function stored(answer: Answer, name: string, text: string): string | undefined {
  // a blank text may become a default or nothing
  if (text.trim() === '') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer.body.toString());
  } catch {
    return undefined;
  }
  const found = textsUnder(parsed, name);
  if (found.length === 0 || found.some((one) => one === text || one === text.trim())) return undefined;
  // lists contain other rows, too; a similar but different text was altered
  const altered = found.find((one) => one.includes(text.trim().slice(0, 5)) || text.includes(one.slice(0, 20)));
  return altered === undefined || altered === '' ? undefined : `stored ${JSON.stringify(altered).slice(0, 80)}`;
}

/** Nasty texts in every text of every body. */
export async function tryTexts(ground: Ground, ids: Ids): Promise<Tried> {
  const attempts = requestsOf(ids).flatMap((request) =>
    textPlaces(request.body).flatMap((place) =>
      Object.entries(NASTY).map(([what, text]): Attempt => ({
        name: `${request.name}, ${what} in ${place.where}`,
        send: () => sendBody(ground.enemy, request, afresh(place.with(text)))(),
        look: (answer) => stored(answer, place.name, text),
      })),
    ),
  );
  return sendAll(attempts);
}

const withQuery = ({ path }: Request, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** Operators, prototypes and lists in every place of bodies and queries; queries also as a user without access. */
export async function tryOperators(ground: Ground, ids: Ids): Promise<Tried> {
  const requests = requestsOf(ids);
  const bodies = requests
    .filter(({ body }) => body !== undefined)
    .flatMap((request) => [
      ...placesOf(request.body).flatMap((place) =>
        Object.entries(OPERATORS).map(([what, value]): Attempt => ({
          name: `${request.name}, ${what} in ${place.where}`,
          send: () => sendBody(ground.enemy, request, afresh(place.with(value)))(),
        })),
      ),
      ...EXTRA_FIELDS.map((extra): Attempt => ({
        name: `${request.name} with ${JSON.stringify(extra)}`,
        send: () => {
          const text = JSON.stringify(afresh(request.body)).replace(/\}$/, `,${JSON.stringify(extra).slice(1)}`);
          const headers = { 'content-type': 'application/json' };
          return ground.enemy.send(request.method, request.path, { headers, body: Buffer.from(text) });
        },
      })),
    ]);
  const site = new Site(ground.stack.url);
  const stranger = new Session(site, 'customer@symbio.test', LOCAL_PASSWORD);
  const secret = ground.work.world.run;
  const queries = requests
    .filter(({ method }) => method === 'GET')
    .flatMap((request) =>
      request.parameters.flatMap((name) =>
        QUERY_FORMS.map((form, index): Attempt => {
          const session = index % 2 === 0 ? ground.enemy : stranger;
          // without the plain parameter: its odd form alone must not widen the query
          const path = { ...request, path: request.path.replace(new RegExp(`\\b${name}=[^&]*&?`), '') };
          return {
            name: `${request.name}?${form(name).slice(0, 60)}`,
            send: () => session.send('GET', withQuery(path, form(name))),
            look: ({ body }) =>
              session === stranger && body.includes(secret) ? 'showed a stranger what is none of theirs' : undefined,
          };
        }),
      ),
    );
  try {
    const found = await sendAll([...bodies, ...queries]);
    const { body } = await ground.enemy.send('GET', '/api/me');
    return { ...found, faults: [...found.faults, ...(body.includes('polluted') ? ['a prototype was changed'] : [])] };
  } finally {
    site.close();
  }
}
