/** Phone layout. */
export const PHONE = '@media (max-width: 600px)';
/** Touch devices. */
export const COARSE = '@media (pointer: coarse)';
