// Breaks the server on purpose: what is only unavailable for now is told as a failure of ours.
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (status, ...words) {
  return writeHead.call(this, status === 503 ? 500 : status, ...words)
}
