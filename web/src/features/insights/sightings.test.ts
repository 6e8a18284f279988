import type { Mention } from '../../evidence/evidence-api.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import { sightingsByFeature, yearsOf } from './sightings.js';
import type { Source } from './use-sources.js';

const source = { title: 'Directory', annotation: { document_page_id: 'p1' } } as Source;
const page = { id: 'p1', metadata: { year: 1890 } } as DocumentPage;
const mention = (id: string, current_narrative: string) =>
  ({
    ...{ id, current_narrative, current_history_id: `h${id}` },
    ...{ feature_of_interest_id: 'f1', source_annotation_id: 'a1' },
  }) as Mention;

it('a listing is seen in the year that its line states, other mentions in that of their page', () => {
  const mentions = [
    mention('m1', '"1970: dry cleaner" is listed. Year: 1970 (as the line says).'),
    mention('m2', 'A coal dealer.'),
  ];
  const found = sightingsByFeature(mentions, new Map([['a1', source]]), new Map([['p1', page]]));
  expect(yearsOf(found.get('f1') ?? [])).toEqual([1890, 1970]);
});
