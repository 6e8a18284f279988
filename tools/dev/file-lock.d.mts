export function ownTurn(folder: string, onWait: () => void, pollMs?: number): Promise<() => void>;
