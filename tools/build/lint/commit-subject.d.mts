export function faultOf(subject: string): string | undefined;
