import { AnnotationEvent, RunEvent } from '../../gen/symbio/annotation/v1/annotation_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of an annotation; each carries it whole, as it is after the change. Scope: its project. */
export const annotationEvents = catalogueEvents('annotation', 'annotation', AnnotationEvent);

/** Of a run; each carries it whole but for its count. Scope: its project. */
export const runEvents = catalogueEvents('annotation', 'run', RunEvent);
