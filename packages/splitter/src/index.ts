/** Finds the documents in a vendor's package. */
export {
  REASONS,
  type DocumentKind,
  type OutlineEntry,
  type PackagePage,
  type PageWord,
  type ProposedDocument,
  type Reason,
  type VendorFile,
} from './model.js';
export { splitPackage } from './split.js';
