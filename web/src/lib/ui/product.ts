/** OP-41 */
export const PRODUCT_NAME = 'Symbio';

/** CONST-24 */
export const CLIENT_VERSION = '0.2.0';
export const RELEASE_DATE = '26 September 2025';
