import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type { FeatureEvent, MentionEvent } from '@symbio/proto/feature';
import { toFeature, toMention } from './mapping.js';
import type { FeatureRow, MentionRow } from './model.js';

/** A feature event, saved in the same write as its change. */
export const featureEvent = (type: EventType<FeatureEvent>, row: FeatureRow): PendingEvent =>
  event(type, row.projectId, { feature: toFeature(row) });

/** A mention event, saved in the same write as its change. */
export const mentionEvent = (type: EventType<MentionEvent>, row: MentionRow): PendingEvent =>
  event(type, row.projectId, { mention: toMention(row) });
