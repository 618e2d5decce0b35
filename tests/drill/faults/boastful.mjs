// Breaks the server on purpose: it returns 201 instead of 503, as if it had done the work.
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (status, ...args) {
  return writeHead.call(this, status === 503 ? 201 : status, ...args)
}
