/** Failures in both examples: nothing is created twice, and no partial work remains. */
import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createSymbioClient } from '@symbio/client';
import { runAgent } from './agent.js';

const PYTHON = path.resolve(import.meta.dirname, '../../agent-python');
const RUN = { data: { id: 'r-1', status: 'open' } };
const refusal = (code: string) => ({ error: 'Not now.', code, request_id: 'q-1' });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Server that loses the response to the first POST /runs and refuses the search. */
async function failing() {
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const answer = (response: ServerResponse, status: number, body: object): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
      .end(JSON.stringify(body));
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    const at = `${request.method} ${new URL(request.url ?? '', 'http://x').pathname.replace('/api/public', '')}`;
    asked.push(at);
    if (at === 'POST /runs') {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      if (keys.length === 1) return void request.socket.destroy();
      if (keys.length === 2) return answer(response, 409, refusal('idempotency_in_progress'));
      return answer(response, 201, RUN);
    }
    if (at === 'GET /projects') return answer(response, 200, { data: [{ id: 'p-1', number: 'P-1', title: 'Works' }] });
    if (at === 'POST /authors') return answer(response, 201, { data: { id: 'a-1', display_name: 'Agent' } });
    if (at.startsWith('POST /runs/')) return answer(response, 200, RUN);
    answer(response, 403, refusal('not_authorized'));
  };
  const server = createServer(serve).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, keys };
}

type Example = (url: string, keepProposals: boolean) => Promise<string>;

const inTypeScript: Example = async (url, keepProposals) => {
  const symbio = createSymbioClient({ baseUrl: url, apiKey: 'sk_1', retries: { wait: () => Promise.resolve() } });
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const options = { symbio, projectId: 'p-1', words: 'gas', landUse: 'manufactured_gas_plant', keepProposals, log };
  await expect(runAgent(options)).rejects.toThrow('Not now.');
  return lines.join('\n');
};

const inPython: Example = (url, keepProposals) =>
  new Promise((resolve, reject) => {
    const given = ['agent.py', '--url', url, ...(keepProposals ? ['--keep'] : [])];
    const program = `import sys, time; time.sleep = lambda _: None; sys.path.insert(0, ${JSON.stringify(PYTHON)}); sys.argv = ${JSON.stringify(given)}; import agent; agent.main()`;
    execFile('python3', ['-B', '-c', program], (error, stdout, stderr) => {
      if (stderr.includes('Not now.')) resolve(stdout);
      else reject(error ?? new Error(`it did not fail: ${stderr}`));
    });
  });

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.each<[string, Example, boolean]>([
  ['TypeScript', inTypeScript, true],
  ['Python', inPython, hasPython],
])('an agent in %s that fails', (_language, run, isThere) => {
  const test = isThere ? it : it.skip;

  test('undoes its run, which is created once although the response was lost', async () => {
    const { url, asked, keys } = await failing();
    expect(await run(url, false)).toContain('All writes are undone.');
    expect(keys).toHaveLength(3);
    expect([typeof keys[0], new Set(keys).size]).toEqual(['string', 1]);
    expect(asked.at(-1)).toBe('POST /runs/r-1/undo');
  });

  test('keeps the run with --keep', async () => {
    const { url, asked } = await failing();
    await run(url, true);
    expect(asked.at(-1)).toBe('GET /page-search');
  });
});
