import { footprintOf, stateInWords, throughSheet, type Fit } from '@symbio/georeference';
import type { Georeference } from '@symbio/proto/document';
import { fitSimilarity, inverse, scaleOf, type Similarity } from '@symbio/proto/document/similarity';
import { hasContent } from '../alignments/checks.js';
import type { AlignmentRow } from '../alignments/model.js';
import type { AlignmentRepository } from '../alignments/repository.js';
import type { PageRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import { judgementOf, sheetFit } from './mapping.js';
import type { GeoreferenceRow } from './model.js';
import type { GeoreferenceRepository } from './repository.js';

export interface SamePlaceDeps {
  repository: Pick<DocumentRepository, 'findPage' | 'find'>;
  alignments: Pick<AlignmentRepository, 'ofPage'>;
  georeferences: Pick<GeoreferenceRepository, 'ofPages'>;
}

const LONGEST_CHAIN = 2;
/** Pixels, of an alignment whose two pairs say nothing of its error. */
const UNKNOWN_PX = 15;
const SAME: Similarity = { re: 1, im: 0, x: 0, y: 0 };

interface Step {
  pageId: string;
  /** From the pixels of the first sheet. */
  to: Similarity;
  /** In pixels of this sheet. */
  errorPx: number;
}

const times = (one: Similarity, other: Similarity): Similarity => ({
  re: one.re * other.re - one.im * other.im,
  im: one.re * other.im + one.im * other.re,
  x: one.re * other.x - one.im * other.y + one.x,
  y: one.im * other.x + one.re * other.y + one.y,
});

function across(row: AlignmentRow, { pageId, to, errorPx }: Step): Step {
  const pairs = row.pairs.map(({ fromX, fromY, toX, toY }) => ({
    from: { x: fromX, y: fromY },
    to: { x: toX, y: toY },
  }));
  const forward = fitSimilarity(pairs, row.base ?? SAME);
  const isForward = row.firstPageId === pageId;
  const step = isForward ? forward : inverse(forward);
  const own = (row.residualPx ?? UNKNOWN_PX) * (isForward ? 1 : scaleOf(step));
  return {
    pageId: isForward ? row.secondPageId : row.firstPageId,
    to: times(step, to),
    errorPx: Math.hypot(errorPx * scaleOf(step), own),
  };
}

/** Place of a sheet that is aligned with a placed one (time machine). */
export function createSamePlace({ repository, alignments, georeferences }: SamePlaceDeps) {
  async function described(page: PageRow, step: Step, row: GeoreferenceRow): Promise<Partial<Georeference>> {
    const { fit, expectedFeet } = judgementOf(row);
    if (!fit || expectedFeet === null) return {};
    const [other, document] = await Promise.all([repository.findPage(row.pageId), repository.find(row.documentId)]);
    const through: Pick<Fit, 'affine' | 'plane'> = throughSheet(fit, step.to);
    const own = sheetFit('similarity', through, 0);
    const perPixel = (own?.feetPerPixel ?? 0) / scaleOf(step.to);
    const expected = Math.hypot(expectedFeet, step.errorPx * perPixel);
    const sheet = other ? `page ${other.pageNumber} of ${document?.title ?? 'another document'}` : 'another sheet';
    const named = other?.year ? `${sheet}, ${other.year}` : sheet;
    return {
      state: 'same_place',
      stateText: stateInWords('same_place', expected, named),
      fit: own && { ...own, expectedFeet: expected },
      footprint: footprintOf(through, page).ring.map(([longitude, latitude]) => ({ longitude, latitude })),
      samePlacePageId: row.pageId,
    };
  }

  return {
    /** Empty without one. */
    async of(page: PageRow): Promise<Partial<Georeference>> {
      const seen = new Set([page._id]);
      let steps: Step[] = [{ pageId: page._id, to: SAME, errorPx: 0 }];
      for (let length = 1; length <= LONGEST_CHAIN && steps.length > 0; length++) {
        const rows = await Promise.all(
          steps.map(async (step) => ({ step, rows: await alignments.ofPage(step.pageId) })),
        );
        steps = rows
          .flatMap(({ step, rows: found }) => found.filter(hasContent).map((row) => across(row, step)))
          .filter(({ pageId }) => !seen.has(pageId))
          .sort((a, b) => a.errorPx - b.errorPx);
        for (const { pageId } of steps) seen.add(pageId);
        const placed = await georeferences.ofPages(steps.map(({ pageId }) => pageId));
        const [step, row] = best(steps, placed);
        if (step && row) return described(page, step, row);
      }
      return {};
    },
  };
}

const best = (steps: readonly Step[], placed: readonly GeoreferenceRow[]): [Step?, GeoreferenceRow?] => {
  const step = steps.find(({ pageId }) => placed.some((row) => row.pageId === pageId));
  return [step, placed.find(({ pageId }) => pageId === step?.pageId)];
};

export type SamePlace = ReturnType<typeof createSamePlace>;
