/** A gap that another record suggests: the coverage screen opens its form, and a person judges and saves it. */
import { MAX_GAP_TEXT } from '@symbio/proto/limits';
import { isGapKind, type GapKind } from '@symbio/proto/project/vocabulary';

export interface OfferedGap {
  kind: GapKind;
  /** Attempts to get the information. */
  tried: string;
}

const KIND = 'new_gap';
const TRIED = 'tried';

/** Parameters of the coverage screen's address. */
export const gapParameters = ({ kind, tried }: OfferedGap) => ({ [KIND]: kind, [TRIED]: tried.slice(0, MAX_GAP_TEXT) });

export const NO_OFFERED_GAP = { [KIND]: null, [TRIED]: null };

/** Undefined for an address without a gap. */
export function offeredGapOf(address: URLSearchParams): OfferedGap | undefined {
  const kind = address.get(KIND) ?? '';
  return isGapKind(kind) ? { kind, tried: (address.get(TRIED) ?? '').slice(0, MAX_GAP_TEXT) } : undefined;
}

/** Address of the coverage screen with the form of the gap. */
export const gapAddress = (projectId: string, gap: OfferedGap): string =>
  `/projects/${projectId}/coverage?${new URLSearchParams(gapParameters(gap)).toString()}`;
