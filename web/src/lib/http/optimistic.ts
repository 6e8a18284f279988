export interface Patch {
  undo: () => void;
}

/** The caller shows the reason. */
export async function undoOnFailure(answer: Promise<unknown>, patches: readonly Patch[]): Promise<void> {
  try {
    await answer;
  } catch {
    for (const patch of patches) patch.undo();
  }
}
