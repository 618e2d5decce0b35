// Breaks the server on purpose: it returns 500 instead of 503 when it is only temporarily unavailable.
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (status, ...args) {
  return writeHead.call(this, status === 503 ? 500 : status, ...args)
}
