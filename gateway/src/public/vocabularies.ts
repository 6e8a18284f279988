import { vocabularies as operations } from '@symbio/api';
import {
  DELIVERY_STATUS_LABELS,
  DETERMINATION_LABELS,
  HISTORY_STATUS_LABELS,
  ISSUE_SEVERITY_LABELS,
  ISSUE_STATUS_LABELS,
  ISSUE_TYPE_LABELS,
  PAGE_STATUS_LABELS,
  PROCESSING_STATUS_LABELS,
  PROJECT_STATUS_LABELS,
  RUN_STATUS_LABELS,
  WEBHOOK_STATUS_LABELS,
} from '@symbio/proto/labels';
import type { Clients } from '../clients.js';
import { presentLandUse } from '../present/evidence.js';
import { route, type Route } from '../http/serve.js';
import { slicedResponse } from './paging.js';

/** Default label of a value: "use_type" becomes "Use type". */
const labelOf = (value: string): string => {
  const spaced = value.replaceAll(/[_.-]/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const LABELS: Readonly<Partial<Record<operations.VocabularyName, Readonly<Record<string, string>>>>> = {
  author_types: { ai_agent: 'AI agent' },
  delivery_statuses: DELIVERY_STATUS_LABELS,
  determination_kinds: DETERMINATION_LABELS,
  history_statuses: HISTORY_STATUS_LABELS,
  issue_severities: ISSUE_SEVERITY_LABELS,
  issue_statuses: ISSUE_STATUS_LABELS,
  issue_types: ISSUE_TYPE_LABELS,
  page_statuses: PAGE_STATUS_LABELS,
  processing_statuses: PROCESSING_STATUS_LABELS,
  project_statuses: PROJECT_STATUS_LABELS,
  run_statuses: RUN_STATUS_LABELS,
  webhook_statuses: WEBHOOK_STATUS_LABELS,
};

type Words = { value: string; label: string }[];

const wordsOf = (name: operations.VocabularyName): Words =>
  operations.VOCABULARIES[name].map((value) => ({ value, label: LABELS[name]?.[value] ?? labelOf(value) }));

/** /api/public/vocabularies and /api/public/land-uses: permitted field values. */
export const vocabularies = ({ document, feature }: Pick<Clients, 'document' | 'feature'>): Route[] => [
  route(operations.getVocabularies, async (_input, { parent }) => {
    const [{ landUses }, { categories }] = await Promise.all([
      feature.listLandUses({}, parent),
      document.listCategories({}, parent),
    ]);
    const words = Object.fromEntries(
      (Object.keys(operations.VOCABULARIES) as operations.VocabularyName[]).map((name) => [name, wordsOf(name)]),
    ) as Record<operations.VocabularyName, Words>;
    return {
      data: {
        land_uses: landUses.map(presentLandUse),
        ...words,
        document_categories: categories.map(({ value, label }) => ({ value, label })),
      },
    };
  }),
  route(operations.listLandUses, async ({ query }, { parent }) => {
    const { landUses } = await feature.listLandUses({}, parent);
    return slicedResponse(landUses.map(presentLandUse), query);
  }),
];
