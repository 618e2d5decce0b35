const EVERY_MS = 200

/**
 * npm runs a script in a shell and sends signals to that shell alone, so a stopped `npm start` would
 * leave this process behind. When the shell is gone, this process gets the signal as well.
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
