/** Documents among the files of a version: PDF, in volumes if it has many pictures, and DOCX. */

interface Named {
  name: string;
}

const VOLUME = /^report-volume-(\d+)\.pdf$/;

const volumeOf = (name: string): number => (name === 'report.pdf' ? 1 : Number(VOLUME.exec(name)?.[1] ?? 0));

/** In the order of the volumes. */
export const pdfsOf = <File extends Named>(files: readonly File[]): File[] =>
  files.filter(({ name }) => volumeOf(name) > 0).sort((one, other) => volumeOf(one.name) - volumeOf(other.name));

/** PDFs, then the DOCX, with their labels: `PDF`, or `PDF, volume 1`. */
export function documentsOf<File extends Named>(files: readonly File[]): (File & { label: string })[] {
  const pdfs = pdfsOf(files);
  return [
    ...pdfs.map((file) => ({ ...file, label: pdfs.length === 1 ? 'PDF' : `PDF, volume ${volumeOf(file.name)}` })),
    ...files.filter(({ name }) => name === 'report.docx').map((file) => ({ ...file, label: 'Word' })),
  ];
}
