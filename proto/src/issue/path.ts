/** Report location of issues. Browser-safe: no protobuf. */

/** Empty or a path in this product: no scheme, and no other host after two slashes. */
export const OWN_PATH = /^(?:\/(?![/\\]).*)?$/;

/** Error for other paths: the value becomes a link for other users. */
export const NOT_OWN_PATH = 'Path must be a path of this product, such as /projects';
