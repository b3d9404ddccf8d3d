/**
 * Runs tasks one after another. Silent token calls for two resources at once would each present the same refresh
 * token, and a second interaction while one is open would be refused by the library.
 */
export function createQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  return function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = tail.then(task);
    tail = result.catch(() => undefined);
    return result;
  };
}

/** Lets one task run at a time and refuses the next with `interaction_in_progress` until it has ended. */
export function createGate() {
  let isOpen = true;
  return async function enter<T>(task: () => Promise<T>): Promise<T> {
    if (!isOpen) throw Object.assign(new Error('A sign-in is already in progress.'), { errorCode: 'interaction_in_progress' });
    isOpen = false;
    try {
      return await task();
    } finally {
      isOpen = true;
    }
  };
}
