import { PipelineFailure } from '@symbio/page-engine/pipeline';
import { endOf, faultOf, isSentence } from './judge.js';

const page = (message: string) => ({ status: 'failed', pageNumber: 1, reason: 'broken', message }) as const;

describe('messages to people about a hostile file', () => {
  it('are sentences without words of programmers', () => {
    expect(isSentence('Page 1 is damaged and could not be drawn.')).toBe(true);
    expect(isSentence('File type application/octet-stream is not supported')).toBe(true);
    expect(isSentence('Only image files are allowed')).toBe(true);
    for (const text of ['', 'broken', 'TypeError: x is undefined.', 'PDFium error 3 came up.'])
      expect(isSentence(text)).toBe(false);
  });

  it('are pages, or a reason', () => {
    expect(faultOf({ made: 1, failed: [] })).toBeUndefined();
    expect(faultOf({ made: 0, failed: [page('Page 1 took too long to draw.')] })).toBeUndefined();
    expect(faultOf({ made: 0, failed: [] })).toMatch('without a reason');
    expect(faultOf({ made: 1, failed: [page('null')] })).toBe('shows people "null"');
    const failure = new PipelineFailure('empty', 'This file is empty. Choose another one.');
    expect(faultOf({ made: 0, failed: [], failure })).toBeUndefined();
    expect(endOf({ made: 0, failed: [], failure })).toBe('empty');
    expect(faultOf({ made: 0, failed: [], failure: new TypeError('x') })).toMatch('ended with an unknown failure');
  });
});
