import { vocabularies as operations } from '@symbio/api';
import type { Clients } from '../clients.js';
import { presentLandUse } from '../present/evidence.js';
import { route, type Route } from '../serve.js';
import { sliced } from './paging.js';

/** "ai_agent" is "Ai agent": what a value says, where nothing better is known of it. */
const labelOf = (value: string): string => {
  const spaced = value.replaceAll(/[_.-]/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Labels that are not just their values. */
const LABELS: Readonly<Record<string, string>> = { ai_agent: 'AI agent' };

type Words = { value: string; label: string }[];

const wordsOf = (values: readonly string[]): Words =>
  values.map((value) => ({ value, label: LABELS[value] ?? labelOf(value) }));

/** /api/public/vocabularies and /api/public/land-uses: what fields may hold. */
export const vocabularies = ({ document, feature }: Pick<Clients, 'document' | 'feature'>): Route[] => [
  route(operations.getVocabularies, async (_input, { parent }) => {
    const [{ landUses }, { categories }] = await Promise.all([
      feature.listLandUses({}, parent),
      document.listCategories({}, parent),
    ]);
    const words = Object.fromEntries(
      Object.entries(operations.VOCABULARIES).map(([name, values]) => [name, wordsOf(values)]),
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
    return sliced(landUses.map(presentLandUse), query);
  }),
];
