/** Explains a proposal so a person can check it on the page. */
import type { Page } from '@symbio/proto/document';
import { listedYearText } from '@symbio/proto/feature/listed-year';
import { LAND_USES } from '../land-uses.js';
import { FOUND_BY_SPOTTER } from '../mentions/apply-decision.js';
import type { Listing } from '../listings/listing.js';

/** Display names of listing documents (DATA-05). */
const SOURCES: Readonly<Record<string, string>> = {
  city_directories: 'a city directory',
  agency_response: "an agency's answer",
  regulatory_database: 'a regulatory database report',
};
/** Characters. */
const MOST_LABEL = 120;
const MOST_QUOTED = 300;

export const isListingCategory = (category: string): boolean => Object.hasOwn(SOURCES, category);

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

export const listingLabel = ({ name, term, address, year }: Listing): string =>
  cut([name || inWords(term), address, year?.text].filter(Boolean).join(', '), MOST_LABEL);

export function listingNarrative(listing: Listing, { pageNumber }: Pick<Page, 'pageNumber'>, category: string): string {
  const { text, heading, year, address, name, landUse } = listing;
  const use = LAND_USES.find(({ value }) => value === landUse)?.label ?? landUse;
  const under = heading ? ` under "${heading}"` : '';
  const facts = [
    year ? listedYearText(year.text, year.source) : 'Year: not known.',
    address ? `Address: ${address}.` : 'Address: not read.',
    ...(name ? [`Name: ${name.replace(/\.$/, '')}.`] : []),
  ];
  return (
    `"${cut(text, MOST_QUOTED)}" is listed${under} on page ${pageNumber} of ${SOURCES[category] ?? 'a document'}. ` +
    `${facts.join(' ')} This suggests: ${use}. ${FOUND_BY_SPOTTER}; not confirmed.`
  );
}

const inWords = (term: string): string => term.charAt(0) + term.slice(1).toLowerCase();
