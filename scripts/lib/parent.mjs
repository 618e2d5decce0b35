const EVERY_MS = 200

/**
 * Sends SIGTERM to this process when the shell that npm started for it is gone. npm sends signals to that shell
 * alone, so a stopped `npm start` would leave this process running.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY_MS)
  watch.unref()
}
