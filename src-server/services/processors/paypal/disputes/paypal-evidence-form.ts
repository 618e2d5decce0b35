import { createHash } from 'node:crypto'
import type { DisputeEvidence } from '#server/core/ports/processor.ts'
import { fileNameOf } from './paypal-responses.rules.ts'

type Part = { head: string[]; content: string | Buffer }

/**
 * Returns a form with the part `input`, in which PayPal expects the evidence as JSON, and a part for each file. The
 * same evidence has the same bytes, because PayPal refuses another body with the id of an earlier call. PayPal takes
 * JPG, PNG and PDF files below 10 MB, at most 50 MB a call. Incasso allows less for a response.
 */
export function formOf(
  input: object,
  files: DisputeEvidence['files'],
): { type: string; bytes: Buffer } {
  const json = JSON.stringify(input)
  const parts: Part[] = [
    { head: ['name="input"', 'application/json'], content: json },
    ...files.map((file, index) => ({
      head: [`name="file${index + 1}"; filename="${fileNameOf(file)}"`, file.type],
      content: file.bytes,
    })),
  ]
  const boundary = boundaryOf(json, files)
  const bytes = parts.flatMap(({ head: [name, type], content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Returns a line that no file can contain, because it depends on the content of all. */
function boundaryOf(json: string, files: DisputeEvidence['files']): string {
  const hash = createHash('sha256').update(json)
  for (const { sha256 } of files) hash.update(sha256)
  return `incasso-${hash.digest('hex').slice(0, 32)}`
}
