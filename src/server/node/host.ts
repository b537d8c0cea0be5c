import type { ServerHost } from '../host.ts';

/** Node's timers, which do not keep a process alive that has nothing else to do. */
export const nodeHost: ServerHost = {
  setTimer: (callback, milliseconds) => {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
