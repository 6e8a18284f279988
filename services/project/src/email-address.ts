import { z } from 'zod';

/** Maximum characters of an e-mail address, as in a registration. */
const MAX_EMAIL = 255;
/** In lower case. */
export const addressForm = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Email address is required')
    .max(MAX_EMAIL, `Email address is too long (at most ${MAX_EMAIL} characters)`)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'Invalid email address'),
});
