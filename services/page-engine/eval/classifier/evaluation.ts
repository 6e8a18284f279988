/** Evaluates the built-in classifier on our own cases (see README.md). */
import { CATEGORIES, type CategoryValue } from '../../src/classification/categories.js';
import { classify, type SeenPage, type Suggestion } from '../../src/classification/classifier.js';
import { appearanceKind, appearanceOf } from '../../src/classification/appearance.js';
import { drawPage } from '../../src/testing/drawn-pages.js';
import type { CasePage, CaseSource, EvalCase } from './case.js';
import { MAP_CASES } from './maps.js';
import { PAPER_CASES } from './papers.js';
import { RECORD_CASES } from './records.js';
import { REPORT_CASES } from './reports.js';
import { UNSEEN_CASES } from './unseen.js';

/**
 * Rules and numbers are fitted on the tuning half only. The held-out half is as old as the rules; the unseen cases are
 * newer.
 */
export const SETS = ['tuning', 'held-out', 'unseen'] as const;
export type CaseSet = (typeof SETS)[number];

const SOURCES: Readonly<Record<CategoryValue, readonly CaseSource[]>> = {
  ...MAP_CASES,
  ...RECORD_CASES,
  ...REPORT_CASES,
  ...PAPER_CASES,
};

/** The halves alternate within each category, in file order. */
export function casesOf(set: CaseSet): EvalCase[] {
  const chosen = set === 'unseen' ? UNSEEN_CASES : SOURCES;
  return CATEGORIES.flatMap(({ value: category }) =>
    chosen[category].flatMap(([fileName, ...pages], index) =>
      set === 'unseen' || (index % 2 === 0) === (set === 'tuning')
        ? [{ category, fileName, pages: pages.map((page) => (typeof page === 'string' ? { text: page } : page)) }]
        : [],
    ),
  );
}

export interface Outcome extends EvalCase {
  suggestion: Suggestion;
  right: boolean;
}

const LETTER = [8.5, 11] as const;

/** Only the picture of the first page is inspected. */
async function seen({ text, size = LETTER, drawing }: CasePage, index: number, seed: number): Promise<SeenPage> {
  const [short, long] = size;
  const pictureShare = drawing ? 1 : 0;
  if (index > 0) return { text, short, long, pictureShare };
  const appearance = drawing ? appearanceKind(appearanceOf(await drawPage(drawing, short, long, seed))) : 'line work';
  return { text, short, long, pictureShare, appearance };
}

export async function evaluate(set: CaseSet): Promise<Outcome[]> {
  return Promise.all(
    casesOf(set).map(async (one, place) => {
      const pages = await Promise.all(one.pages.map((page, index) => seen(page, index, place + 1)));
      const suggestion = classify({ fileName: one.fileName, pages });
      return { ...one, suggestion, right: suggestion.suggestedCategory === one.category };
    }),
  );
}

/** Confidence bin: mean confidence and accuracy. */
export interface Bin {
  from: number;
  to: number;
  cases: number;
  confidence: number;
  accuracy: number;
}

export interface Figures {
  cases: number;
  /** Share of cases whose suggestion is correct. */
  accuracy: number;
  /** Share whose category is the suggestion or an alternative. */
  offered: number;
  /** Share of cases applied automatically, and the share of those that are correct (OP-18). */
  applied: number;
  appliedRight: number;
  bins: Bin[];
  /** Expected calibration error: mean distance between confidence and accuracy over the bins. */
  calibrationError: number;
  byCategory: { category: CategoryValue; cases: number; right: number; takenFor: Map<CategoryValue, number> }[];
}

const BINS = [0, 0.3, 0.5, 0.7, 0.85, 1] as const;

export function figuresOf(outcomes: readonly Outcome[], sure: number): Figures {
  const applied = outcomes.filter(({ suggestion }) => suggestion.confidence >= sure);
  const bins = BINS.slice(1).map((to, index) => binOf(outcomes, BINS[index] ?? 0, to));
  return {
    cases: outcomes.length,
    accuracy: shareRight(outcomes),
    offered: share(
      outcomes,
      ({ category, right, suggestion }) =>
        right || suggestion.alternatives.some((alternative) => alternative.category === category),
    ),
    applied: applied.length / outcomes.length,
    appliedRight: shareRight(applied),
    bins,
    calibrationError: bins.reduce(
      (sum, { cases, confidence, accuracy }) => sum + (cases / outcomes.length) * Math.abs(confidence - accuracy),
      0,
    ),
    byCategory: CATEGORIES.map(({ value: category }) => {
      const own = outcomes.filter((outcome) => outcome.category === category);
      const takenFor = new Map<CategoryValue, number>();
      for (const { right, suggestion } of own)
        if (!right) takenFor.set(suggestion.suggestedCategory, (takenFor.get(suggestion.suggestedCategory) ?? 0) + 1);
      return { category, cases: own.length, right: own.filter(({ right }) => right).length, takenFor };
    }),
  };
}

function binOf(outcomes: readonly Outcome[], from: number, to: number): Bin {
  const inside = outcomes.filter(
    ({ suggestion: { confidence } }) => confidence >= from && (confidence < to || (to === 1 && confidence <= 1)),
  );
  const confidence = inside.reduce((sum, { suggestion }) => sum + suggestion.confidence, 0) / (inside.length || 1);
  return { from, to, cases: inside.length, confidence, accuracy: shareRight(inside) };
}

const share = (outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean): number =>
  outcomes.length === 0 ? 0 : outcomes.filter(holds).length / outcomes.length;
const shareRight = (outcomes: readonly Outcome[]): number => share(outcomes, ({ right }) => right);
