import { createRequire } from 'node:module';
import path from 'node:path';
import type * as PdfLib from '@cantoo/pdf-lib';

const require = createRequire(import.meta.url);
/** One-file build: the package's 400 modules take three times as long to load. */
const bundle = path.resolve(path.dirname(require.resolve('@cantoo/pdf-lib')), '../dist/pdf-lib.min.js');

export const {
  degrees,
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFObjectParser,
  PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  PDFWriter,
  StandardFonts,
} = require(bundle) as typeof PdfLib;

export type PDFArray = PdfLib.PDFArray;
export type PDFContext = PdfLib.PDFContext;
export type PDFDict = PdfLib.PDFDict;
export type PDFDocument = PdfLib.PDFDocument;
export type PDFName = PdfLib.PDFName;
export type PDFObject = PdfLib.PDFObject;
export type PDFObjectCopier = PdfLib.PDFObjectCopier;
export type PDFPage = PdfLib.PDFPage;
export type PDFRawStream = PdfLib.PDFRawStream;
export type PDFRef = PdfLib.PDFRef;
