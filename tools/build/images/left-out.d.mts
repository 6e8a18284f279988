export const LEFT_OUT: Readonly<Record<string, readonly string[]>>;
export const UNWANTED_OPTIONAL: Readonly<Record<string, readonly string[]>>;
export const KEPT: Readonly<Record<string, RegExp>>;
