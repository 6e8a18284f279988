import type { Annotation } from '../../evidence/annotation-records.js';
import { looseRows } from './loose-rows.js';
import type { Finding } from './use-finding-actions.js';

const finding = (
  id: string,
  narrative: string,
  isOpen = true,
): Finding & { mention: { narrative?: string | null } } => ({
  mention: {
    ...{ id, source_annotation_id: id, feature_of_interest_id: null, current_history_id: id },
    ...{ current_narrative: narrative, current_confidence: 7, current_use_type: 'suspected' },
  },
  source: {
    annotation: {
      ...{ id, content: id, document_page_id: id },
      coordinates: { x: 0, y: 0, width: 10, height: 10 },
    } as Annotation,
    isOpen,
  },
});

it('proposals about one address follow a heading; decided findings keep their place', () => {
  const rows = looseRows([
    finding('a', 'Address: 111 Market St.'),
    finding('b', 'Address: 5 Main St.'),
    finding('c', 'At 111 MARKET STREET.'),
    finding('d', 'Address: 111 Market St.', false),
  ]);
  expect(rows.map(({ key }) => key)).toEqual(['place a', 'a', 'c', 'b', 'd']);
  expect(rows[0]).toMatchObject({
    place: 'at 111 Market St',
    group: [{ mention: { id: 'a' } }, { mention: { id: 'c' } }],
  });
});
