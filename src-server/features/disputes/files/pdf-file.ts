import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflate } from 'node:zlib'
import type { Fault } from '#server/services/pictures/picture.rules.ts'

/** Reasons for rejecting a PDF, each as the end of a sentence about it. */
export const pdfFaults = {
  damaged: { fault: 'must be a PDF that is complete and undamaged' },
  appended: { fault: 'must hold nothing but a PDF' },
  locked: { fault: 'must not be protected by a password: the bank could not open it' },
  active: { fault: 'must hold no scripts and no attached files: print it as a PDF again' },
  large: { fault: 'unpacks to far more data than a document has' },
} as const

/** Name of the compression, in the dictionary that precedes a stream. */
const PACKED = '/FlateDecode'

/** The data begin within so many characters of the name. */
const MAX_DICTIONARY = 2000

/** A scan of ten pages unpacks to less. */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

export const isPdf = (bytes: Buffer): boolean => /^%PDF-[12]\.\d/.test(headOf(bytes, 8))

/**
 * Maximum number of streams in a document. The search for more streams would keep the server busy; a hundred pages have
 * a thousand streams.
 */
const MAX_STREAMS = 5000

/** The first object must begin within so many bytes. */
const MAX_HEAD = 4096

const headOf = (bytes: Buffer, count: number): string => bytes.toString('latin1', 0, count)

/**
 * Returns the fault of a PDF; undefined when it has none. The PDF must begin with its header, end with its trailer,
 * point to its table of objects, and not be another kind of file at the same time.
 */
export async function faultOfPdf(bytes: Buffer): Promise<Fault | undefined> {
  const text = bytes.toString('latin1')
  // Files that are signed or saved again have several trailers; the last one must end the file.
  const trailer = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(text.slice(-1024))
  if (!trailer) return text.includes('%%EOF') ? pdfFaults.appended : pdfFaults.damaged
  const table = text.slice(Number(trailer[1]), Number(trailer[1]) + 40)
  if (!/^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(table)) return pdfFaults.damaged
  if (!beginsPlainly(text) || endsAsArchive(bytes)) return pdfFaults.appended
  if (/\/Encrypt\b/.test(text)) return pdfFaults.locked
  if (/\/(?:JavaScript|Launch|EmbeddedFiles?)\b/.test(text)) return pdfFaults.active
  return (await unpacksWithin(bytes, text)) ? undefined : pdfFaults.large
}

/** Returns false when the bytes before the first object contain a web page or a program, which other software opens. */
function beginsPlainly(text: string): boolean {
  const head = text.slice(0, MAX_HEAD)
  const first = head.search(/\d{1,10}\s{1,4}\d{1,5}\s{1,4}obj\b/)
  return first !== -1 && !/<[a-z!?/]/i.test(head.slice(0, first))
}

const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1')
const ARCHIVE_END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff

/** Returns true when software would open the file as a ZIP archive: it reads the archive's directory from the end. */
function endsAsArchive(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - ARCHIVE_END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.indexOf(ARCHIVE_END, from); at !== -1; ) {
    const comment = at + ARCHIVE_END_BYTES
    // At the end of an ordinary archive, both disk numbers are 0. Software differs in how many bytes may follow the
    // comment, so these do not matter.
    if (comment <= bytes.length && bytes.readUInt32LE(at + 4) === 0) return true
    at = bytes.indexOf(ARCHIVE_END, at + 1)
  }
  return false
}

/** Unpacks the streams of the PDF one after another, keeps nothing, and stops at the limits. */
async function unpacksWithin(bytes: Buffer, text: string): Promise<boolean> {
  let left = MAX_UNPACKED_BYTES
  let count = 0
  for (let at = text.indexOf(PACKED); at !== -1; at = text.indexOf(PACKED, at + PACKED.length)) {
    if (++count > MAX_STREAMS) return false
    const mark = /stream\r?\n/.exec(text.slice(at, at + MAX_DICTIONARY))
    if (!mark) continue
    const start = at + mark.index + mark[0].length
    const end = text.indexOf('endstream', start)
    left -= await unpackedSize(bytes.subarray(start, end === -1 ? bytes.length : end), left)
    if (left < 0) return false
    // Without an end, this stream is the rest of the file.
    if (end === -1) return true
    at = end
  }
  return true
}

/**
 * Returns the unpacked size of a stream, at least until it exceeds `most`. Damaged data count as far as they unpack.
 */
async function unpackedSize(packed: Buffer, most: number): Promise<number> {
  let size = 0
  const counter = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      done(size > most ? new Error('it unpacks to too much') : null)
    },
  })
  // The reader of the PDF decides what it makes of damaged data; here only the size matters.
  await pipeline(Readable.from([packed]), createInflate(), counter).catch(() => undefined)
  return size
}
