/** What a browser makes of nasty names that are stored: text, and nothing that runs. */
import { randomUUID } from 'node:crypto';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../dev/chromium.js';
import { openContext, settle } from '../../screens/browser.js';
import { looks } from '../../screens/looks.js';
import { jsonParts } from '../../drills/work/session.js';
import { projectFields } from '../../drills/work/world.js';
import type { Ground, Tried } from './ground.js';
import type { Ids } from './requests.js';
import { HIT, NASTY } from './texts.js';

/** Of the kinds of text, those that a browser could run or be misled by. */
const SHOWN = [
  'script',
  'handler',
  'Markdown with script',
  'a template',
  'right to left',
  'a formula',
  'a name of objects',
];

/** Puts each of them where people see it. @returns how many were taken */
async function store({ enemy }: Ground, ids: Ids): Promise<number> {
  let taken = 0;
  for (const kind of SHOWN) {
    const text = NASTY[kind] ?? '';
    const { project_id, issue_id, document_id } = ids;
    for (const [method, path, body] of [
      ['POST', '/api/public/projects', projectFields(randomUUID(), text)],
      ['POST', '/api/public/features', { project_id, name: text }],
      ['POST', '/api/public/issues', { title: text, description: text }],
      ['POST', '/api/public/issues/comments', { issue_id, content: text }],
      ['PUT', `/api/documents/${document_id}`, { title: text }],
      ['PUT', '/api/me', { name: text }],
    ] as const) {
      const { status } = await enemy.send(method, path, jsonParts(body));
      if (status < 300) taken++;
    }
  }
  return taken;
}

/** Visits the screens that show them. */
export async function tryBrowser(ground: Ground, ids: Ids): Promise<Tried> {
  const taken = await store(ground, ids);
  const faults: string[] = [];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  const inProject = (path: string): string => `/projects/${ids['project_id']}/${path}`;
  const screens = [
    '/',
    ...['setup', 'data-collection', 'insights', 'agents', 'time-machine', 'site-reconnaissance'].map(inProject),
    inProject(`documents/${ids['document_id']}`),
    '/issues',
    `/issues/${ids['issue_id']}`,
    '/settings/profile',
    '/settings/user-management',
    '/settings/audit-trail',
  ];
  let shown = 0;
  try {
    const [look] = looks;
    if (!look) throw new Error('there is no look');
    const context = await openContext(browser, ground.stack.url, look, 'admin');
    const page = await context.newPage();
    const hear = (line: string): void => void faults.push(line.slice(0, 300));
    page.on('dialog', (dialog) => {
      hear(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => hear(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        hear(`${page.url()}: ${message.text()}`);
    });
    for (const path of screens) {
      await page.goto(path);
      await settle(page);
      const [hit, text] = await page.evaluate<[number | null, string]>(
        `[window.${HIT} ?? null, document.body.innerText]`,
      );
      if (hit !== null) hear(`${path}: a script ran (${hit})`);
      if (text.includes('<script>') || text.includes('onerror=')) shown++;
    }
    await context.close();
  } finally {
    await browser.close();
  }
  if (shown === 0) faults.push('no screen showed a nasty name: nothing was tried');
  return {
    tried: screens.length,
    answered: `${taken} texts stored, ${shown} of ${screens.length} screens showed some as text`,
    faults,
  };
}
