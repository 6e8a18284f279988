import type { app } from '@symbio/api';
import type { Alignment } from '@symbio/proto/document';
import { moment } from './json.js';

export const presentAlignment = (alignment: Alignment): app.alignments.AlignmentJson => ({
  id: alignment.id,
  project_id: alignment.projectId,
  first_page_id: alignment.firstPageId,
  second_page_id: alignment.secondPageId,
  pairs: alignment.pairs.map(({ fromX, fromY, toX, toY }) => ({
    from_x: fromX,
    from_y: fromY,
    to_x: toX,
    to_y: toY,
  })),
  base: alignment.base
    ? { re: alignment.base.re, im: alignment.base.im, x: alignment.base.x, y: alignment.base.y }
    : null,
  residual_px: alignment.residualPx ?? null,
  by_id: alignment.byId,
  by_name: alignment.byName,
  created_at: moment(alignment.createdAt),
  updated_at: moment(alignment.updatedAt),
});
