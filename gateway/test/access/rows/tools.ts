/** MCP tools: permitted like the operations they are based on. */
import { EDIT, READ, SIGNED_IN, type Grid } from '../callers.js';
import type { RouteCall, RouteRow } from '../tries.js';
import { sheetsToRead } from '../volumes.js';
import type { World } from '../world.js';
import { hitOf } from './record-decisions.js';
import { bounded } from './records.js';
import { evidenceOf } from './determinations.js';

const message = (method: string, params: object): RouteCall => ({
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method, params },
  headers: { accept: 'application/json, text/event-stream' },
});
const call = (name: string, given: object): RouteCall => message('tools/call', { name, arguments: given });

interface ToolAnswer {
  result: {
    isError?: boolean;
    content: { text?: string }[];
    structuredContent?: { data?: { code?: string }[] };
  };
}

const REASONS: Readonly<Record<string, string>> = {
  'Not authorized': 'not_authorized',
  'This split was added by a person. An agent cannot change it. Report an issue, or ask a person.': 'agents_propose',
};

function refusedInside(answer: unknown): string | undefined {
  const { result } = answer as ToolAnswer;
  if (!result.isError) return undefined;
  const ofFirstItem = result.structuredContent?.data?.[0]?.code;
  if (ofFirstItem) return ofFirstItem;
  const [{ text = '' } = {}] = result.content;
  return text.endsWith(' not found') ? 'not_found' : (REASONS[text] ?? text);
}

const tool = (way: string, given: (world: World) => object | Promise<object>, allowed: Grid): RouteRow => ({
  route: 'POST /mcp',
  way,
  cites: 'API-02 AUTH-37 OP-21',
  call: async (world) => call(way, await given(world)),
  refusedInside,
  allowed,
});

export const routes: RouteRow[] = [
  {
    route: 'POST /mcp',
    way: 'tools/list',
    cites: 'API-02 OP-21',
    call: () => message('tools/list', {}),
    allowed: SIGNED_IN,
  },
  tool('list_documents', (w) => ({ project_id: w.projectId }), READ),
  tool('list_pages', (w) => ({ document_id: w.document.id }), READ),
  tool('search_pages', (w) => ({ project_id: w.projectId, q: 'a' }), READ),
  tool('look_at_page', (w) => ({ page_id: w.page.id, width: 64 }), READ),
  tool('list_annotations', (w) => ({ document_page_id: w.page.id }), READ),
  tool('list_features', (w) => ({ project_id: w.projectId }), READ),
  tool('list_determinations', (w) => ({ project_id: w.projectId }), READ),
  tool('list_determination_questions', () => ({}), SIGNED_IN),
  tool(
    'propose_determination',
    async (w) => ({
      ...{ feature_id: w.feature.id, kind: 'rec', reason: 'A gas holder leaked.' },
      evidence: await evidenceOf(w),
    }),
    EDIT,
  ),
  tool('read_scorecard', (w) => ({ project_id: w.projectId }), READ),
  tool('list_mentions', (w) => ({ project_id: w.projectId }), READ),
  tool('start_run', (w) => ({ project_id: w.projectId, name: 'Tried by a tool' }), EDIT),
  tool('read_title_block', (w) => ({ page_id: w.page.id }), READ),
  tool('correct_title_block', (w) => ({ page_id: w.page.id, city: 'Millbrook' }), EDIT),
  tool(
    'correct_page_kinds',
    (w) => ({ document_id: w.document.id, pages: [{ page_id: w.page.id, page_type: 'sanborn_map' }] }),
    EDIT,
  ),
  tool('read_place_of_page', (w) => ({ page_id: w.page.id }), READ),
  tool('propose_place_of_page', async (w) => ({ page_id: (await sheetsToRead(w))[1] }), EDIT),
  tool('list_agency_lists', () => ({}), SIGNED_IN),
  tool('list_record_hits', (w) => ({ project_id: w.projectId }), READ),
  tool('read_coverage', (w) => ({ project_id: w.projectId }), READ),
  tool('list_gaps', (w) => ({ project_id: w.projectId }), READ),
  tool('search_records', async (w) => ({ project_id: await bounded(w) }), EDIT),
  tool('read_radius_report', async (w) => ({ document_id: (await w.newDocument()).id }), EDIT),
  tool(
    'propose_record_dispositions',
    async (w) => ({
      project_id: w.projectId,
      items: [{ hit_id: await hitOf(w), disposition: 'relevant', reason: 'A release.' }],
    }),
    EDIT,
  ),
  tool('propose_split', async (w) => ({ document_id: (await w.newSplit()).documentId }), EDIT),
  tool('list_splits', (w) => ({ document_id: w.document.id }), READ),
  tool(
    'adjust_split',
    async (w) => {
      const { documentId, id } = await w.newSplit();
      return { document_id: documentId, split_id: id, documents: [{ from_page: 1 }] };
    },
    EDIT,
  ),
  tool('propose_features', (w) => ({ items: [{ project_id: w.projectId, name: 'Tried by a tool' }] }), EDIT),
];
