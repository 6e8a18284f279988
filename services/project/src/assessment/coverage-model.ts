import { moment, number, part, text, typed } from '@symbio/mongo';
import {
  COVERAGE_AREAS,
  COVERAGE_STATES,
  GAP_KINDS,
  type CoverageArea,
  type CoverageState,
  type GapKind,
} from '@symbio/proto/project/vocabulary';

interface By {
  byId: string;
  byName: string;
}

export interface StoredOverride extends By {
  source: string;
  /** First year. */
  decade: number;
  area: CoverageArea;
  state: CoverageState;
  note: string;
  at: Date;
}

export interface StoredFirstUse extends By {
  year: number;
  note: string;
  at: Date;
}

export interface StoredGap extends By {
  id: string;
  kind: GapKind;
  /** Years; 0: not stated. */
  fromYear: number;
  toYear: number;
  area: CoverageArea | '';
  source: string;
  tried: string;
  /** Absent: not judged. */
  significant?: boolean | undefined;
  reason: string;
  effect: string;
  createdAt: Date;
  updatedAt: Date;
}

/** One of the three, as it was before. */
export interface StoredSuperseded extends By {
  id: string;
  override?: StoredOverride;
  firstUse?: StoredFirstUse;
  gap?: StoredGap;
  at: Date;
}

/** What people state about sources, and gaps in the data. */
export interface StoredCoverage {
  overrides: StoredOverride[];
  firstUse?: StoredFirstUse | undefined;
  /** Of the overrides and the first use. */
  updatedAt?: Date | undefined;
  /** Oldest first. */
  gaps: StoredGap[];
  /** Oldest first. */
  history: StoredSuperseded[];
}

const line = { type: String, default: '' };
const year = { type: Number, default: 0 };
const by = { byId: text, byName: line } as const;

const override = {
  source: text,
  decade: number,
  area: { type: String, enum: COVERAGE_AREAS, required: true },
  state: { type: String, enum: COVERAGE_STATES, required: true },
  note: line,
  ...by,
  at: moment,
};

const firstUse = { year: number, note: line, ...by, at: moment };

const gap = {
  id: text,
  kind: { type: String, enum: GAP_KINDS, required: true },
  ...{ fromYear: year, toYear: year, area: line, source: line, tried: line },
  significant: { type: Boolean },
  ...{ reason: line, effect: line, ...by, createdAt: moment, updatedAt: moment },
};

const superseded = {
  id: text,
  ...{ override: { type: part(override) }, firstUse: { type: part(firstUse) }, gap: { type: part(gap) } },
  ...by,
  at: moment,
};

export const coveragePart = typed<StoredCoverage>(
  part({
    overrides: { type: [part(override)] },
    firstUse: { type: part(firstUse) },
    updatedAt: { type: Date },
    gaps: { type: [part(gap)] },
    history: { type: [part(superseded)] },
  }),
);
