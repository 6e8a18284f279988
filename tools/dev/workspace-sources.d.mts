export const OWN_PACKAGES: RegExp;
export function sourceOf(compiled: string): string;
export function workspaceSource(root: string, name: string): string;
