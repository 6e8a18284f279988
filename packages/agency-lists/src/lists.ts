/** Kinds of lists, and how far from a property each is searched. */

export const METRES_PER_FOOT = 0.3048;
export const METRES_PER_MILE = 1_609.344;
/** "Property and adjoining" is searched so far: an adjoining property may be large, and a person decides. */
export const ADJOINING_MILES = 0.25;
/** Within the width of a street a record is suggested as adjoining. */
export const ADJOINING_FEET = 150;

/** `miles` from the nearest edge; the property alone; the property and those adjoining; `none`: not searched. */
export type SearchKind = 'miles' | 'property' | 'adjoining' | 'none';

export interface SearchDistance {
  list: string;
  kind: SearchKind;
  /** Of kind miles, else 0. */
  miles: number;
}

export interface ListKind {
  list: string;
  title: string;
  distance: Omit<SearchDistance, 'list'>;
  /** Of releases: such a record on or next to the property needs a look at its file. */
  hasReleases: boolean;
}

export const DISTANCES_SOURCE = 'ASTM E1527-21, approximate minimum search distances';

const miles = (value: number): ListKind['distance'] => ({ kind: 'miles', miles: value });
const only = (kind: Exclude<SearchKind, 'miles'>): ListKind['distance'] => ({ kind, miles: 0 });
const kind = (list: string, title: string, distance: ListKind['distance'], hasReleases = false): ListKind => ({
  ...{ list, title, distance, hasReleases },
});

export const LIST_KINDS: readonly ListKind[] = [
  kind('NPL', 'Federal NPL', miles(1), true),
  kind('NPL-DELISTED', 'Federal delisted NPL', miles(0.5), true),
  kind('SEMS', 'Federal SEMS', miles(0.5), true),
  kind('SEMS-ARCHIVE', 'Federal SEMS archive', miles(0.5), true),
  kind('RCRA-CORRACTS', 'RCRA corrective action', miles(1), true),
  kind('RCRA-TSD', 'RCRA treatment, storage and disposal', miles(0.5)),
  kind('RCRA-LQG', 'RCRA large quantity generators', only('adjoining')),
  kind('RCRA-SQG', 'RCRA small quantity generators', only('adjoining')),
  kind('RCRA-VSQG', 'RCRA very small quantity generators', only('adjoining')),
  kind('RCRA-NONGEN', 'RCRA non-generators', only('adjoining')),
  kind('ERNS', 'ERNS', only('property'), true),
  kind('US-IC-EC', 'Federal institutional and engineering controls', only('property'), true),
  kind('STATE-NPL', 'State and tribal equivalents of NPL', miles(1), true),
  kind('STATE-SEMS', 'State and tribal equivalents of SEMS', miles(0.5), true),
  kind('LANDFILL', 'Landfills and solid waste', miles(0.5)),
  kind('LUST', 'Leaking storage tanks', miles(0.5), true),
  kind('UST', 'Underground storage tanks', only('adjoining')),
  kind('AST', 'Aboveground storage tanks', only('adjoining')),
  kind('STATE-IC-EC', 'State institutional and engineering controls', only('property'), true),
  kind('VCP', 'Voluntary cleanup', miles(0.5), true),
  kind('BROWNFIELD', 'Brownfields', miles(0.5), true),
  kind('TRI', 'Toxics Release Inventory', only('none')),
  kind('NPDES', 'NPDES permits', only('none')),
  kind('AIR', 'Air permits', only('none')),
  kind('SPILLS', 'Spills', only('property'), true),
  kind('OTHER', 'Other', only('none')),
];

const BY_LIST = new Map(LIST_KINDS.map((each) => [each.list, each]));

export const isList = (list: string): boolean => BY_LIST.has(list);
export const listKind = (list: string): ListKind | undefined => BY_LIST.get(list);

export const DEFAULT_DISTANCES: readonly SearchDistance[] = LIST_KINDS.map(({ list, distance }) => ({
  list,
  ...distance,
}));

/** Undefined for a list that is not searched. */
export function metresSearched({ kind: how, miles: far }: Pick<SearchDistance, 'kind' | 'miles'>): number | undefined {
  if (how === 'none') return undefined;
  if (how === 'property') return 0;
  return (how === 'adjoining' ? ADJOINING_MILES : far) * METRES_PER_MILE;
}
