/** Records of several lists that are one site: a proposal, with the reason of each. */
import { addressKey, nameKey } from './keys.js';
import type { LonLat } from '@symbio/georeference/boundary';

export interface GroupedRecord {
  name: string;
  address: string;
  zip: string;
  registryId: string;
  programIds: readonly string[];
  place?: LonLat | undefined;
}

export const JOIN_REASONS = ['registry', 'program', 'address', 'name'] as const;
export type JoinReason = (typeof JOIN_REASONS)[number];

export interface SiteGroup {
  /** Positions of the records. */
  members: readonly number[];
  reasons: readonly JoinReason[];
}

/** A chain of wrong joins must not swallow a street. */
const MAX_MEMBERS = 40;
const SAME_ADDRESS_METRES = 500;
const SAME_NAME_METRES = 60;
const LEAST_NAME = 6;
const GENERIC = new Set(
  'SERVICE STATION CLEANERS CLNRS CLEANING DRY GAS AUTO BODY CHEMICAL TERMINAL PRINTING FOUNDRY PHARMACY PLATING FORMER FMR SVC STA SHOP CENTER STORE'.split(
    ' ',
  ),
);

function triples(text: string): Set<string> {
  const padded = ` ${text} `;
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)));
}

function similarity(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  const [a, b] = [triples(one), triples(other)];
  const shared = [...a].filter((each) => b.has(each)).length;
  return (2 * shared) / (a.size + b.size);
}

const distinctive = (name: string): string[] => name.split(' ').filter((word) => word !== '' && !GENERIC.has(word));

function areAlike(one: string, other: string): boolean {
  const [a, b] = [distinctive(one), distinctive(other)];
  if (a.length > 0 && b.length > 0) return a[0] === b[0] || similarity(a.join(' '), b.join(' ')) >= 0.7;
  return similarity(one, other) >= 0.8;
}

function metresApart(one: LonLat | undefined, other: LonLat | undefined): number | undefined {
  if (!one || !other) return undefined;
  const shrink = Math.cos((one[1] * Math.PI) / 180);
  return Math.hypot((one[0] - other[0]) * shrink * 111_320, (one[1] - other[1]) * 110_900);
}

/** Groups of two and more. */
export function groupSites(records: readonly GroupedRecord[]): SiteGroup[] {
  const parent = records.map((_, at) => at);
  const sizes = records.map(() => 1);
  const reasons = records.map(() => new Set<JoinReason>());
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] ?? root;
    return root;
  };
  function join(one: number, other: number, reason: JoinReason): void {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a === b) return void reasons[a]?.add(reason);
    const size = (sizes[a] ?? 1) + (sizes[b] ?? 1);
    if (size > MAX_MEMBERS) return;
    parent[a] = b;
    sizes[b] = size;
    for (const each of [reason, ...(reasons[a] ?? [])]) reasons[b]?.add(each);
  }
  const names = records.map(({ name }) => nameKey(name));
  const addresses = records.map(({ address }) => addressKey(address));

  function joinEqual(
    keysOf: (record: GroupedRecord, at: number) => readonly string[],
    reason: JoinReason,
    isSame: (one: number, other: number) => boolean = () => true,
  ): void {
    const byKey = new Map<string, number[]>();
    records.forEach((record, at) => {
      for (const key of keysOf(record, at)) if (key !== '') byKey.set(key, [...(byKey.get(key) ?? []), at]);
    });
    for (const members of byKey.values())
      members.slice(0, MAX_MEMBERS).forEach((one, at) => {
        for (const other of members.slice(at + 1, MAX_MEMBERS)) if (isSame(one, other)) join(one, other, reason);
      });
  }
  const apart = (one: number, other: number) => metresApart(records[one]?.place, records[other]?.place);

  joinEqual(({ registryId }) => [registryId], 'registry');
  joinEqual(({ programIds }) => programIds, 'program');
  joinEqual(
    (_record, at) => [addresses[at] ?? ''],
    'address',
    (one, other) => {
      const [a, b] = [records[one]?.zip ?? '', records[other]?.zip ?? ''];
      const isNear = (apart(one, other) ?? 0) <= SAME_ADDRESS_METRES;
      return isNear && (a === b || a === '' || b === '') && areAlike(names[one] ?? '', names[other] ?? '');
    },
  );
  joinEqual(
    (_record, at) => [(names[at] ?? '').length >= LEAST_NAME ? (names[at] ?? '') : ''],
    'name',
    (one, other) => {
      const [a, b] = [addresses[one] ?? '', addresses[other] ?? ''];
      const haveOther = a !== '' && b !== '' && a !== b;
      return !haveOther && (apart(one, other) ?? Infinity) <= SAME_NAME_METRES;
    },
  );

  const members = new Map<number, number[]>();
  records.forEach((_, at) => members.set(rootOf(at), [...(members.get(rootOf(at)) ?? []), at]));
  return [...members]
    .filter(([, group]) => group.length > 1)
    .map(([root, group]) => ({ members: group, reasons: [...(reasons[root] ?? [])] }));
}
