import { PageMetadata } from '@symbio/proto/document';
import { pageLabel } from './page-search.js';

describe('the label of a page that was found', () => {
  it.each([
    ['Year 1896', { pageType: 'sanborn_map', year: 1896 }],
    ['Sanborn Map (Page 4)', { pageType: 'sanborn_map' }],
    ['Topographic Map (Page 4)', { pageType: 'topographic_map', year: 1954 }],
    ['Aerial 1938', { pageType: 'aerial_photo', year: 1938 }],
    ['Aerial Photo (Page 4)', { pageType: 'aerial_photo' }],
    ['Page 4', {}],
  ])('is %s (VIEW-09 to VIEW-12)', (label, metadata) => {
    expect(pageLabel({ pageNumber: 4, metadata: PageMetadata.fromPartial(metadata) })).toBe(label);
  });
});
