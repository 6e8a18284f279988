import { lastSeen, titleBlocks as operations } from '@symbio/api';
import type { FactEdit } from '@symbio/proto/document';
import { SHEET_FACTS } from '@symbio/proto/document/vocabulary';
import type { Clients } from '../clients.js';
import { presentPageTitleBlock, presentVolumeChange } from '../present/title-blocks.js';
import { route, type Route } from '../http/serve.js';
import { dryRunFlag } from '../present/answers.js';

type Values = Partial<Record<(typeof SHEET_FACTS)[number], string | number | null | undefined>>;

/** Edits of a body: a value, null for "unknown", absent for unchanged. */
const editsOf = (values: Values, reset: readonly string[] = []): FactEdit[] => [
  ...SHEET_FACTS.flatMap((fact): FactEdit[] => {
    const value = values[fact];
    if (value === undefined) return [];
    return [{ fact, value: value === null ? undefined : String(value), reset: false }];
  }),
  ...reset.map((fact): FactEdit => ({ fact, reset: true })),
];

/** /api/public/document-pages/{id}/title-block: title block data and its corrections. */
export const titleBlocks = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.getTitleBlock, async ({ params: { id } }, { parent }) => {
    const { page, history } = await document.getTitleBlock({ pageId: id }, parent);
    return { data: presentPageTitleBlock(page, history) };
  }),
  route(operations.correctTitleBlock, async ({ params: { id }, body }, { parent }) => {
    const { updated_at: _seen, reset, ...values } = body;
    const { page, history } = await document.correctTitleBlock(
      { pageId: id, edits: editsOf(values, reset), expectedUpdatedAt: lastSeen(body) },
      parent,
    );
    return { data: presentPageTitleBlock(page, history) };
  }),
  route(operations.correctVolume, async ({ params: { id: pageId }, query, body }, { parent, mintId }) => {
    const id = body.id ?? mintId();
    const tried = query.dry_run ?? false;
    const { changes, fullPageIds } = await document.correctVolume(
      { pageId, id, facts: body.facts, pageIds: body.page_ids ?? [], dryRun: tried },
      parent,
    );
    const data = { id, changes: changes.map(presentVolumeChange), full_page_ids: fullPageIds };
    return { data, ...dryRunFlag(tried) };
  }),
  route(operations.undoVolumeCorrection, async ({ params: { id: pageId, correction_id: id } }, { parent }) => {
    const { changes, keptPageIds } = await document.undoVolumeCorrection({ pageId, id }, parent);
    return { data: { id, changes: changes.map(presentVolumeChange), kept_page_ids: keptPageIds } };
  }),
];
