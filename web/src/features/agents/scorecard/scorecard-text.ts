import type { ScorecardGrouping } from '@symbio/proto/annotation/vocabulary';
import { isPageKind } from '@symbio/proto/document/vocabulary';
import { PAGE_KIND_LABELS } from '@symbio/proto/labels';
import type { ScorecardRow, Share } from './scorecard-api.js';

export const GROUPING_NAMES: Readonly<Record<ScorecardGrouping, string>> = {
  land_use: 'Land use',
  decade: 'Decade',
  sheet_kind: 'Sheet kind',
};

export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** `80% (71% to 87%), 80 of 100`, or why there is no share. */
export const shareText = ({ count, of, share, low, high, note }: Share): string =>
  share === null || low === null || high === null
    ? (note ?? '')
    : `${percent(share)} (${percent(low)} to ${percent(high)}), ${count} of ${of}`;

const MINUTE = 60;
const HOUR = 3600;

export function durationText(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < MINUTE) return `${Math.round(seconds)} s`;
  return size < HOUR ? `${Math.round(seconds / MINUTE)} min` : `${(seconds / HOUR).toFixed(1)} h`;
}

export const agentText = ({ agent_name: name, agent_version: version }: ScorecardRow): string =>
  version === null ? name : `${name} ${version}`;

export function groupText(
  group: string | null,
  groupBy: string | null,
  landUses: readonly { value: string; label: string }[],
): string {
  if (group === null) return 'Unknown';
  if (groupBy === 'decade') return `${group}s`;
  if (groupBy === 'sheet_kind') return isPageKind(group) ? PAGE_KIND_LABELS[group] : group;
  return landUses.find(({ value }) => value === group)?.label ?? group;
}
