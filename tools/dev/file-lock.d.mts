export function acquireLock(folder: string, onWait: () => void, pollMs?: number): Promise<() => void>;
