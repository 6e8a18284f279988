/** From here on a screen is a phone. */
export const PHONE = '@media (max-width: 600px)';
/** Fingers instead of a mouse. */
export const COARSE = '@media (pointer: coarse)';
