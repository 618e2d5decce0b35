// Breaks the server on purpose: every 50th response is a 500 for no reason.
import { ServerResponse } from 'node:http'

let answered = 0
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (status, ...words) {
  answered += 1
  return writeHead.call(this, answered % 50 === 0 ? 500 : status, ...words)
}
