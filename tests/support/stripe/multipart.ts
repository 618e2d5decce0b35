import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { headerOf } from './http.ts'

const typeOf = (request: IncomingMessage) => headerOf(request, 'content-type') ?? ''

export const isMultipart = (request: IncomingMessage): boolean =>
  typeOf(request).startsWith('multipart/form-data')

/**
 * Returns a multipart body as a form. A file becomes its name, type, size and hash, by which an idempotency key
 * distinguishes two files.
 */
export function formOfMultipart(request: IncomingMessage, body: Buffer): string {
  const boundary = /boundary="?([^";]+)"?/.exec(typeOf(request))?.[1] ?? ''
  const form = new URLSearchParams()
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n')
    const [head, content] = [part.slice(0, end), part.slice(end + 4, -2)]
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const fileName = /filename="([^"]*)"/.exec(head)?.[1]
    if (fileName === undefined) {
      form.append(name, Buffer.from(content, 'latin1').toString('utf8'))
      continue
    }
    const bytes = Buffer.from(content, 'latin1')
    form.append(`${name}[name]`, Buffer.from(fileName, 'latin1').toString('utf8'))
    form.append(`${name}[type]`, /content-type: (.*)/i.exec(head)?.[1]?.trim() ?? '')
    form.append(`${name}[size]`, String(bytes.length))
    form.append(`${name}[sha256]`, createHash('sha256').update(bytes).digest('hex'))
  }
  return form.toString()
}
