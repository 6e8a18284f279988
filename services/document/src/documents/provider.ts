/** Who published or delivered a document, by unmistakable names. */

/** Who delivers comes before who published: an EDR package of Sanborn maps is from EDR. */
const PROVIDERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['EDR', /\bEnvironmental Data Resources\b|\bEDR(?:®|\u2122|\s+(?:Radius|Historical|Sanborn|Certified|City))/],
  ['ERIS', /\bEnvironmental Risk Information Services\b|\bERIS\b/],
  ['LightBox', /\bLightBox\b/i],
  ['Historical Information Gatherers', /\bHistorical Information Gatherers\b/i],
  ['GeoSearch', /\bGeoSearch\b/i],
  ['Library of Congress', /\bLibrary of Congress\b/i],
  ['USGS', /\bU\.?\s?S\.? Geological Survey\b|\bUnited States Geological Survey\b|\bUSGS\b/i],
  ['USDA', /\bUnited States Department of Agriculture\b|\bU\.?\s?S\.? Department of Agriculture\b/i],
  ['Sanborn Map Company', /\bSanborn(?:[\s-]+Perris)?\s+Map\s+(?:Co\b|Company\b)/i],
  ['R. L. Polk', /\bR\.?\s?L\.? Polk\b/i],
  ['Cole Information', /\bCole (?:Information|Directory)\b/i],
];

/** Of the properties of a PDF, or the text of its first page; undefined if nothing is certain. */
export const providerIn = (texts: readonly (string | undefined)[]): string | undefined =>
  PROVIDERS.find(([, pattern]) => texts.some((text) => text !== undefined && pattern.test(text)))?.[0];
