import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ProjectContext, rightsOf } from '../../lib/project-context.js';
import type { ProjectRole } from '../../lib/project-context.js';
import { fakeServer } from '../../testing/fake-server.js';
import type { FakeAnswer, FakeRequest, FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import type { Annotation, AnnotationDecision } from '../../viewer/annotation-records.js';
import { standingOf } from '../../viewer/annotation-records.js';
import { visibleRows } from '../../viewer/annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../../viewer/annotations-api.js';
import { useAskedAnnotation } from '../../viewer/asked-annotation.js';
import type { SheetDesk } from '../../viewer/sheet-desk.js';
import { ReviewButton } from './review-button.js';
import { ReviewSlot } from './review-slot.js';
import { forgetVisits } from './review-visit.js';

const AGENT = { author_id: 'agent', author_type: 'ai_agent', author_name: 'Spotter 1' } as const;
const shape = { centerX: 100, centerY: 100, radiusX: 30, radiusY: 20, theta: 0 };

function proposal(id: string, content: string, changes: Partial<Annotation> = {}): Annotation {
  return {
    id,
    document_page_id: 'p1',
    document_id: 'd1',
    annotation_type: 'ellipse',
    coordinates: shape,
    content,
    ...AGENT,
    derived_from: null,
    decisions: [],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}
const mentionOf = (id: string, landUse: string, confidence: number) => ({
  id: `m-${id}`,
  feature_of_interest_id: null,
  source_annotation_id: id,
  project_id: project.id,
  narrative: null,
  current_narrative: `Read beside ${id}`,
  current_confidence: confidence,
  current_use_type: 'suspected',
  suggested_land_use: landUse,
  history_count: 1,
});

let server: FakeServer;
let all: Annotation[];
/** What the server refuses the next decision with. */
let refusal: FakeAnswer | null;
let hold: Promise<void> | null;
let shownDesk: SheetDesk;

/** Decides as the annotation service does. */
async function review({ path, body }: FakeRequest): Promise<FakeAnswer> {
  await hold;
  if (refusal) return refusal;
  const id = path.split('/')[3] ?? '';
  const said = body as { action: string; reason?: string; copy_id?: string } & Partial<Annotation>;
  const mark = all.find((each) => each.id === id);
  if (!mark) return { status: 404, json: { error: 'Annotation not found', code: 'not_found' } };
  const verdict = ({ accept: 'accepted', reject: 'rejected', undo: 'undone' } as const)[said.action] ?? 'undone';
  const decided: Annotation = {
    ...mark,
    updated_at: `2026-01-0${(mark.decisions?.length ?? 0) + 2}T00:00:00.000Z`,
    decisions: [
      ...(mark.decisions ?? []),
      decisionOf(verdict, { reason: said.reason ?? null, copy_id: said.copy_id ?? null }),
    ],
  };
  const copy: Annotation | null =
    verdict === 'accepted'
      ? {
          ...mark,
          id: said.copy_id ?? '',
          coordinates: said.coordinates ?? mark.coordinates,
          content: said.content ?? mark.content,
          ...{ author_id: me.author_id, author_type: 'human', author_name: me.name, derived_from: mark.id },
        }
      : null;
  all = [...all.filter((each) => each.id !== id && each.derived_from !== id), decided, ...(copy ? [copy] : [])];
  return { json: { data: { annotation: decided, copy } } };
}
const decisionOf = (verdict: AnnotationDecision['verdict'], changes: Partial<AnnotationDecision> = {}) => ({
  verdict,
  reason: null,
  copy_id: null,
  author_id: me.author_id,
  author_name: me.name,
  decided_at: new Date().toISOString(),
  ...changes,
});

beforeEach(async () => {
  forgetVisits();
  server = fakeServer();
  refusal = null;
  hold = null;
  all = [
    proposal('a1', 'HOUSE'),
    proposal('a2', 'DRY CLEANERS'),
    proposal('a3', 'GAS TANK', { document_page_id: 'p2' }),
    proposal('a4', 'FACTORY'),
  ];
  await signedIn(server);
  server.on('GET /api/public/annotations', ({ query }) => ({
    json: { data: all.filter((each) => each.document_page_id === query.get('document_page_id')) },
  }));
  server.on(`GET /api/projects/${project.id}/annotations`, () => ({ json: { data: all } }));
  server.on('GET /api/public/mentions', {
    json: {
      data: [
        mentionOf('a1', 'residential', 9),
        mentionOf('a2', 'dry_cleaner', 6),
        mentionOf('a3', 'fuel_storage', 8),
        mentionOf('a4', 'manufacturing', 5),
      ],
    },
  });
  server.on('GET /api/public/features', { json: { data: [] } });
  server.on('GET /api/land-uses', {
    json: { data: [{ value: 'dry_cleaner', label: 'Dry cleaner', typical_contaminants: '', frequency_note: '' }] },
  });
  server.on('POST /api/annotations/*', review);
});

/** What the sheet does for its panel: the annotations of the page in the address, and a selection that follows it. */
function Sheet() {
  const [address] = useSearchParams();
  const pageId = address.get('page') ?? 'p1';
  const asked = address.get('annotation');
  const { currentData } = useGetPageAnnotationsQuery(pageId);
  const [selectedKey, setSelected] = useState<string | null>(null);
  const [openKey, setOpen] = useState<string | null>(null);
  const annotations = visibleRows(currentData ?? []);
  const onAsked = useCallback(({ key }: { key: string }) => setSelected(key), []);
  useAskedAnnotation(asked, annotations, onAsked);
  const desk: SheetDesk = {
    projectId: project.id,
    documentId: 'd1',
    pageId,
    annotations,
    selected: annotations.find(({ key }) => key === selectedKey) ?? null,
    openKey,
    isHidden: false,
    mayEdit: () => true,
    select: (idOrKey) => setSelected(idOrKey),
    open: setOpen,
    announce: () => undefined,
  };
  shownDesk = desk;
  return (
    <>
      <ReviewButton />
      <ReviewSlot desk={desk} />
      {openKey && <button onClick={() => setOpen(null)}>{`Dialog of ${openKey}`}</button>}
    </>
  );
}
const open = (query = '?review=1', role: ProjectRole = 'editor') =>
  renderRoutes(
    [
      {
        path: '/projects/:projectId/documents/:documentId',
        element: (
          <ProjectContext value={{ project, role, ...rightsOf(role) }}>
            <Sheet />
          </ProjectContext>
        ),
      },
    ],
    `/projects/${project.id}/documents/d1${query}`,
  );

const shows = async (label: string) =>
  waitFor(() => {
    expect(screen.getByTestId('review-label').textContent).toBe(label);
    expect(shownDesk.selected?.content).toBe(label);
  });
const decisions = () =>
  server.requests
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/review'))
    .map(({ path, body }) => [path.split('/')[3], (body as { action: string }).action]);
/** The decisions that were sent are these: the screen goes on before they are on their way. */
const sent = (expected: [id: string, action: string][]) => waitFor(() => expect(decisions()).toEqual(expected));
const bodyOf = async (index: number) => {
  await waitFor(() => expect(decisions().length).toBeGreaterThan(index));
  return server.requests.filter(({ path }) => path.endsWith('/review'))[index]?.body as Record<string, unknown>;
};
const onPage = (id: string) => shownDesk.annotations.find((each) => each.id === id);

describe('a review', () => {
  it('is begun by V or its button, which tells how many wait, and starts with the riskiest (FEAT-21)', async () => {
    const { user, path } = open('?page=p1');
    const button = await screen.findByRole('button', { name: /Review \(4\)/ });
    expect(screen.queryByTestId('review-bar')).toBeNull();
    await user.keyboard('v');
    await shows('DRY CLEANERS');
    expect(path()).toContain('annotation=a2');
    expect(screen.getByText('Proposal 1 of 4')).toBeTruthy();
    expect(await screen.findByText('Dry cleaner')).toBeTruthy();
    expect(await screen.findByText('6/10')).toBeTruthy();
    expect(await screen.findByText('Read beside a2')).toBeTruthy();
    expect(screen.getByText('Proposed by Spotter 1')).toBeTruthy();
    expect(screen.getByTestId('review-status').textContent).toContain('Proposal 1 of 4: DRY CLEANERS, dry cleaner');
    await user.click(button);
    await waitFor(() => expect(screen.queryByTestId('review-bar')).toBeNull());
  });

  it('begins with the proposal that its address names', async () => {
    open('?page=p1&annotation=a4&review=1');
    await shows('FACTORY');
  });

  it('is not for people who may only look, nor is anything read for them (OP-24)', async () => {
    open('?review=1', 'viewer');
    await waitFor(() => expect(server.requestsOf('GET /api/public/annotations')).toHaveLength(1));
    expect(screen.queryByTestId('review-bar')).toBeNull();
    expect(screen.queryByTestId('review-button')).toBeNull();
    expect(server.requestsOf(`GET /api/projects/${project.id}/annotations`)).toEqual([]);
  });

  it('decides nothing by itself, nor by keys typed into a field or held down', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    expect(decisions()).toEqual([]);
    await user.keyboard('r0');
    await user.keyboard('alse');
    expect((document.activeElement as HTMLInputElement).value).toBe('alse');
    await user.keyboard('{Escape}');
    await user.keyboard('a');
    await shows('GAS TANK');
    for (let held = 0; held < 5; held += 1) fireEvent.keyDown(document.body, { key: 'a', repeat: true });
    await shows('GAS TANK');
    await sent([['a2', 'accept']]);
  });
});

describe('a proposal', () => {
  it('on another document opens that one; what the annotations are narrowed to stays, words to find go', async () => {
    all = [proposal('b1', 'LAUNDRY', { document_id: 'd2', document_page_id: 'p9' })];
    server.on('GET /api/public/mentions', { json: { data: [mentionOf('b1', 'dry_cleaner', 5)] } });
    const { path } = open('?review=1&page=p1&q=gas&confidence=low');
    await waitFor(() => expect(path()).toContain('/documents/d2'));
    const [, query] = path().split('?');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      review: '1',
      page: 'p9',
      annotation: 'b1',
      confidence: 'low',
    });
  });

  it('is accepted by A: the next one, on another page, is there before the server has answered (ANN-11)', async () => {
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    const { user, path } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    expect(path()).toContain('page=p2');
    expect(screen.getByText('Proposal 2 of 4')).toBeTruthy();
    await act(async () => {
      release();
      await Promise.resolve();
    });
    await waitFor(() => expect(screen.getByTestId('review-progress').textContent).toContain('1 decided today'));
    expect(await bodyOf(0)).toEqual({ action: 'accept', copy_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
  });

  it('is back in the queue, and as it was on the sheet, when the server refuses (ANN-11)', async () => {
    all = all.filter(({ document_page_id }) => document_page_id === 'p1');
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    refusal = { status: 500, json: { error: 'Out of order.', code: 'internal' } };
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('FACTORY');
    expect(standingOf(onPage('a2') ?? {})).toBe('accepted');
    await act(async () => {
      release();
      await Promise.resolve();
    });
    expect(await screen.findByText('Out of order. “DRY CLEANERS” is in the queue again.')).toBeTruthy();
    expect(standingOf(onPage('a2') ?? {})).toBe('open');
    expect(screen.getByTestId('review-button').textContent).toContain('3');
    // what is looked at now is not taken away
    await shows('FACTORY');
  });

  it('that somebody else decided first says so and moves on; their decision is shown, nothing is overwritten (OP-29)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    const theirs = decisionOf('rejected', { author_id: 'bob', author_name: 'Bob', reason: 'Misread' });
    all = all.map((each) => (each.id === 'a2' ? { ...each, decisions: [theirs] } : each));
    const error = 'Bob has rejected this annotation already. Undo that first.';
    refusal = { status: 409, json: { error, code: 'decided_already' } };
    await user.keyboard('a');
    expect(await screen.findByText(error)).toBeTruthy();
    await shows('GAS TANK');
    await waitFor(() => expect(screen.getByTestId('review-button').textContent).toContain('3'));
    expect(await screen.findByText('Proposal 1 of 3')).toBeTruthy();
  });

  it('is rejected by R and a number (OP-29)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('r');
    expect(within(screen.getByRole('group', { name: 'Why is it rejected?' })).getAllByRole('listitem')).toHaveLength(6);
    await user.keyboard('1');
    await shows('GAS TANK');
    expect(await bodyOf(0)).toEqual({ action: 'reject', reason: 'The text was misread' });
  });

  it('is rejected in one’s own words; Escape goes back without deciding', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('r{Escape}');
    expect(screen.queryByRole('group', { name: 'Why is it rejected?' })).toBeNull();
    await user.keyboard('r0Burnt down in 1906{Enter}');
    await shows('GAS TANK');
    expect(await bodyOf(0)).toEqual({ action: 'reject', reason: 'Burnt down in 1906' });
  });

  it('is skipped by S and comes again at the end', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    for (const next of ['GAS TANK', 'FACTORY', 'HOUSE', 'DRY CLEANERS', 'GAS TANK']) {
      await user.keyboard('s');
      await shows(next);
    }
    expect(decisions()).toEqual([]);
  });

  it('is not decided about while another sheet is open; G goes back to it', async () => {
    const { user, router } = open();
    await shows('DRY CLEANERS');
    await act(() => router.navigate(`/projects/${project.id}/documents/d1?page=p2&review=1`));
    expect(await screen.findByText('Go to it on its sheet (G)')).toBeTruthy();
    await user.keyboard('a');
    expect(decisions()).toEqual([]);
    await user.keyboard('g');
    await shows('DRY CLEANERS');
  });

  it('that is selected on the sheet is the next to be decided', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    act(() => shownDesk.select('a1'));
    await shows('HOUSE');
    await user.keyboard('a');
    await sent([['a1', 'accept']]);
  });
});

