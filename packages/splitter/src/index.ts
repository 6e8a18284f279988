/** Finds the documents in a vendor's package. */
export {
  REASONS,
  type DocumentKind,
  type OutlineEntry,
  type PackagePage,
  type PackageSplit,
  type PageYear,
  type PageWord,
  type ProposedDocument,
  type Reason,
  type VendorFile,
} from './model.js';
export { saysNoCoverage } from './page-signs.js';
export { splitPackage, yearsWithin } from './split.js';
