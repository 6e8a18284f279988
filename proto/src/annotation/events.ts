import { AnnotationEvent } from '../../gen/symbio/annotation/v1/annotation_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of an annotation; each carries it whole, as it is after the change. Scope: its project. */
export const annotationEvents = catalogueEvents('annotation', 'annotation', AnnotationEvent);
