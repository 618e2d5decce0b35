// Breaks the server on purpose: an export blocks the event loop.
import { Server } from 'node:http'

const BLOCKED_MS = 600
const { emit } = Server.prototype
Server.prototype.emit = function (name, ...args) {
  if (name === 'request' && args[0].url.startsWith('/api/transactions/export')) {
    const until = performance.now() + BLOCKED_MS
    while (performance.now() < until);
  }
  return emit.call(this, name, ...args)
}
