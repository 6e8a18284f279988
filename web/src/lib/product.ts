/** The name in the header and in the titles of windows (OP-41). */
export const PRODUCT_NAME = 'Symbio';

/** Version of the client and the day it was released (CONST-24). */
export const CLIENT_VERSION = '0.2.0';
export const RELEASE_DATE = '26 September 2025';
