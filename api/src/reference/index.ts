export { isWrite } from '../access.js';
export type { ApiDocument, Example } from './document.js';
export type { Field, Shape } from './fields.js';
export {
  referenceOf,
  type Reference,
  type ReferenceGroup,
  type ReferenceOperation,
  type ReferenceVariant,
} from './reference.js';
export { LANGUAGE_NAMES, LANGUAGES, addressOf, sampleRequest, type Language } from './samples.js';
