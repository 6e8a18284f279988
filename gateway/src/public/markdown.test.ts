import { openApiDocument, operations } from '@symbio/api';
import { closeServers, serveHandlers } from '../testing.js';
import { describedInMarkdown } from './markdown.js';

afterEach(closeServers);

async function ask(path: string, publicUrl = '') {
  const origin = await serveHandlers(describedInMarkdown(() => openApiDocument(operations), publicUrl));
  const response = await fetch(`${origin}${path}`);
  const [type, cache] = ['content-type', 'cache-control'].map((name) => response.headers.get(name));
  return { origin, status: response.status, type, cache, text: await response.text() };
}

describe('texts for language models', () => {
  it('need no credentials, and contain this server’s addresses', async () => {
    const { origin, status, type, text } = await ask('/llms.txt');
    expect(status).toBe(200);
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`(${origin}/api/public/docs/createAnnotation.md)`);
    expect((await ask('/llms-full.txt', 'https://symbio.test')).text).toContain(
      'curl -X POST "https://symbio.test/api/public/annotations"',
    );
  });

  it.each(['/llms.txt', '/llms-full.txt', '/api/public/docs/createAnnotation.md'])(
    'are cached by shared caches only if their addresses do not come from the request (%s)',
    async (path) => {
      expect((await ask(path)).cache).toBe('private, max-age=300');
      expect((await ask(path, 'https://symbio.test')).cache).toBe('public, max-age=300');
    },
  );

  it('exist for each operation, and for no other', async () => {
    const page = await ask('/api/public/docs/createAnnotation.md');
    expect(page).toMatchObject({ status: 200, type: 'text/markdown; charset=utf-8' });
    expect(page.text).toContain('# Create an annotation');
    expect(await ask('/api/public/docs/bakeCake.md')).toMatchObject({ status: 404 });
  });
});
