import { projectFields } from '@symbio/fixtures/samples';
import { loadHttp, requestBytes, type RequestParts } from '../harness/http-load.js';
import { newKeys } from '../load/people.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { LoadFigures, type Target } from './measured-load.js';
import { cpuSecondsByProcess, withProduct } from './product.js';

/** Projects that exist when lists are measured; an answer shows 20 of them. */
const PROJECTS = 500;
const QUICK_PROJECTS = 50;
/** Open tabs of an office. */
const CONNECTIONS = 20;

interface Operation {
  /** Nth request; a creation has another body each time. */
  request: (n: number, keys: readonly string[]) => RequestParts;
  status: number;
}

const LIST = { path: '/api/public/projects?page=1&per_page=20' };

const OPERATIONS = {
  list: { request: () => LIST, status: 200 },
  create: {
    request: (n) => ({ method: 'POST', path: '/api/public/projects', body: projectFields(`${n} Scale Street`) }),
    status: 201,
  },
  /** List by as many callers as there are connections, of whom no two can share an answer. */
  distinct: {
    request: (n, keys) => ({ ...LIST, headers: { Authorization: `Bearer ${keys[n % keys.length]}` } }),
    status: 200,
  },
  authors: { request: () => ({ path: '/api/public/authors' }), status: 200 },
} as const satisfies Record<string, Operation>;

/** Requests a second of the gateway, with everything behind it. */
export const benchApi = (run: BenchRun): Promise<Figure[]> =>
  withProduct(
    async ({ client, stack }) => {
      const keys = await newKeys(client, 0, CONNECTIONS);
      let sent = 0;
      const targetOf = async ({ request, status }: Operation): Promise<Target> => {
        const headers = { Authorization: (await client.authorization())['authorization'] ?? '' };
        return {
          url: stack.url,
          connections: CONNECTIONS,
          status,
          request: () => {
            const { headers: own, ...parts } = request(sent++, keys);
            return requestBytes(stack.url, { ...parts, headers: { ...headers, ...own } });
          },
          cpuSeconds: () => cpuSecondsByProcess(stack),
        };
      };
      const projects = run.quick ? QUICK_PROJECTS : PROJECTS;
      run.log(`Making ${projects} projects`);
      await loadHttp({ ...(await targetOf(OPERATIONS.create)), isOver: ({ answered }) => answered >= projects });
      const figures: Figure[] = [];
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        const measured = new LoadFigures();
        for (let turn = 1; turn <= run.runs; turn++) {
          run.log(`${name}, run ${turn} of ${run.runs}`);
          await measured.measure(await targetOf(operation), run);
        }
        figures.push(...measured.rows(`${name}, gateway`));
      }
      return figures;
    },
    { only: ['gateway'], profile: run.profile },
  );
