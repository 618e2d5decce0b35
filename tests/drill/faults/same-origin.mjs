// Breaks the server on purpose: every request seems to be JSON from our own page.
import { Server } from 'node:http'

const { emit } = Server.prototype
Server.prototype.emit = function (event, request, ...more) {
  if (event === 'request') {
    delete request.headers.origin
    request.headers['sec-fetch-site'] = 'same-origin'
    request.headers['content-type'] = 'application/json'
  }
  return emit.call(this, event, request, ...more)
}
