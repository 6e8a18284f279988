import { providerIn } from './provider.js';

it.each([
  ['EDR', ['The EDR Radius Map Report', 'with Sanborn Map Company sheets']],
  ['EDR', [undefined, 'Environmental Data Resources, Inc.']],
  ['Sanborn Map Company', ['Sanborn-Perris Map Co. Limited']],
  ['USGS', ['U.S. Geological Survey, 7.5 minute series']],
  ['Library of Congress', ['', 'Library of Congress, Geography and Map Division']],
  [undefined, ['Sanborn maps of Brooklyn', 'the eris of the board', 'editors']],
  [undefined, []],
])('%s is named by %j', (provider, texts) => {
  expect(providerIn(texts)).toBe(provider);
});
