/** Two gateways and two of each service behind them share state, also when one dies. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { troubleIn } from '@symbio/tools/build/testing/log-excerpt';
import { eventually, LOCAL_PASSWORD, type Document, type ErrorBody, type Many, type One } from '../api-client.js';
import type { FailingStack } from './stack.js';

/** Per address and minute (gateway/README.md). */
const TRIES = 10;

let pdf: Buffer;
let shared: FailingStack;

async function at<T>(
  gateway: string,
  method: string,
  to: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const response = await fetch(`${shared.stack.gatewayUrls[gateway]}${to}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as T };
}

/** Sends half of an upload after the gateway has accepted it. @returns waits until it is aborted */
async function beginUpload(gateway: string, form: FormData): Promise<() => Promise<unknown>> {
  const whole = new Request('http://gateway.test', { method: 'POST', body: form });
  const bytes = Buffer.from(await whole.arrayBuffer());
  const upload = request(`${shared.stack.gatewayUrls[gateway]}/api/documents`, {
    method: 'POST',
    headers: {
      ...(await shared.staff.authorization()),
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': bytes.length,
      // the server answers this from the process that will handle the request
      expect: '100-continue',
    },
  });
  const broken = once(upload, 'error');
  const taken = once(upload, 'continue');
  upload.flushHeaders();
  await taken;
  upload.write(bytes.subarray(0, bytes.length / 2));
  return () => broken;
}

/** Kills a gateway. @returns waits until it is back */
function kill(name: string): () => Promise<void> {
  const pid = shared.kill(name);
  return () =>
    eventually(async () => {
      const { ok } = await fetch(`${shared.stack.adminUrl(name)}/readyz`);
      expect([ok, shared.stack.pid(name) !== pid]).toEqual([true, true]);
    });
}

/**
 * Checks coordination through the broker; again if a gateway logged that it worked alone after a second.
 *
 * @param look called with the number of previous attempts
 */
async function byTheBroker(look: (times: number) => Promise<void>): Promise<void> {
  for (let times = 0; ; times += 1) {
    const began = Date.now();
    try {
      return await look(times);
    } catch (error) {
      const wentAlone = troubleIn(path.join(shared.dataDir, 'logs'), began, Infinity).some((line) =>
        line.includes(': this process '),
      );
      if (!wentAlone) throw error;
    }
  }
}

export const gatewaysOn = (started: () => FailingStack): void =>
  describe('two gateways', () => {
    beforeAll(async () => {
      shared = started();
      ({ pdf } = await makeTestSheetPdf({ width: 400 }));
    });

    it('renew a session only once between them, and keep it when one dies', () =>
      byTheBroker(async () => {
        const credentials = { email: 'staff@symbio.test', password: LOCAL_PASSWORD };
        const signedIn = await at('gateway', 'POST', '/api/auth/sign-in', {}, credentials);
        const cookie = (headers: Headers): string =>
          headers
            .getSetCookie()
            .map((one) => one.split(';')[0])
            .join('; ');
        const session = (gateway: string, held: string) => at(gateway, 'GET', '/api/auth/session', { cookie: held });
        const first = cookie(signedIn.headers);
        // two tabs on different gateways: a refresh token is valid once
        const tabs = await Promise.all([session('gateway', first), session('gateway-2', first)]);
        expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
        const [second = ''] = tabs.map(({ headers }) => cookie(headers));
        const back = kill('gateway');
        const third = await session('gateway-2', second);
        await back();
        expect(third.status).toBe(200);
        const later = await Promise.all(['gateway', 'gateway-2'].map((name) => session(name, cookie(third.headers))));
        expect(later.map(({ status }) => status)).toEqual([200, 200]);
      }));

    it('count tries together', () =>
      byTheBroker(async (times) => {
        const statuses: number[] = [];
        // documentation network (RFC 5737), as set by a proxy in front of the gateways
        const from = { 'x-forwarded-for': `192.0.2.${times + 1}` };
        for (let n = 0; n < TRIES + 2; n++) {
          const credentials = { email: `stranger-${times}-${n}@symbio.test`, password: 'wrong' };
          const gateway = n % 2 === 0 ? 'gateway' : 'gateway-2';
          const { status } = await at(gateway, 'POST', '/api/auth/sign-in', from, credentials);
          statuses.push(status);
        }
        expect(statuses).toEqual([...Array<number>(TRIES).fill(401), 429, 429]);
      }));

    it('report changes made through the other gateway', async () => {
      const stop = new AbortController();
      const response = await fetch(
        `${shared.stack.gatewayUrls['gateway-2']}/api/events?project_id=${shared.project.id}`,
        {
          headers: await shared.staff.authorization(),
          signal: stop.signal,
        },
      );
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let received = '';
      const until = async (text: string): Promise<void> => {
        while (!received.includes(text)) received += (await reader.read()).value ?? '';
      };
      await until(': listening');
      const created = await at<One<{ id: string }>>(
        'gateway',
        'POST',
        `/api/projects/${shared.project.id}/site-visits`,
        await shared.staff.authorization(),
        { visit_date: '2027-01-15', access_granted: true },
      );
      expect(created.status).toBe(201);
      await until(`"entity":"visit","verb":"created","id":"${created.body.data.id}"`);
      stop.abort();
    });

    it('complete an upload exactly once after the other gateway died', async () => {
      const id = randomUUID();
      const form = (): FormData => {
        const parts = new FormData();
        parts.append('project_id', shared.project.id);
        parts.append('id', id);
        parts.append('files', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'sheet.pdf');
        return parts;
      };
      const send = async (gateway: string) => {
        const headers = await shared.staff.authorization();
        const address = `${shared.stack.gatewayUrls[gateway]}/api/documents`;
        return fetch(address, { method: 'POST', headers, body: form() });
      };
      const broken = await beginUpload('gateway', form());
      const back = kill('gateway');
      await broken();
      const answer = await send('gateway-2');
      expect(answer.status).toBe(201);
      await back();
      const again = (await (await send('gateway')).json()) as Many<{ document: Document }>;
      expect(again.data[0]?.document.id).toBe(id);
      const { body } = await shared.staff.get<Many<Document>>(`/api/documents?project_id=${shared.project.id}`);
      expect(body.data.map((document) => document.id)).toEqual([id]);
      // any replica of the document service returns it
      for (let n = 0; n < 4; n++) {
        const file = await fetch(`${shared.stack.url}${body.data[0]?.file_url ?? ''}`);
        expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
      }
    });

    it('give a repeat under an Idempotency-Key the first answer, whichever is asked', async () => {
      const headers = { ...(await shared.staff.authorization()), 'idempotency-key': randomUUID() };
      const issue = { title: 'Asked twice', description: 'Of two gateways.' };
      const ask = (gateway: string) =>
        at<One<{ id: string }> & ErrorBody>(gateway, 'POST', '/api/public/issues', headers, issue);
      const [first, second] = [await ask('gateway'), await ask('gateway-2')];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
    });
  });
