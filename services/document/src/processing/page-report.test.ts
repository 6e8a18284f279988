import { RecordPageRequest } from '@symbio/proto/document';
import type { DocumentRow, PageRow } from '../model.js';
import { isStaleReport, outcomeOf } from './page-report.js';

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

describe('the picture of a page that was read before', () => {
  const read = (width: number, status: PageRow['status'] = 'pending') =>
    ({ status, width, height: 1500, analyzed: true }) as PageRow;

  it('of another size discards its words', () => {
    expect(outcomeOf(picture, read(850), document, [], '', new Date(0))).toMatchObject({
      status: 'ready',
      analyzed: false,
    });
  });

  it('of the same size keeps its words, as does a replaced picture', () => {
    for (const page of [read(1200), read(850, 'ready'), read(0)])
      expect(outcomeOf(picture, page, document, [], '', new Date(0)).analyzed).toBeUndefined();
  });
});

it('keeps the source of the text, and none without words', () => {
  const word = { text: 'COAL', x: 1, y: 1, width: 9, height: 9, confidence: 1, turned: 0 };
  const sourceOf = (textSource: string, words = [word]) => {
    const report = RecordPageRequest.fromPartial({ metadata: { textSource }, analyzed: true });
    return outcomeOf(report, {} as PageRow, document, words, 'digest', new Date(0)).textSource;
  };
  expect(['pdf', 'ocr', 'both', ''].map((source) => sourceOf(source))).toEqual(['pdf', 'ocr', 'both', 'pdf']);
  expect(sourceOf('both', [])).toBe('');
});

describe('the report of a superseded attempt', () => {
  const told = (fencingToken?: number) => ({ status: 'ready', fencingToken }) as PageRow;
  const report = (fencingToken: number, over: Partial<RecordPageRequest> = {}) => ({
    ...picture,
    fencingToken,
    ...over,
  });

  it('is too late for a picture or a failure', () => {
    expect(isStaleReport(report(1), told(2))).toBe(true);
    expect(isStaleReport(report(1, { imagePath: '', error: 'damaged' }), told(2))).toBe(true);
    // of a worker without fencing tokens
    expect(isStaleReport(report(0), told(1))).toBe(true);
  });

  it('is accepted until a later attempt has reported, and for text', () => {
    for (const page of [told(), told(1), told(2)]) expect(isStaleReport(report(2), page)).toBe(false);
    expect(isStaleReport(report(1, { imagePath: '' }), told(2))).toBe(false);
  });

  it('is recognized by the fencing token of the page', () => {
    expect(outcomeOf(report(3), told(2), document, [], '', new Date(0))).toMatchObject({ fencingToken: 3 });
    const failed = report(3, { imagePath: '', error: 'damaged' });
    const pending = { status: 'pending', imagePath: 'gone' } as PageRow;
    expect(outcomeOf(failed, pending, document, [], '', new Date(0))).toMatchObject({
      ...{ status: 'failed', error: 'damaged', imagePath: '', fencingToken: 3 },
    });
  });
});
