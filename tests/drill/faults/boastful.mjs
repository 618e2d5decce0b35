// Breaks the server on purpose: it says that it has done what it could not do just now.
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (status, ...words) {
  return writeHead.call(this, status === 503 ? 201 : status, ...words)
}
