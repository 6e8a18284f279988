import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { project } from '../../../testing/fixtures.js';
import type { FakeServer } from '../../../testing/fake-server.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { ProjectContext, rightsOf } from '../../../lib/project/project-context.js';
import { renderRoutes } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import { document, documentServer } from '../collection/testing.js';
import { splitOf, splitPart } from './testing.js';
import type { DocumentSplit } from './splits-api.js';

withoutLayout();
const pdf = {
  numPages: 9,
  getPage: () =>
    Promise.resolve({
      rotate: 0,
      getViewport: ({ scale }: { scale: number }) => ({ width: 612 * scale, height: 792 * scale }),
      render: () => ({ promise: Promise.resolve(), cancel: () => undefined }),
      cleanup: () => undefined,
    }),
};
jest.unstable_mockModule('../../../viewer/pdf/loader.js', () => ({
  openPdf: () => ({ promise: Promise.resolve(pdf), close: () => undefined }),
}));
const { SplitPage } = await import('./split-page.js');

const PATH = '/api/public/documents/d1/split-proposals';
const proposed = splitOf([
  splitPart(1, 4, { title: 'Sanborn Maps, 1894', category: 'sanborn_maps', years: [1894], why: ['first_page'] }),
  splitPart(5, 9, { title: 'Letters', confidence: 0.5, why: ['cover'], no_coverage_years: [1901] }),
]);

let server: FakeServer;
let stored: DocumentSplit | undefined;
beforeEach(async () => {
  server = documentServer();
  await signedIn(server);
  stored = proposed;
  const one = document({ title: 'Package', total_pages: 9 });
  server.on('GET /api/documents/d1', { json: { data: one } });
  server.on(`GET ${PATH}`, () => ({ json: { data: stored ? [stored] : [] } }));
  server.on(`POST ${PATH}`, () => ({ status: 201, json: { data: (stored = proposed) } }));
  server.on(`PUT ${PATH}/s1`, ({ body }) => {
    const { documents } = body as {
      documents: (Partial<DocumentSplit['documents'][number]> & { from_page: number })[];
    };
    const parts = documents.map((part, index) =>
      splitPart(part.from_page, (documents[index + 1]?.from_page ?? 10) - 1, {
        category: part.category ?? null,
        ...(part.title ? { title: part.title, is_titled: true } : {}),
        ...{ year: part.year ?? null, address: part.address ?? null },
      }),
    );
    return { json: { data: (stored = splitOf(parts)) } };
  });
  server.on(`POST ${PATH}/s1/confirm`, () => {
    stored = splitOf(
      proposed.documents.map((part, index) => ({ ...part, document_id: `made${index}` })),
      {
        status: 'confirmed',
        confirmed_by_name: 'Ana Silva',
        confirmed_at: '2026-01-02T12:00:00.000Z',
        undo_until: '2026-02-01T12:00:00.000Z',
      },
    );
    return { json: { data: stored } };
  });
  server.on(`POST ${PATH}/s1/undo`, () => ({ json: { data: (stored = { ...proposed, status: 'undone' }) } }));
});

const at = (role: 'owner' | 'viewer' = 'owner') =>
  renderRoutes(
    [
      {
        path: '/projects/:projectId/documents/:documentId/split',
        element: (
          <ProjectContext value={{ project, role, ...rightsOf(role) }}>
            <SplitPage />
          </ProjectContext>
        ),
      },
      { path: '*', element: null },
    ],
    `/projects/${project.id}/documents/d1/split`,
  );
const saved = () => server.requestsOf(`PUT ${PATH}/s1`).map(({ body }) => (body as { documents: unknown[] }).documents);
const row = (number: number) => within(screen.getByRole('group', { name: `Document ${number}` }));
const opened = async () => {
  const view = at();
  await screen.findByRole('button', { name: /^Page 5,/ });
  return view;
};

