/** Where issues were reported. Browsers import this file: it knows no protobuf. */

/** A path of this product, or an empty text: no scheme, and no other host behind two slashes. */
export const OWN_PATH = /^(?:\/(?![/\\]).*)?$/;

/** What is said of another one: it becomes a link that others follow. */
export const NOT_OWN_PATH = 'Path must be a path of this product, such as /projects';
