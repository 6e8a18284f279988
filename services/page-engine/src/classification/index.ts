/** What kind of document this is: the categories, the built-in classifier, a language model in its place, and the look from afar. */
export {
  CATEGORIES,
  DEFAULT_CATEGORY,
  categoryLabel,
  isCategory,
  type CategoryEntry,
  type CategoryValue,
} from './categories.js';
export { classify, SURE, type ClassifierInput, type SeenPage, type Suggestion } from './classifier.js';
export {
  createClassifierEndpoint,
  EndpointFailure,
  type ClassifierEndpoint,
  type EndpointFailureReason,
  type EndpointSettings,
} from './endpoint.js';
export { lookAtPicture } from './look-at-picture.js';
export { lookKind, type Look, type LookKind } from './look.js';
