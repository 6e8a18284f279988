/** The part of shpjs that is used; the package has no types. */
declare module 'shpjs' {
  /** @param projection the text of the .prj file; absent: coordinates as they are */
  export function parseShp(file: Uint8Array, projection?: string): unknown[];
}
