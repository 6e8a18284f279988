import { renderScreen } from '../../../testing/render.js';
import { MarkdownText } from './markdown-text.js';
import { appPath } from './app-path.js';

const drawn = (markdown: string): HTMLElement => renderScreen(<MarkdownText>{markdown}</MarkdownText>).container;

describe('Markdown (ISSUE-17)', () => {
  it('shifts headings below those of the screen, and has lists, tables, code and task lists', () => {
    const view = drawn(
      '# One\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`\n\n```\nlet a;\n```',
    );
    expect(view.querySelector('h3')?.textContent).toBe('One');
    expect(view.querySelector('h1')).toBeNull();
    expect([...view.querySelectorAll('[role="img"]')].map((box) => box.getAttribute('aria-label'))).toEqual([
      'Done',
      'To do',
    ]);
    expect(view.querySelectorAll('td')).toHaveLength(2);
    expect(view.querySelector('pre')?.tabIndex).toBe(0);
  });

  it('shows HTML as text', () => {
    const view = drawn('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b onclick="x()">bold</b>');
    expect(view.querySelector('script, img, b, [onclick]')).toBeNull();
    expect(view.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'])(
    'does not link %s',
    (address) => {
      const view = drawn(`[go](<${address}>)`);
      expect(view.querySelector('a[href]')).toBeNull();
      expect(view.textContent).toBe('go');
    },
  );

  it('links to the web with noopener, and to Symbio internally', () => {
    const links = [
      ...drawn(
        '[a](https://example.test/x) [b](mailto:a@b.test) [c](/issues/SYM-1) [d](//example.test/)',
      ).querySelectorAll('a'),
    ];
    expect(links.map((link) => [link.getAttribute('href'), link.target, link.rel.includes('noopener')])).toEqual([
      ['https://example.test/x', '_blank', true],
      ['mailto:a@b.test', '_blank', true],
      ['/issues/SYM-1', '', false],
      ['//example.test/', '_blank', true],
    ]);
  });

  it('replaces external images by links', () => {
    const view = drawn('![spy](https://example.test/pixel.png) ![own](/files/issues/a.png?exp=1) ![call](/api/me)');
    expect([...view.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))).toEqual([
      '/files/issues/a.png?exp=1',
    ]);
    expect([...view.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['spy', 'call']);
  });
});

it.each([
  ['/projects/p-1?x=1#y', '/projects/p-1?x=1#y'],
  ['//evil.test', undefined],
  ['/\\evil.test', undefined],
  ['/\t/evil.test', undefined],
  ['/.//evil.test', undefined],
  ['https://evil.test', undefined],
  ['javascript:alert(1)', undefined],
  ['projects', undefined],
  ['', undefined],
])('%j is %j within Symbio (ISSUE-14)', (written, path) => expect(appPath(written)).toBe(path));
