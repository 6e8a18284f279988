import type { PlannedFeature } from '../figures/site-plan.js';
import type { Block, Inline, TableBlock } from './model.js';
import { prose } from './prose.js';
import type { Sources } from './sources.js';
import { countText, dayText, placeText } from './words.js';

export function siteDescription(sources: Sources): Block[] {
  const { sitePlan } = sources.printed;
  if (!sitePlan) return prose(sources, 'site_description');
  const text = [{ figure: sitePlan.number }, ' is the site plan, with the boundary of the property.'];
  return [...prose(sources, 'site_description', ''), { kind: 'paragraph', text }];
}

/** The figure and the table of its labels; nothing without a boundary. */
export function sitePlanBlocks(sources: Sources): Block[] {
  const { sitePlan } = sources.printed;
  if (!sitePlan) return [];
  const { plan, number, file, ...size } = sitePlan;
  const drawn = plan.features.filter(({ point }) => point).length;
  const features = countText(drawn, ['feature', 'features']);
  return [
    {
      ...{ kind: 'figure', title: 'Site plan', number, file, width_in: size.width_in, height_in: size.height_in },
      alt: `Site plan: boundary of the property and ${features}, north up`,
      caption: [
        { bold: 'Site plan. ' },
        ...boundaryText(sources),
        ` and the recorded places of ${features}. `,
        drawn > 0 ? 'Labels are dark on the property, white on adjoining properties and grey elsewhere. ' : '',
        plan.site ? 'The cross is the site point. ' : '',
        'North is up. Not a survey.',
      ],
    },
    ...(plan.features.length > 0 ? [legend(plan.features)] : []),
  ];
}

function boundaryText({ evidence: { boundary } }: Sources): Inline[] {
  const { file_name: file, set_by: by, set_at: at } = boundary ?? {};
  return [
    'Drawn from the boundary ',
    ...(file === undefined ? ['on the map'] : ['of the file ', { code: file }]),
    by === undefined || at === undefined ? '' : `, set by ${by} on ${dayText(at)},`,
  ];
}

const legend = (features: readonly PlannedFeature[]): TableBlock => ({
  kind: 'table',
  columns: [
    { title: 'Label', width: 0.7 },
    { title: 'Feature', width: 4 },
    { title: 'Place', width: 3 },
    { title: 'On the plan', width: 1.8 },
  ],
  rows: features.map((planned) => [
    [planned.reference],
    [planned.feature.name],
    [placeText(planned.feature)],
    [shownText(planned)],
  ]),
});

function shownText({ feature, point, label }: PlannedFeature): string {
  if (label) return 'Yes';
  if (point) return 'Without a label: no room';
  return feature.longitude === undefined ? 'No place recorded' : 'Outside the plan';
}
