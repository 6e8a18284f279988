export function ownTurn(file: string, onWait: () => void, pollMs?: number): Promise<() => void>;
