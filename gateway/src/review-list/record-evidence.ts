/** Of the newest search. */
export interface RecordEvidence {
  hits: readonly ReviewedHit[];
  /** Lists with a search distance. */
  lists: readonly { title: string; isLoaded: boolean; isReported: boolean }[];
  distances: readonly ReviewedDistance[];
  /** A person confirmed these distances. */
  isConfirmed: boolean;
  data: readonly { name: string; agencyDate: string }[];
  /** YYYY-MM-DD. */
  today: string;
}

export interface ReviewedHit {
  id: string;
  list: string;
  name: string;
  certainty: string;
  onProperty: string;
  /** As decided, else as suggested. */
  isAdjoining: boolean;
  /** A request to an agency names it. */
  isRequested: boolean;
  /** Undefined: undecided. */
  disposition?:
    | { kind: string; codes: readonly string[]; text: string; changes: readonly ReviewedChange[] }
    | undefined;
}

interface ReviewedChange {
  field: string;
  before: string;
  now: string;
}

export interface ReviewedDistance {
  title: string;
  kind: string;
  miles: number;
  defaultKind: string;
  defaultMiles: number;
  reason: string;
}
