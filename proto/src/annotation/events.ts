import {
  AnnotationEvent,
  BlindSampleEvent,
  BlindSheetEvent,
  ReviewRuleEvent,
  RunEvent,
} from '../../gen/symbio/annotation/v1/annotation_events.js';
import { catalogueEvents } from '../catalogue.js';

export const annotationEvents = catalogueEvents('annotation', 'annotation', AnnotationEvent);

/** Run events with the complete state except its count. Scope: project. */
export const runEvents = catalogueEvents('annotation', 'run', RunEvent);

export const reviewRuleEvents = catalogueEvents('annotation', 'review_rule', ReviewRuleEvent);

export const blindSampleEvents = catalogueEvents('annotation', 'blind_sample', BlindSampleEvent);

export const blindSheetEvents = catalogueEvents('annotation', 'blind_sheet', BlindSheetEvent);
