/** Calls back after pending events; timers would be clamped to 4 ms. */
export function immediates(): (callback: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.addEventListener('message', () => waiting.shift()?.());
  channel.port1.start();
  return (callback) => {
    waiting.push(callback);
    channel.port2.postMessage(undefined);
  };
}
