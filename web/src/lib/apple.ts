/** Whether keys are named as on a Mac: ⌘ where others have Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
