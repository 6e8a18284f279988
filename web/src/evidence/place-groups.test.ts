import type { Annotation } from './annotation-records.js';
import { groupsOf, placesTogether } from './place-groups.js';

interface Proposal {
  annotation: Annotation;
  narrative: string | null;
}

const shape = { centerX: 100, centerY: 100, radiusX: 30, radiusY: 20, theta: 0 };

const proposal = (id: string, over: Partial<Proposal> = {}, changes = {}): Proposal => ({
  annotation: { ...{ id, content: id, document_page_id: 'p1', coordinates: shape }, ...changes } as Annotation,
  narrative: null,
  ...over,
});
const at = (centerX: number, radiusX = 30) => ({ coordinates: { ...shape, centerX, radiusX } });
const idsOf = (proposals: readonly Proposal[]) => proposals.map(({ annotation: { id } }) => id);

describe('proposals about one place', () => {
  it('have the same address, whatever its spelling and document', () => {
    const found = [
      proposal('a', { narrative: '"x" is listed on page 1. Address: 111 Market St. This suggests: Coal.' }),
      proposal('b', {}, { content: '111 MARKET STREET, coal', document_page_id: 'p2', document_id: 'd2' }),
      proposal('c', { narrative: 'Address: 113 Market St.' }),
    ];
    const groups = groupsOf(found);
    expect(groups.get('a')?.place).toBe('at 111 Market St');
    expect(idsOf(groups.get('b')?.proposals ?? [])).toEqual(['a', 'b']);
    expect(groups.get('c')).toBeUndefined();
  });

  it('or nearly the same outline on one sheet', () => {
    const found = [
      proposal('a', {}, at(100)),
      proposal('b', {}, at(104)),
      proposal('c', {}, at(300)),
      proposal('d', {}, { ...at(100), document_page_id: 'p2' }),
      // a yard around the building
      proposal('e', {}, at(100, 90)),
    ];
    const groups = groupsOf(found);
    expect([...groups.keys()]).toEqual(['a', 'b']);
    expect(groups.get('a')?.place).toBe('in this building');
  });

  it('follow the first one of them in the order of review', () => {
    const found = [proposal('a', {}, at(100)), proposal('b', {}, at(500)), proposal('c', {}, at(101))];
    expect(idsOf(placesTogether(found))).toEqual(['a', 'c', 'b']);
  });
});
