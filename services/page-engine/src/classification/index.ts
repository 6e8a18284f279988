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
  NAME_ALONE,
  SURE,
  type ClassifierInput,
  type Guess,
  type SeenPage,
  type Suggestion,
} from './classifier.js';
export { appearanceOfPicture } from './picture-appearance.js';
export { appearanceKind, type Appearance, type AppearanceKind } from './appearance.js';
