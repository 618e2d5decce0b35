// A signal reaches a process's first thread alone, which passes it on to the others: the server writes in one.
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/** Calls back on SIGUSR2, in whichever thread. */
export function onSignal(listen) {
  const channel = new BroadcastChannel('signals of a drill')
  channel.unref()
  if (isMainThread) {
    process.on('SIGUSR2', () => {
      channel.postMessage('SIGUSR2')
      listen()
    })
  } else {
    channel.addEventListener('message', listen)
  }
}
