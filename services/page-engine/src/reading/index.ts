/** Page contents: text and sizes from the PDF, and derived year, type, scale and title. */
export type { Word } from '../pdf/page.js';
export type { PagePicture } from './audit.js';
export type { PageTitle } from '../pdf/file-names.js';
export { joinTexts, type JoinedText } from './join-texts.js';
export { noText, type OwnText } from './own-text.js';
export { documentNameReadings, pageFacts, yearReading, type PageFacts, type TextSource } from './page-facts.js';
export type { PageType } from './page-evidence.js';
export { readPageMetadata, type PageMetadata, type YearSource } from './page-metadata.js';
export { CERTAIN, decideFacts, reading, type FactReading, type SheetFacts } from './title-block/facts.js';
export { measureScaleBar } from './scale-bar.js';
export { sheetNumberAfter, writtenValue } from './title-block/values.js';
export { volumeReadings, type VolumeSheet } from './title-block/volume.js';
export {
  createPageReader,
  type PageReader,
  type PictureSize,
  type ReadJob,
  type ReadPage,
  type ReadSummary,
} from './page-reader.js';
export { mergedLetters, parseQuery, spacedLetter, tokensOf, unitsOf, type SpacedLetter, type Term } from './tokens.js';
export { isKnown } from '../lettering/ppocr/words/terms.js';