describe('the split of a package', () => {
  it('is proposed on opening, with pages, signs and years without coverage', async () => {
    stored = undefined;
    await opened();
    expect(server.requestsOf(`POST ${PATH}`)).toHaveLength(1);
    expect(row(2).getByText('50% sure')).toBeTruthy();
    expect(row(2).getByText('Cover')).toBeTruthy();
    expect(row(2).getByText('No coverage: 1901')).toBeTruthy();
    expect(screen.getByRole('slider', { name: 'First page of document 2' }).getAttribute('aria-valuenow')).toBe('5');
  });

  it('says in a sentence why a file cannot be split', async () => {
    stored = undefined;
    const message =
      'This PDF has 5,000 pages; at most 2,000 can be split. Divide it in another program and upload the parts.';
    server.on(`POST ${PATH}`, { status: 400, json: { error: message, code: 'too_many_pages' } });
    at();
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('is changed by keyboard: split, merge, move, undo and redo', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: /^Page 7,/ }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(saved().at(-1)).toMatchObject([{ from_page: 1 }, { from_page: 5 }, { from_page: 7 }]));
    const cut = screen.getByRole('slider', { name: 'First page of document 3' });
    cut.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(saved().at(-1)).toMatchObject([{ from_page: 1 }, { from_page: 5 }, { from_page: 8 }]));
    expect(window.document.activeElement).toBe(cut);
    await user.keyboard('{Delete}');
    await waitFor(() => expect(saved().at(-1)).toHaveLength(2));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(saved().at(-1)).toHaveLength(3));
    await user.keyboard('{Control>}y{/Control}');
    await waitFor(() => expect(saved().at(-1)).toHaveLength(2));
    await user.keyboard('p');
    expect(screen.getByText('Page 5 of 9')).toBeTruthy();
  });

  it('takes name, kind, year and address', async () => {
    const { user } = await opened();
    await user.clear(row(2).getByRole('textbox', { name: 'Name' }));
    await user.type(row(2).getByRole('textbox', { name: 'Name' }), 'Permits{Enter}');
    await user.selectOptions(row(2).getByRole('combobox', { name: 'Kind' }), 'other');
    await user.type(row(2).getByRole('textbox', { name: 'Year' }), '18x{Enter}');
    expect(row(2).getByRole('textbox', { name: 'Year' }).getAttribute('aria-invalid')).toBe('true');
    await user.clear(row(2).getByRole('textbox', { name: 'Year' }));
    await user.type(row(2).getByRole('textbox', { name: 'Year' }), '1923{Enter}');
    await user.type(row(2).getByRole('textbox', { name: 'Address' }), '1 Main St');
    await user.tab();
    await waitFor(() =>
      expect(saved().at(-1)).toEqual([
        { from_page: 1, category: 'sanborn_maps', title: null, year: null, address: null },
        { from_page: 5, category: 'other', title: 'Permits', year: 1923, address: '1 Main St' },
      ]),
    );
  });

  it('goes back to the saved documents if a change is refused', async () => {
    const { user } = await opened();
    server.on(`PUT ${PATH}/s1`, {
      status: 409,
      json: { error: 'This split was confirmed in the meantime.', code: 'not_proposed' },
    });
    await user.click(screen.getByRole('button', { name: 'Merge with 1: document 2' }));
    expect(await screen.findByText('This split was confirmed in the meantime.')).toBeTruthy();
    expect(row(2).getByText('50% sure')).toBeTruthy();
  });

  it('leads to its documents once confirmed, and is undone', async () => {
    const { user, path } = await opened();
    await user.click(screen.getByRole('button', { name: 'Confirm 2 documents' }));
    const link = await screen.findByRole('link', { name: 'Sanborn Maps, 1894' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/made0`);
    await user.click(screen.getByRole('button', { name: 'Undo split (until Feb 1, 2026)' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Undo split' }));
    await waitFor(() => expect(path()).toBe(`/projects/${project.id}/data-collection`));
    expect(server.requestsOf(`POST ${PATH}/s1/undo`)).toHaveLength(1);
  });

  it('is completed after an interruption', async () => {
    stored = { ...proposed, status: 'confirming' };
    const { user } = at();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('link', { name: 'Letters' })).toBeTruthy();
  });

  it('is for editors; viewers see what was made', async () => {
    at('viewer');
    expect(await screen.findByText('This document is not split.')).toBeTruthy();
    expect(server.requestsOf(`POST ${PATH}`)).toHaveLength(0);
  });
});
