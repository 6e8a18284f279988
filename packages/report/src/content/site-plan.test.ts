import { sitePlanOf } from '../figures/site-plan.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { plainText } from './model.js';
import { siteDescription, sitePlanBlocks } from './site-plan.js';
import { Sources } from './sources.js';

function sources(more: object = {}) {
  const evidence = Object.assign(sampleEvidence(), { sections: [], ...more });
  const plan = sitePlanOf(evidence);
  const printed = { number: 1, file: 'figures/figure-001.jpg', sha256: '', width_in: 6.5, height_in: 6 };
  return new Sources(evidence, { ...(plan && { sitePlan: { ...printed, plan } }), figures: [], photographs: [] });
}

it('the site plan says what it was drawn from, and names each feature with its place', () => {
  const [figure, legend] = sitePlanBlocks(sources());
  expect(figure?.kind === 'figure' && plainText(figure.caption)).toBe(
    'Site plan. Drawn from the boundary of the file riverside-parcel.geojson, set by Dana Whitfield on October 2, 2026, ' +
      'and the recorded places of 1 feature. Labels are dark on the property, white on adjoining properties and grey ' +
      'elsewhere. Streets: riverside-streets.geojson. The cross is the site point. North is up. Not a survey.',
  );
  expect(legend?.kind === 'table' && legend.rows).toEqual([
    [['F1'], ['Riverside Gas Works'], ['On the property'], ['Yes']],
    [['F2'], ['Quaker Cleaners'], ['Adjoining property, 84 ft NE'], ['No place recorded']],
    [['F3'], ['Carriage Works'], ['Nearby, 640 ft W'], ['Outside the plan']],
  ]);
});

it('without streets the site plan names no street file', () => {
  const [figure] = sitePlanBlocks(sources({ streets: undefined, street_files: undefined }));
  expect(figure?.kind === 'figure' && [plainText(figure.caption), figure.alt].join()).not.toMatch(/street/i);
});

it('the site plan lists the features of each group, and the group of each feature', () => {
  const rest = sampleEvidence();
  const many = Array.from({ length: 300 }, (_, at) => ({
    ...{ id: `f${at}`, name: `Works ${at + 1}`, land_use: [] },
    ...{ longitude: -75.166 + (at % 20) * 1e-4, latitude: 39.952 + Math.floor(at / 20) * 1e-4 },
  }));
  const [figure, groups, legend] = sitePlanBlocks(sources({ ...rest, features: many, mentions: [] }));
  expect(figure?.kind === 'figure' && plainText(figure.caption)).toContain('the table of groups lists');
  const [first] = groups?.kind === 'table' ? groups.rows : [];
  expect(first).toEqual([['G1'], [expect.stringMatching(/^F1 Works 1; F2 Works 2/)]]);
  expect(legend?.kind === 'table' && legend.rows[0]).toEqual([['F1'], ['Works 1'], expect.anything(), ['In group G1']]);
});

it('the chapter of the property leads to the site plan', () => {
  expect(siteDescription(sources())).toMatchObject([{ kind: 'paragraph', text: [{ figure: 1 }, expect.any(String)] }]);
});

it('without a boundary there is no site plan', () => {
  expect(sitePlanBlocks(sources({ boundary: undefined }))).toEqual([]);
  expect(siteDescription(sources({ boundary: undefined }))).toEqual([
    { kind: 'paragraph', text: ['No text was written for this part.'] },
  ]);
});
