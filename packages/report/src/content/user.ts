import type { EvidenceLienSearch } from '../evidence.js';
import type { Block, Text } from './model.js';
import { heading, paragraph, prose } from './prose.js';
import type { Sources } from './sources.js';
import { dayText } from './words.js';

/** What the user of the report provides, and searches for liens and use limitations. */
export const userInformation = (sources: Sources): Block[] => [
  ...prose(sources, 'user_information', ''),
  heading('Environmental liens and use limitations'),
  ...lienSearches(sources),
];

function lienSearches(sources: Sources): Block[] {
  const { lien_searches: searches = [] } = sources.evidence;
  if (searches.length === 0) return [paragraph('No search for liens and use limitations is recorded.')];
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Searched by', width: 2.2 },
        { title: 'Date', width: 1.4 },
        { title: 'Period', width: 1.2 },
        { title: 'Ordered by', width: 1.6 },
        { title: 'Result', width: 3.4 },
      ],
      rows: searches.map((search) => [
        [search.searched_by],
        [dayText(search.date)],
        [periodText(search)],
        [search.ordered_by],
        resultText(sources, search),
      ]),
    },
  ];
}

const periodText = ({ from, to }: EvidenceLienSearch): string =>
  [from, to].every((year) => year === undefined) ? 'Not stated' : `${from ?? ''}–${to ?? ''}`;

function resultText(sources: Sources, { result, text, document_id: id }: EvidenceLienSearch): Text {
  const found = text === '' ? result : `${result}: ${text}`;
  return [id === undefined ? found : `${found} (${sources.reference(id)})`];
}
