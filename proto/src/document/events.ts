import {
  AlignmentEvent,
  DocumentEvent,
  PageEvent,
  PhotographEvent,
} from '../../gen/symbio/document/v1/document_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of a document; each carries it whole, without signed addresses. Scope: its project. */
export const documentEvents = catalogueEvents('document', 'document', DocumentEvent);

/** Of a page; each carries it whole, without signed addresses. Scope: its project. */
export const pageEvents = catalogueEvents('document', 'page', PageEvent);

/** Of an alignment; each carries it whole. Scope: its project. What goes with its document has none. */
export const alignmentEvents = catalogueEvents('document', 'alignment', AlignmentEvent);

/** Of a photograph of a site visit; each carries it whole, without signed addresses. Scope: its project. */
export const photographEvents = catalogueEvents('document', 'photograph', PhotographEvent);
