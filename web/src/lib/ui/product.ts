/** OP-41 */
export const PRODUCT_NAME = 'Symbio';

/** CONST-24, as of decision 0163 */
export const CLIENT_VERSION = '0.3.0';
export const RELEASE_DATE = '29 November 2026';
