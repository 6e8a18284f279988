/** Mac key names: ⌘ instead of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