describe('a copy of a proposal', () => {
  it('is changed and then accepted: outline and label are the person’s (FEAT-14, OP-24)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('e');
    const label = await screen.findByLabelText('Label of your copy');
    await waitFor(() => expect(label).toHaveProperty('value', 'DRY CLEANERS'));
    await waitFor(() => expect(shownDesk.selected).toMatchObject({ author_type: 'human', derived_from: 'a2' }));
    expect(decisions()).toEqual([]);
    await user.clear(label);
    await user.type(label, 'Cleaner{Enter}');
    await shows('GAS TANK');
    expect(await bodyOf(0)).toMatchObject({
      action: 'accept',
      annotation_type: 'ellipse',
      coordinates: shape,
      content: 'Cleaner',
    });
    expect(server.requestsOf('PUT /api/public/annotations')).toEqual([]);
  });

  it('is dropped by Escape, and nothing is decided', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('e');
    await screen.findByLabelText('Label of your copy');
    await waitFor(() => expect(shownDesk.selected?.derived_from).toBe('a2'));
    await user.keyboard('{Escape}');
    await shows('DRY CLEANERS');
    expect(shownDesk.annotations.map(({ id }) => id)).toEqual(['a1', 'a2', 'a4']);
    expect(decisions()).toEqual([]);
  });

  it('is kept as an annotation of one’s own when somebody else decided meanwhile: no work is lost', async () => {
    server.on('POST /api/public/annotations', ({ body }) => ({
      status: 201,
      json: { data: { ...proposal('x', ''), ...(body as object), author_type: 'human' } },
    }));
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('e');
    const label = await screen.findByLabelText('Label of your copy');
    await waitFor(() => expect(label).toHaveProperty('value', 'DRY CLEANERS'));
    await user.type(label, ' of 1920');
    all = all.filter(({ id }) => id !== 'a2');
    const error = 'Bob has accepted this annotation already. Undo that first.';
    refusal = { status: 409, json: { error, code: 'decided_already' } };
    await user.keyboard('{Enter}');
    expect(await screen.findByText(`${error} Your copy is kept as an annotation of your own.`)).toBeTruthy();
    expect(server.requestsOf('POST /api/public/annotations')[0]?.body).toMatchObject({
      content: 'DRY CLEANERS of 1920',
      coordinates: shape,
    });
    await shows('GAS TANK');
  });

  it('is linked by L: its dialog opens once it is accepted, and the next proposal comes when that closes (FEAT-14, FEAT-15)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('l');
    const dialog = await screen.findByText(/^Dialog of /);
    const copyId = String((await bodyOf(0))['copy_id']);
    expect(dialog.textContent).toBe(`Dialog of ${copyId}`);
    expect(screen.getByTestId('review-label').textContent).toBe('DRY CLEANERS');
    expect(onPage(copyId)).toMatchObject({ author_type: 'human' });
    await user.click(dialog);
    await shows('GAS TANK');
    expect(screen.getByText('Proposal 2 of 4')).toBeTruthy();
  });
});

