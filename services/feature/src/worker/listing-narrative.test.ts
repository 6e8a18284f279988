import type { Listing } from '../listings/listing.js';
import { isListingCategory, listingLabel, listingNarrative } from './listing-narrative.js';

const listing: Listing = {
  landUse: 'dry_cleaner',
  term: 'DRY CLEANERS',
  text: 'Acme Dry Cleaners 214 Main St',
  name: 'Acme Dry Cleaners',
  address: '214 Main St',
  year: { year: 1931, text: '1931-32', at: 0, source: 'head' },
  heading: 'CLEANERS & DYERS',
  box: { x: 0, y: 0, width: 10, height: 10 },
  confidence: 8,
  score: 8,
};

describe('why a line of a list is proposed (issue 14, FEAT-23)', () => {
  it('quotes the line with its heading, year, address and name, and that it is unconfirmed', () => {
    expect(listingNarrative(listing, { pageNumber: 3 }, 'city_directories')).toBe(
      '"Acme Dry Cleaners 214 Main St" is listed under "CLEANERS & DYERS" on page 3 of a city directory. Year: 1931-32 (by the ' +
        "page's head). Address: 214 Main St. Name: Acme Dry Cleaners. This suggests: Dry cleaner. Found by Symbio Spotter; not confirmed.",
    );
    expect(listingLabel(listing)).toBe('Acme Dry Cleaners, 214 Main St, 1931-32');
  });

  it('states unknown values, and shortens very long text', () => {
    const bare = {
      ...listing,
      name: '',
      address: undefined,
      year: undefined,
      heading: undefined,
      text: 'x'.repeat(900),
    };
    const text = listingNarrative(bare, { pageNumber: 1 }, 'agency_response');
    expect(text).toContain(
      `${'x'.repeat(299)}…" is listed on page 1 of an agency's answer. Year: not known. Address: not read. This`,
    );
    expect(listingLabel(bare)).toBe('Dry cleaners');
  });

  it('is for directories, letters of agencies and their registers', () => {
    expect(['city_directories', 'agency_response', 'regulatory_database'].every(isListingCategory)).toBe(true);
    expect(['sanborn_maps', 'phase_1_esa', 'constructor'].some(isListingCategory)).toBe(false);
  });
});
