import { Annotation } from '@symbio/proto/annotation';
import { Georeference, Page } from '@symbio/proto/document';
import { pagesOf } from './pages.js';

const page = (id: string, facts: { fact: string; value: string }[] = []) =>
  Page.fromPartial({ id, documentId: 'd1', status: 'ready', titleBlock: { facts } });
const marked = (documentPageId: string) => Annotation.fromPartial({ documentPageId });

it('a page has the north that its sheet states, else that of its place on the earth', () => {
  const pages = [page('p1'), page('p2', [{ fact: 'north', value: '15' }]), page('p3')];
  const fit = { kind: 'affine', affine: [0, 0.5, 0, 0.5, 0, 0] };
  const georeferences = ['p1', 'p2'].map((pageId) => Georeference.fromPartial({ pageId, fit }));
  const found = pagesOf({ pages, annotations: pages.map(({ id }) => marked(id)), georeferences });
  expect(found.map(({ id, north_degrees: degrees, north_basis: basis }) => [id, degrees, basis])).toEqual([
    ['p1', 90, 'georeference'],
    ['p2', 15, undefined],
    ['p3', undefined, undefined],
  ]);
});
