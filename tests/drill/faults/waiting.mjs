// Breaks the server on purpose: when an outside service fails, every request waits.
import http from 'node:http'

const WAITS_MS = 300
const { request } = http
http.request = (...args) => {
  const sent = request(...args)
  sent.on('error', () => {
    const until = performance.now() + WAITS_MS
    while (performance.now() < until);
  })
  return sent
}
