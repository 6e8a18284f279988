/** Checks that a browser shows stored nasty texts as text and runs nothing. */
import { jsonParts } from '@symbio/fixtures/http-client';
import { ellipse, projectFields } from '@symbio/fixtures/samples';
import { newId } from '@symbio/runtime';
import { launchChromium, onProblem } from '../../harness/browser.js';
import { looks } from '../../screens/looks.js';
import { openContext, settle } from '../../screens/show.js';
import type { Ids } from './requests.js';
import type { Attack, Target } from './target-stack.js';
import { HIT, NASTY } from './texts.js';

/** Kinds of text that a browser could run or be misled by. */
const KINDS = [
  'script',
  'handler',
  'Markdown with script',
  'a template',
  'right to left',
  'a formula',
  'a name of objects',
];

interface Stored {
  taken: number;
  annotations: ReadonlyMap<string, string>;
}

async function store({ attacker }: Target, ids: Ids): Promise<Stored> {
  let taken = 0;
  const annotations = new Map<string, string>();
  for (const [place, kind] of KINDS.entries()) {
    const text = NASTY[kind] ?? '';
    const { project_id, issue_id, document_id, document_page_id, feature_of_interest_id } = ids;
    const id = newId();
    const annotation = { id, document_id, document_page_id, ...ellipse(100 + 60 * place, 300), content: text };
    const mention = { source_annotation_id: id, feature_of_interest_id, narrative: text };
    for (const [method, path, body] of [
      ['POST', '/api/public/projects', projectFields(text)],
      ['POST', '/api/public/features', { project_id, name: text }],
      ['POST', '/api/public/annotations', annotation],
      ['POST', '/api/public/mentions', mention],
      ['POST', '/api/public/issues', { title: text, description: text }],
      ['POST', '/api/public/issues/comments', { issue_id, content: text }],
      ['PUT', `/api/documents/${document_id}`, { title: text }],
      ['PUT', '/api/me', { name: text }],
    ] as const) {
      const { status } = await attacker.send(method, path, jsonParts(body));
      if (status >= 300) continue;
      taken++;
      if (body === annotation) annotations.set(text, id);
    }
  }
  return { taken, annotations };
}

interface Visit {
  path: string;
  text?: string;
}

/** Collapses white space as innerText does. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

export async function tryBrowser(target: Target, ids: Ids): Promise<Attack> {
  const { taken, annotations } = await store(target, ids);
  const faults: string[] = [];
  const browser = await launchChromium();
  const inProject = (path: string): string => `/projects/${ids['project_id']}/${path}`;
  const screens: Visit[] = [
    '/',
    ...['setup', 'data-collection', 'insights', 'agents', 'time-machine', 'site-reconnaissance'].map(inProject),
    inProject(`documents/${ids['document_id']}`),
    '/issues',
    `/issues/${ids['issue_id']}`,
    '/settings/profile',
    '/settings/user-management',
    '/settings/audit-trail',
  ].map((path) => ({ path }));
  // each annotation selected on its sheet, and as the source of a mention
  for (const [text, id] of annotations)
    for (const place of [`documents/${ids['document_id']}`, 'insights'])
      screens.push({ path: inProject(`${place}?annotation=${id}`), text });
  let shown = 0;
  if (annotations.size === 0) faults.push('no annotation with a nasty text was accepted: none was tried');
  try {
    const [look] = looks;
    if (!look) throw new Error('there are no looks');
    const context = await openContext(browser, target.stack.url, look, 'admin');
    const page = await context.newPage();
    const report = (problem: string): void => void faults.push(problem.slice(0, 300));
    page.on('dialog', (dialog) => {
      report(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    onProblem(page, (problem) => report(`${page.url()}: ${problem}`));
    for (const { path, text: stored } of screens) {
      await page.goto(path);
      await settle(page);
      const [hit, text] = await page.evaluate<[number | null, string]>(
        `[window.${HIT} ?? null, document.body.innerText]`,
      );
      if (hit !== null) report(`${path}: a script ran (${hit})`);
      if (text.includes('<script>') || text.includes('onerror=')) shown++;
      if (stored !== undefined && !plain(text).includes(plain(stored))) report(`${path}: does not show ${stored}`);
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
