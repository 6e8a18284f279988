// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { AsyncLocalStorage } from 'node:async_hooks';

const used = new Set();
const enable = AsyncLocalStorage.prototype._enable;
// newer versions of Node keep no such list
if (enable)
  AsyncLocalStorage.prototype._enable = function _enable() {
    used.add(this);
    return enable.call(this);
  };

/**
 * Disables the asynchronous storages of a test file. For each promise Node 20 visits every storage ever used, and each
 * test file loads jest's runner, Mongoose and others with new ones: at a worker's ninetieth file this took a quarter of
 * its CPU time.
 */
export function endAsyncStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}
