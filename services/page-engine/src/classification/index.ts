export {
  CATEGORIES,
  DEFAULT_CATEGORY,
  categoryLabel,
  isCategory,
  type CategoryEntry,
  type CategoryValue,
} from './categories.js';
export {
  classify,
  MAX_ALTERNATIVES,
  SURE,
  type ClassifierInput,
  type Guess,
  type SeenPage,
  type Suggestion,
} from './classifier.js';
export { lookAtPicture } from './look-at-picture.js';
export { lookKind, type Look, type LookKind } from './look.js';
