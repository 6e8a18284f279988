import type { PlanLabel } from '../figures/groups.js';
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
  const groups = plan.labels.filter(({ references }) => references.length > 1);
  return [
    {
      ...{ kind: 'figure', title: 'Site plan', number, file, width_in: size.width_in, height_in: size.height_in },
      alt: `Site plan: boundary of the property${plan.streets.length > 0 ? ', streets' : ''} and ${features}, north up`,
      caption: [
        { bold: 'Site plan. ' },
        ...boundaryText(sources),
        ` and the recorded places of ${features}. `,
        drawn > 0 ? 'Labels are dark on the property, white on adjoining properties and grey elsewhere. ' : '',
        groups.length > 0 ? 'Yellow labels are groups of close features, which the table of groups lists. ' : '',
        ...streetsText(sources),
        plan.site ? 'The cross is the site point. ' : '',
        'North is up. Not a survey.',
      ],
    },
    ...(groups.length > 0 ? [groupTable(groups, plan.features)] : []),
    ...(plan.features.length > 0 ? [legend(plan.features, groups)] : []),
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

function streetsText({ evidence: { street_files: files = [] } }: Sources): Inline[] {
  const names = files.flatMap((file, at): Inline[] => [at > 0 ? ', ' : '', { code: file }]);
  return names.length > 0 ? ['Streets: ', ...names, '. '] : [];
}

function groupTable(groups: readonly PlanLabel[], features: readonly PlannedFeature[]): TableBlock {
  const names = new Map(features.map(({ reference, feature }) => [reference, feature.name]));
  return {
    kind: 'table',
    columns: [
      { title: 'Group', width: 0.7 },
      { title: 'Features of the group', width: 8.8 },
    ],
    rows: groups.map(({ text, references }) => [
      [text],
      [references.map((reference) => `${reference} ${names.get(reference) ?? ''}`).join('; ')],
    ]),
  };
}

function legend(features: readonly PlannedFeature[], groups: readonly PlanLabel[]): TableBlock {
  const groupOf = new Map(groups.flatMap(({ text, references }) => references.map((one) => [one, text])));
  return {
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
      [shownText(planned, groupOf.get(planned.reference))],
    ]),
  };
}

function shownText({ feature, point }: PlannedFeature, group: string | undefined): string {
  if (group !== undefined) return `In group ${group}`;
  if (point) return 'Yes';
  return feature.longitude === undefined ? 'No place recorded' : 'Outside the plan';
}
