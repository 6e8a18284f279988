import { screen, waitFor } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { ProjectContext, rightsOf } from '../../lib/project/project-context.js';
import { fakeServer } from '../../testing/fake-server.js';
import type { FakeAnswer, FakeRequest, FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import type { Annotation, AnnotationDecision } from '../../evidence/annotation-records.js';
import { visibleRows } from '../../evidence/annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../../evidence/annotations-api.js';
import { useRequestedAnnotation } from '../../evidence/requested-annotation.js';
import type { SheetContext } from '../../viewer/sheet/sheet-context.js';
import { ReviewButton } from './review-button.js';
import { ReviewSlot } from './review-slot.js';
import { forgetVisits } from './review-visit.js';

const AGENT = { author_id: 'agent', author_type: 'ai_agent', author_name: 'Spotter 1' } as const;
export const shape = { centerX: 100, centerY: 100, radiusX: 30, radiusY: 20, theta: 0 };

export function proposal(id: string, content: string, changes: Partial<Annotation> = {}): Annotation {
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
export const mentionOf = (id: string, landUse: string, confidence: number) => ({
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

class ReviewStage {
  server!: FakeServer;
  all: Annotation[] = [];
  refusal: FakeAnswer | null = null;
  /** The server waits for this before it decides. */
  hold: Promise<void> | null = null;
  shownDesk!: SheetContext;
}

export const stage = new ReviewStage();

async function review({ path, body }: FakeRequest): Promise<FakeAnswer> {
  await stage.hold;
  if (stage.refusal) return stage.refusal;
  const id = path.split('/')[3] ?? '';
  const said = body as { action: string; reason?: string; copy_id?: string } & Partial<Annotation>;
  const found = stage.all.find((each) => each.id === id);
  if (!found) return { status: 404, json: { error: 'Annotation not found', code: 'not_found' } };
  const verdict = ({ accept: 'accepted', reject: 'rejected', undo: 'undone' } as const)[said.action] ?? 'undone';
  const decided: Annotation = {
    ...found,
    updated_at: `2026-01-0${(found.decisions?.length ?? 0) + 2}T00:00:00.000Z`,
    decisions: [
      ...(found.decisions ?? []),
      decisionOf(verdict, { reason: said.reason ?? null, copy_id: said.copy_id ?? null }),
    ],
  };
  const copy: Annotation | null =
    verdict === 'accepted'
      ? {
          ...found,
          id: said.copy_id ?? '',
          coordinates: said.coordinates ?? found.coordinates,
          content: said.content ?? found.content,
          ...{ author_id: me.author_id, author_type: 'human', author_name: me.name, derived_from: found.id },
        }
      : null;
  stage.all = [
    ...stage.all.filter((each) => each.id !== id && each.derived_from !== id),
    decided,
    ...(copy ? [copy] : []),
  ];
  return { json: { data: { annotation: decided, copy } } };
}
export const decisionOf = (verdict: AnnotationDecision['verdict'], changes: Partial<AnnotationDecision> = {}) => ({
  verdict,
  reason: null,
  copy_id: null,
  author_id: me.author_id,
  author_name: me.name,
  decided_at: new Date().toISOString(),
  ...changes,
});

export function prepareStage(): void {
  beforeEach(async () => {
    forgetVisits();
    stage.server = fakeServer();
    stage.refusal = null;
    stage.hold = null;
    stage.all = [
      proposal('a1', 'HOUSE', { coordinates: { ...shape, centerX: 300 } }),
      proposal('a2', 'DRY CLEANERS'),
      proposal('a3', 'GAS TANK', { document_page_id: 'p2' }),
      proposal('a4', 'FACTORY', { coordinates: { ...shape, centerX: 500 } }),
    ];
    await signedIn(stage.server);
    stage.server.on('GET /api/public/annotations', ({ query }) => ({
      json: { data: stage.all.filter((each) => each.document_page_id === query.get('document_page_id')) },
    }));
    stage.server.on(`GET /api/projects/${project.id}/annotations`, () => ({ json: { data: stage.all } }));
    const mentions = [
      mentionOf('a1', 'residential', 9),
      mentionOf('a2', 'dry_cleaner', 8),
      mentionOf('a3', 'fuel_storage', 6),
      mentionOf('a4', 'manufacturing', 5),
    ];
    stage.server.on('GET /api/public/mentions', ({ query }) => {
      const id = query.get('annotation_id');
      return { json: { data: mentions.filter((each) => id === null || each.source_annotation_id === id) } };
    });
    stage.server.on('GET /api/public/features', { json: { data: [] } });
    stage.server.on('GET /api/land-uses', {
      json: { data: [{ value: 'dry_cleaner', label: 'Dry cleaner', typical_contaminants: '', frequency_note: '' }] },
    });
    stage.server.on('POST /api/annotations/*', review);
  });
}

/** Annotations of the page in the URL, and a selection that follows it. */
function Sheet() {
  const [address] = useSearchParams();
  const pageId = address.get('page') ?? 'p1';
  const asked = address.get('annotation');
  const { currentData } = useGetPageAnnotationsQuery(pageId);
  const [selectedKey, setSelected] = useState<string | null>(null);
  const [openKey, setOpen] = useState<string | null>(null);
  const annotations = visibleRows(currentData ?? []);
  const onAsked = useCallback(({ key }: { key: string }) => setSelected(key), []);
  useRequestedAnnotation(asked, annotations, onAsked);
  const sheetContext: SheetContext = {
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
  stage.shownDesk = sheetContext;
  return (
    <>
      <ReviewButton />
      <ReviewSlot sheetContext={sheetContext} />
      {openKey && <button onClick={() => setOpen(null)}>{`Dialog of ${openKey}`}</button>}
    </>
  );
}
export const open = (query = '?review=1', role: ProjectRole = 'editor') =>
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
      { path: '/elsewhere', element: null },
    ],
    `/projects/${project.id}/documents/d1${query}`,
  );

export const shows = async (label: string) =>
  waitFor(() => {
    expect(screen.getByTestId('review-label').textContent).toBe(label);
    expect(stage.shownDesk.selected?.content).toBe(label);
  });
export const decisions = () =>
  stage.server.requests
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/review'))
    .map(({ path, body }) => [path.split('/')[3], (body as { action: string }).action]);
/** The screen continues before decisions are sent. */
export const sent = (expected: [id: string, action: string][]) => waitFor(() => expect(decisions()).toEqual(expected));
export const bodyOf = async (index: number) => {
  await waitFor(() => expect(decisions().length).toBeGreaterThan(index));
  return stage.server.requests.filter(({ path }) => path.endsWith('/review'))[index]?.body as Record<string, unknown>;
};
export const onPage = (id: string) => stage.shownDesk.annotations.find((each) => each.id === id);
