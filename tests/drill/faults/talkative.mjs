// Breaks the server on purpose: now and then a read fails, and what went wrong is told to the caller.
import { ServerResponse } from 'node:http'

let answered = 0
const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function (...words) {
  answered += 1
  if (answered % 50 === 0 && !this.headersSent) {
    this.statusCode = 500
    return end.call(this, new Error('no such column: amount').stack)
  }
  return end.apply(this, words)
}
