import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api, TAG_TYPES } from '../lib/api.js';
import { currentSession, subscribeToDepartures, subscribeToSession } from '../lib/session.js';

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
  const forget = () => store.dispatch(api.util.resetApiState());
  subscribeToDepartures(() => {
    // after a sign-out one turn later: by then the guard has taken every screen away, and no mounted query asks again
    // without a token
    if (currentSession().status === 'signed-out') setTimeout(forget, 0);
    else forget();
  });
  let { status } = currentSession();
  subscribeToSession(() => {
    const before = status;
    ({ status } = currentSession());
    // what others changed meanwhile was not received
    if (before === 'lapsed' && status === 'signed-in') store.dispatch(api.util.invalidateTags([...TAG_TYPES]));
  });
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
