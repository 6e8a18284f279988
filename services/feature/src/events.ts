import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type { FeatureEvent, MentionEvent } from '@symbio/proto/feature';
import { toFeature, toMention } from './mapping.js';
import type { FeatureRow, MentionRow } from './model.js';

export const featureEvent = (type: EventType<FeatureEvent>, row: FeatureRow): PendingEvent =>
  event(type, row.projectId, { feature: toFeature(row) });

export const mentionEvent = (type: EventType<MentionEvent>, row: MentionRow): PendingEvent =>
  event(type, row.projectId, { mention: toMention(row) });
