import { jest } from '@jest/globals';
import { walk } from '@symbio/operations/walk';
import { Api, LOCAL_PASSWORD, stackUrl, type Many, type Project } from './api-client.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  SYMBIO_URL: stackUrl(),
  SYMBIO_EMAIL: 'staff@symbio.test',
  SYMBIO_PASSWORD: LOCAL_PASSWORD,
  ...more,
});

async function run(settings: NodeJS.ProcessEnv): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const code = await walk.run([], { env: settings, print, say: print, signal: new AbortController().signal });
  return { code, lines };
}

describe('the walk of helm test', () => {
  it('goes from the sign-in to the export, says each step, and leaves nothing', async () => {
    const { code, lines } = await run(env());
    expect(code).toBe(0);
    for (const step of ['signed in', 'made the project', 'uploaded', 'page is there', 'tile', 'annotated', 'mention'])
      expect(lines.join('\n')).toContain(step);
    expect(lines.at(-1)).toBe('The main job works.');
    const staff = await Api.signIn('staff@symbio.test');
    const { body } = await staff.get<Many<Project>>('/api/public/projects?search=Walk%2020');
    expect(body.data).toEqual([]);
    const deleted = await staff.get<Many<Project>>('/api/deleted-projects');
    expect(deleted.body.data.filter(({ title }) => title.startsWith('Walk 20'))).toEqual([]);
  });

  it('names the setting that is missing, and the step that fails', async () => {
    await expect(run(env({ SYMBIO_PASSWORD: undefined }))).rejects.toThrow('SYMBIO_PASSWORD is missing.');
    await expect(run(env({ SYMBIO_PASSWORD: 'wrong-password' }))).rejects.toThrow(
      /^The walk ended here: POST \/api\/auth\/sign-in answered 401/,
    );
  });
});
