import { expect, test } from 'vitest'
import { readEvidenceContent } from '#server/features/disputes/files/evidence-content.ts'
import type { EvidenceFileType } from '#server/shared/disputes/evidence-fields.ts'
import { archiveEnd, pdf } from '../support/pdf.ts'
import { jpeg, jpegSegment, png, pngChunk } from '../support/pictures.ts'

const html = '<html><script>alert(1)</script></html>'

const read = (bytes: Buffer, type: EvidenceFileType = 'application/pdf') =>
  readEvidenceContent(bytes, type)

test.each([
  ['a page', 'application/pdf', Buffer.from(html), 'must be a PDF document'],
  ['an archive', 'application/pdf', archiveEnd(), 'must be a PDF document'],
  ['a PDF after a page', 'application/pdf', Buffer.concat([Buffer.from(html), pdf()]), 'must be'],
  ['a PDF before a page', 'application/pdf', pdf({ after: html }), 'nothing but a PDF'],
  ['a page in the head of a PDF', 'application/pdf', pdf({ head: html }), 'nothing but a PDF'],
  ['an archive after a PDF', 'application/pdf', pdf({ after: archiveEnd() }), 'nothing but a PDF'],
  [
    'an archive within a PDF',
    'application/pdf',
    pdf({ more: [archiveEnd().toString('latin1')] }),
    'nothing but a PDF',
  ],
  ['half a PDF', 'application/pdf', pdf().subarray(0, 300), 'complete and undamaged'],
  ['only a head', 'application/pdf', Buffer.from('%PDF-1.7\n'), 'complete and undamaged'],
  [
    'a table elsewhere',
    'application/pdf',
    Buffer.from(
      pdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n9'),
      'latin1',
    ),
    'complete and undamaged',
  ],
  ['a password', 'application/pdf', pdf({ trailer: '/Encrypt 5 0 R ' }), 'protected by a password'],
  ['a script', 'application/pdf', pdf({ more: ['<< /S /JavaScript >>'] }), 'no scripts'],
  ['an attachment', 'application/pdf', pdf({ more: ['<< /Type /EmbeddedFile >>'] }), 'no scripts'],
  ['a PNG that is a PDF', 'application/pdf', png(), 'is image/png, not application/pdf'],
  ['a JPEG that is a PNG', 'image/png', jpeg(), 'is image/jpeg, not image/png'],
  ['a PNG with an archive', 'image/png', png({ after: archiveEnd() }), 'nothing after the picture'],
  ['a JPEG with a page', 'image/jpeg', jpeg({ after: Buffer.from(html) }), 'nothing after'],
  ['a bomb', 'image/png', png({ drawn: Buffer.alloc(50_000_000) }), 'complete and undamaged'],
  ['a huge picture', 'image/png', png({ width: 60_000, height: 60_000 }), '12000 pixels'],
  ['a large picture', 'image/jpeg', jpeg({ width: 11_000, height: 11_000 }), '50 million pixels'],
  ['nothing', 'image/png', Buffer.alloc(0), 'must be a PDF document'],
] as const)('%s is refused with a message', async (_, type, bytes, message) => {
  await expect(read(bytes, type)).rejects.toThrow(message)
})

test('a PDF that unpacks to far more than a document is refused', async () => {
  const layer = Buffer.alloc(30_000_000)
  const bomb = pdf({ content: layer })
  const [, stream = ''] = /4 0 obj\n([^]*?)\nendobj/.exec(bomb.toString('latin1')) ?? []
  const many = pdf({ content: layer, more: Array.from({ length: 9 }, () => stream) })

  expect(many.length).toBeLessThan(500_000)
  await expect(read(many)).rejects.toThrow('far more data')
  expect(await read(bomb)).toMatchObject({ type: 'application/pdf' })
})

test('a PDF with more streams than a document has is refused, and a stream without an end is the last', async () => {
  const stream = '<< /Filter /FlateDecode >>\nstream\nx\nendstream'
  const many = (count: number) => pdf({ more: Array.from({ length: count }, () => stream) })
  const unended = pdf({ more: Array.from({ length: 6000 }, () => '/FlateDecode stream\n') })

  await expect(read(many(5000))).rejects.toThrow('far more data')
  expect(await read(many(100))).toMatchObject({ type: 'application/pdf' })
  expect(await read(unended)).toMatchObject({ type: 'application/pdf' })
})

test('a file of 5 MB is taken and one byte more is not', async () => {
  const filler = (size: number) => pdf({ more: [`(${'x'.repeat(size)})`] })
  const most = 5 * 1024 * 1024
  const fitting = filler(most - filler(0).length - 10)

  expect(fitting.length).toBeLessThanOrEqual(most)
  expect((await read(fitting)).bytes).toHaveLength(fitting.length)
  await expect(read(Buffer.alloc(most + 1))).rejects.toThrow('5 MB')
})

test('a PDF is kept as it is, and a picture without its notes', async () => {
  const note = pngChunk('tEXt', archiveEnd())

  expect((await read(pdf())).bytes).toEqual(pdf())
  expect((await read(png({ more: [note] }), 'image/png')).bytes).toEqual(png())
})

const exif = (order: 'II' | 'MM', orientation: number): Buffer => {
  const tiff = Buffer.alloc(38)
  const [short, long] =
    order === 'II'
      ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
      : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)]
  tiff.write(order, 'latin1')
  short(42, 2)
  long(8, 4)
  short(2, 8)
  // A note about the camera, then the orientation.
  short(0x010f, 10)
  short(0x0112, 22)
  short(3, 24)
  long(1, 26)
  short(orientation, 30)
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 45.46')]))
}

test.each(['II', 'MM'] as const)(
  'a photograph stays upright (%s), without its place',
  async (order) => {
    const photograph = jpeg({ more: [exif(order, 6)] })
    const index = jpegSegment(0xe2, Buffer.from('MPF\0'))
    const withSecond = jpeg({ more: [exif(order, 6), index], after: jpeg() })

    const { bytes } = await read(photograph, 'image/jpeg')

    expect(bytes.includes('GPS')).toBe(false)
    expect(bytes.length).toBeLessThan(photograph.length)
    const again = await read(bytes, 'image/jpeg')
    expect(again.bytes).toEqual(bytes)
    expect(bytes.subarray(2, 38).toString('hex')).toContain('01120003000000010006')
    // Phones append a second image; it does not go to the bank.
    expect((await read(withSecond, 'image/jpeg')).bytes).toEqual(bytes)
  },
)

test('a PDF cut or changed anywhere is refused or still a PDF, and never causes an error', async () => {
  const bytes = pdf()
  for (let at = 0; at < bytes.length; at += 3) {
    // The line feed at the end may be missing.
    if (at < bytes.length - 1) {
      await expect(read(bytes.subarray(0, at))).rejects.toThrow('file: ')
    }
    const other = Buffer.from(bytes)
    other[at] = (other[at] ?? 0) ^ 1
    await read(other).catch((error: Error) => expect(error.message).toContain('file: '))
  }
})
