export const isOutdated: (version: string) => boolean;
export function packageOf(platform: string, arch: string): string;
export const programIn: (folder: string, platform?: string, arch?: string) => string;
export function productNode(folder: string, npm: (...args: string[]) => Promise<unknown>): Promise<string | undefined>;
