// Breaks the server on purpose: every 50th response is a 500 for no reason.
import { ServerResponse } from 'node:http'

let responseCount = 0
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (status, ...args) {
  responseCount += 1
  return writeHead.call(this, responseCount % 50 === 0 ? 500 : status, ...args)
}
