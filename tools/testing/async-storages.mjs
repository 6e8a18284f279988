// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { AsyncLocalStorage } from 'node:async_hooks';

/** What was made use of since the last test file ended. */
const used = new Set();
const enable = AsyncLocalStorage.prototype._enable;
// newer versions of Node keep no list of them
if (enable)
  AsyncLocalStorage.prototype._enable = function _enable() {
    used.add(this);
    return enable.call(this);
  };

/**
 * Ends the asynchronous storages of a test file. Node 20 looks at every one that was ever used whenever a promise is made, and
 * each test file loads jest's runner, Mongoose and others anew, with storages of their own: at the ninetieth file of a worker that
 * was a quarter of its processor time. One that is used again begins anew by itself.
 */
export function endAsyncStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}
