/** Bytes from the beginning of a file within which a PDF has its mark; the server looks as far. */
const HEADER_BYTES = 1_024;

/** How a file begins, a character for each byte. Rejects when it cannot be read, as after it was moved or changed on the disk. */
export const beginningOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsText(file.slice(0, HEADER_BYTES), 'latin1');
  });

/** Whether a file begins as a PDF does, whatever it is called (OP-16). Rejects when it cannot be read. */
export const hasPdfMark = async (file: Blob): Promise<boolean> => (await beginningOf(file)).includes('%PDF-');
