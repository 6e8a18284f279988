import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../lib/api.js';
import { subscribeToSession, currentSession } from '../lib/session.js';

/**
 * The store. It holds server state only (one RTK Query cache); what a screen is doing stays in its components. The cache is
 * emptied when the session ends, so that the next user of the browser sees nothing of the last.
 */
export function createStore() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    // both checks run in development only; on a slow machine their own warnings would be all one sees
    middleware: (defaults) =>
      defaults({ immutableCheck: { warnAfter: 500 }, serializableCheck: { warnAfter: 500 } }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  let { status, subject } = currentSession();
  subscribeToSession(() => {
    const now = currentSession();
    // another person signed in in another tab: the renewal brought their session here
    const isAnother = subject !== undefined && now.subject !== undefined && now.subject !== subject;
    const hasEnded = status === 'signed-in' && now.status === 'signed-out';
    ({ status } = now);
    subject = now.subject ?? subject;
    if (isAnother) store.dispatch(api.util.resetApiState());
    // one turn later: by then the guard has taken every screen away, and no mounted query asks again without a token
    if (hasEnded) setTimeout(() => store.dispatch(api.util.resetApiState()), 0);
  });
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
