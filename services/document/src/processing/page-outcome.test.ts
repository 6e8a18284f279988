import { RecordPageRequest } from '@symbio/proto/document';
import type { DocumentRow, PageRow } from '../model.js';
import { outcomeOf } from './page-outcome.js';

const document = { _id: 'd', projectId: 'p', category: 'city_directories' } as DocumentRow;
const picture = RecordPageRequest.fromPartial({
  documentId: 'd',
  pageNumber: 1,
  imagePath: 'projects/p/documents/d/pages/1/abc/image.zip',
  contentHash: 'abc',
  tileFormat: 'jpg',
  width: 1200,
  height: 1500,
});

describe('a picture of a page that was read before it had one', () => {
  const read = (width: number, status: PageRow['status'] = 'pending') =>
    ({ status, width, height: 1500, analyzed: true }) as PageRow;

  it('of another size has its words looked for once more', () => {
    expect(outcomeOf(picture, read(850), document, [], '', new Date(0))).toMatchObject({
      status: 'ready',
      analyzed: false,
    });
  });

  it('of the same size keeps its words, and so does one that takes the place of another', () => {
    for (const page of [read(1200), read(850, 'ready'), read(0)])
      expect(outcomeOf(picture, page, document, [], '', new Date(0)).analyzed).toBeUndefined();
  });
});
