export { PAGES, pdfOf } from '@symbio/fixtures/plain-pdf';