describe('undo', () => {
  it('takes back the last decisions of the visit one by one, and goes back to each (OP-29)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    await user.keyboard('r3');
    await shows('FACTORY');
    await user.keyboard('u');
    await shows('GAS TANK');
    await user.keyboard('{Control>}z{/Control}');
    await shows('DRY CLEANERS');
    await sent([
      ['a2', 'accept'],
      ['a3', 'reject'],
      ['a3', 'undo'],
      ['a2', 'undo'],
    ]);
    expect(screen.getByText('Proposal 1 of 4')).toBeTruthy();
    await waitFor(() => expect(shownDesk.annotations.map(({ id }) => id).sort()).toEqual(['a1', 'a2', 'a4']));
  });

  it('waits for a decision that is still on its way', async () => {
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    await user.keyboard('u');
    expect(decisions()).toEqual([['a2', 'accept']]);
    hold = null;
    await act(async () => {
      release();
      await Promise.resolve();
    });
    await shows('DRY CLEANERS');
    await sent([
      ['a2', 'accept'],
      ['a2', 'undo'],
    ]);
  });

  it('leaves alone what somebody else has decided since', async () => {
    const { user, store } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    await waitFor(() => expect(screen.getByTestId('review-progress').textContent).toContain('1 decided today'));
    const theirs = [decisionOf('undone', { author_id: 'bob', author_name: 'Bob' })];
    all = all.map((each) => (each.id === 'a2' ? { ...each, decisions: [...(each.decisions ?? []), ...theirs] } : each));
    const { api } = await import('../../lib/api.js');
    act(() => void store.dispatch(api.util.invalidateTags(['Annotation'])));
    await waitFor(() => expect(screen.getByTestId('review-button').textContent).toContain('4'));
    await user.keyboard('u');
    expect(await screen.findByText('Bob has undone your decision meanwhile.')).toBeTruthy();
    await sent([['a2', 'accept']]);
  });
});

describe('the record of decisions', () => {
  it('tells who decided what, when and why about the selected annotation, to everybody (OP-29, FEAT-15)', async () => {
    all = [
      proposal('a2', 'DRY CLEANERS', {
        decisions: [
          decisionOf('rejected', { author_name: 'Bob', reason: 'Misread', decided_at: '2026-03-01T12:00:00.000Z' }),
          decisionOf('undone', { author_name: 'Bob', decided_at: '2026-03-01T12:05:00.000Z' }),
          decisionOf('accepted', { copy_id: 'c1', decided_at: '2026-03-02T12:00:00.000Z' }),
        ],
      }),
      proposal('c1', 'Cleaner', { author_type: 'human', author_name: 'Ada Marsh', derived_from: 'a2' }),
    ];
    const { user } = open('?page=p1&annotation=a2', 'viewer');
    const record = await screen.findByTestId('decisions');
    const entries = within(record).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ada Marsh accepted it'),
      expect.stringContaining('Bob undid the decision'),
      expect.stringContaining('Bob rejected it: Misread'),
    ]);
    await user.click(within(record).getByText('Show Ada Marsh’s annotation'));
    expect(await screen.findByText('Made of what Spotter 1 proposed')).toBeTruthy();
  });
});
