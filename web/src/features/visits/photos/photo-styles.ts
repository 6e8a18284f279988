export const PHONE = '@media (max-width: 600px)';
export const COARSE = '@media (pointer: coarse)';
