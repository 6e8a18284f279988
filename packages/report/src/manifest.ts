/** What a folder of a report contains, as stored in `manifest.json` in canonical JSON. Hashes are SHA-256 in hex. */
export interface Manifest extends ManifestOfContents {
  /** Every other file of the folder but the manifest's signature, by path: `report.pdf`, `figures/figure-1.jpg`. */
  files: ManifestFile[];
}

/** The part that is known before the documents are written, and attached to the PDF. */
export interface ManifestOfContents {
  format: 1;
  project: { id: string; number: string };
  version: { id: string; number: number; locked_at: string };
  evidence_sha256: string;
  /** Name and version of each writer: equal evidence gives equal bytes with equal writers. */
  writers: { figures: string; pdf: string; docx: string };
  /** Absent: the property had no boundary. */
  site_plan?: ManifestSitePlan;
  figures: ManifestFigure[];
  photographs: ManifestPhotograph[];
  sources: { document_id: string; sha256: string; bytes: number }[];
  /** Of the firm's template, if one was used. */
  template_sha256?: string;
}

/** Drawn from the evidence alone: no mark and no page. */
export interface ManifestSitePlan {
  number: number;
  file: string;
  sha256: string;
}

export interface ManifestFigure {
  number: number;
  file: string;
  annotation_id: string;
  page_id: string;
  /** In the appendix of marks that no person reviewed. */
  reviewed: boolean;
  region: Region;
  /** Pixels of print for a pixel of the page. */
  scale: number;
  /** Of the figure in print, and of the scan (0 if unknown). */
  print_dpi: number;
  scan_dpi: number;
  /** Without and with the mark. */
  crop_sha256: string;
  sha256: string;
}

export interface ManifestPhotograph {
  number: number;
  file: string;
  photograph_id: string;
  /** Of the stored file, and as printed. */
  stored_sha256: string;
  sha256: string;
}

export interface ManifestFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Whole pixels of the page's full picture. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Signature of `manifest.json`, stored beside it in `manifest.signature.json`. */
export interface ManifestSignature {
  algorithm: 'Ed25519';
  /** SPKI in DER, base64. */
  public_key: string;
  /** Of the bytes of the manifest, base64. */
  signature: string;
}
