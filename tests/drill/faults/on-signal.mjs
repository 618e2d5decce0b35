// A signal reaches only the main thread, but the server writes in another: this module passes it on.
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/** Calls back on SIGUSR2, in any thread. */
export function onSignal(listener) {
  const channel = new BroadcastChannel('signals of a drill')
  channel.unref()
  if (isMainThread) {
    process.on('SIGUSR2', () => {
      channel.postMessage('SIGUSR2')
      listener()
    })
  } else {
    channel.addEventListener('message', listener)
  }
}
