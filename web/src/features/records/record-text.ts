/** Words for records near a property. */
import { METRES_PER_MILE } from '@symbio/agency-lists/lists';
import { milesText } from '../../evidence/boundary-text.js';
import type { ListCount, RecordHit, SearchDistance } from './records-api.js';

/** `1,254 ft NE`; `On the property`; `No place` */
export function distanceText({ distance_ft: feet, direction, on_property: on }: RecordHit): string {
  if (feet === null) return 'No place';
  if (on === 'on') return 'On the property';
  return `${Math.round(feet).toLocaleString('en-US')} ft${direction === null ? '' : ` ${direction}`}`;
}

export const milesOf = (metres: number): number => Number((metres / METRES_PER_MILE).toFixed(3));

const KINDS: Readonly<Record<string, string>> = {
  property: 'Property only',
  adjoining: 'Property and adjoining',
  none: 'Not searched',
};

export const kindText = ({ kind, miles }: Pick<SearchDistance, 'kind' | 'miles'>): string =>
  KINDS[kind] ?? milesText(miles);

/** The distance that a search used. */
export const searchedText = ({ distance_m: metres }: ListCount): string =>
  metres === 0 ? 'Property only' : milesText(milesOf(metres));

const REASONS: Readonly<Record<string, string>> = {
  registry: 'the same EPA registry id',
  program: 'the same program id',
  address: 'the same address and a similar name',
  name: 'the same name within 200 ft',
};

export const reasonsText = (reasons: readonly string[]): string =>
  reasons.map((reason) => REASONS[reason] ?? reason).join(', ');

export const VIOLATIONS: Readonly<Record<string, string>> = { none: 'None known', found: 'Some known' };

const QUALITIES: Readonly<Record<string, string>> = {
  exact: 'By coordinates',
  street: 'On the street',
  unknown: 'Unknown accuracy',
  area: 'Centre of an area',
  none: 'No place',
  unreadable: 'Unreadable',
};

export const qualityText = (quality: string): string => QUALITIES[quality] ?? quality;

export const addressText = ({ address, city, state, zip }: RecordHit): string =>
  [address, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ');

export const nameText = ({ name, address, record_id: id }: RecordHit): string => name || address || id;

/** Colours of dots by group of lists; the table names them. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/^(?:STATE-)?(?:NPL|SEMS)/, '#d13438'],
  [/^RCRA/, '#8764b8'],
  [/^(?:LUST|UST|AST)$/, '#ca5010'],
  [/^(?:VCP|BROWNFIELD)$/, '#0b6e4f'],
  [/IC-EC$/, '#0078d4'],
  [/^(?:ERNS|SPILLS)$/, '#c239b3'],
  [/^LANDFILL$/, '#8e562e'],
];

export const colourOf = (list: string): string => COLOURS.find(([names]) => names.test(list))?.[1] ?? '#69797e';
