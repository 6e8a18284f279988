/** A gap that another record suggests: the coverage screen opens its form, and a person judges and saves it. */
import { MAX_GAP_TEXT } from '@symbio/proto/limits';
import { isGapKind, type GapKind } from '@symbio/proto/project/vocabulary';

export interface OfferedGap {
  kind: GapKind;
  /** Attempts to get the information. */
  tried: string;
  /** Id of a long interval between sources. */
  interval?: string | undefined;
}

const KIND = 'new_gap';
const TRIED = 'tried';
const INTERVAL = 'interval';

/** Parameters of the coverage screen's address. */
export function gapParameters({ kind, tried, interval }: OfferedGap): Record<string, string> {
  const parameters = { [KIND]: kind, [TRIED]: tried.slice(0, MAX_GAP_TEXT) };
  return interval ? { ...parameters, [INTERVAL]: interval } : parameters;
}

export const NO_OFFERED_GAP = { [KIND]: null, [TRIED]: null, [INTERVAL]: null };

/** Undefined for an address without a gap. */
export function offeredGapOf(address: URLSearchParams): OfferedGap | undefined {
  const kind = address.get(KIND) ?? '';
  if (!isGapKind(kind)) return undefined;
  const tried = (address.get(TRIED) ?? '').slice(0, MAX_GAP_TEXT);
  return { kind, tried, interval: address.get(INTERVAL) ?? undefined };
}

/** Address of the coverage screen with the form of the gap. */
export const gapAddress = (projectId: string, gap: OfferedGap): string =>
  `/projects/${projectId}/coverage?${new URLSearchParams(gapParameters(gap)).toString()}`;
