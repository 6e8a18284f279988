import { FeatureEvent, MentionEvent } from '../../gen/symbio/feature/v1/feature_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of a feature of interest; each carries it whole. Scope: its project. */
export const featureEvents = catalogueEvents('feature', 'feature', FeatureEvent);

/** Of a mention; each carries it whole. Scope: its project. */
export const mentionEvents = catalogueEvents('feature', 'mention', MentionEvent);
