import {
  AlignmentEvent,
  DocumentEvent,
  GeoreferenceEvent,
  PageEvent,
  PhotographEvent,
} from '../../gen/symbio/document/v1/document_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Document events with the complete state, without signed URLs. Scope: project. */
export const documentEvents = catalogueEvents('document', 'document', DocumentEvent);

/** Page events with the complete state, without signed URLs. Scope: project. */
export const pageEvents = catalogueEvents('document', 'page', PageEvent);

/** Alignment events with the complete state. Scope: project. Removal together with a document publishes none. */
export const alignmentEvents = catalogueEvents('document', 'alignment', AlignmentEvent);

/** Georeference events with the complete state. Scope: project. Removal together with a document publishes none. */
export const georeferenceEvents = catalogueEvents('document', 'georeference', GeoreferenceEvent);

/** Photograph events with the complete state, without signed URLs. Scope: project. */
export const photographEvents = catalogueEvents('document', 'photograph', PhotographEvent);
