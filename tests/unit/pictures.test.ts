import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { encodePng } from '#server/features/payment-links/png.ts'
import { readPicture as readPictureWithin } from '#server/services/pictures/read-picture.ts'
import { jpeg, jpegSegment, png, pngChunk } from '../support/pictures.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const limits = { least: 16, most: 2000, pixels: 4_000_000 }
const readPicture = (bytes: Buffer) => readPictureWithin(bytes, limits)

const kind = 'must be a PNG or JPEG picture'
const damaged = 'must be a picture that is complete and undamaged'
const size = 'must be from 16 to 2000 pixels wide and high'
const appended = 'must hold nothing after the picture'

const html = Buffer.from('<html><script>alert(1)</script>')
const good = png()
const jpegs = jpeg()

/** Returns the bytes with one byte changed. */
function flipBit(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 1
  return other
}

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), kind],
  ['a GIF', Buffer.from('GIF89a\x20\x00\x20\x00'), kind],
  ['a page', html, kind],
  ['a WebP', Buffer.from('RIFF\x20\x00\x00\x00WEBPVP8 '), kind],
  ['nothing', Buffer.alloc(0), kind],
  ['a PNG cut short', good.subarray(0, -1), damaged],
  ['a PNG without its end', good.subarray(0, -12), damaged],
  ['a PNG with nothing but its beginning', good.subarray(0, 8), damaged],
  ['a wrong sum', flipBit(good, good.length - 20), damaged],
  ['a PNG that draws less than it says', png({ drawn: Buffer.alloc(10) }), damaged],
  ['a PNG that unpacks to more than it says', png({ drawn: Buffer.alloc(5_000_000) }), damaged],
  ['two headers', png({ more: [good.subarray(8, 33)] }), damaged],
  ['a wide PNG', png({ width: 3000 }), size],
  ['a high PNG', png({ height: 2001 }), size],
  ['a small PNG', png({ width: 15 }), size],
  ['a PNG that is a page too', png({ after: html }), appended],
  ['a JPEG cut short', jpegs.subarray(0, -1), damaged],
  ['a JPEG that stops in a segment', jpegs.subarray(0, 30), damaged],
  ['a JPEG without a frame', jpeg({ frame: 0xdd }), damaged],
  ['a JPEG of a kind that browsers draw not', jpeg({ frame: 0xc3 }), damaged],
  ['a wide JPEG', jpeg({ width: 3000 }), size],
  ['a small JPEG', jpeg({ height: 15 }), size],
  ['a JPEG that is a page too', jpeg({ after: html }), appended],
])('%s is refused with a message', async (_, bytes, problem) => {
  const picture = await readPicture(bytes)

  expect(picture).toEqual({ fault: problem })
})

test('pictures are stored unchanged', async () => {
  const rows = Array.from({ length: 21 }, (_, y) => Array.from({ length: 21 }, (__, x) => x > y))

  for (const bytes of [good, png({ width: 16, height: 2000 }), encodePng(rows, 4)]) {
    expect(await readPicture(bytes)).toEqual({ type: 'image/png', bytes })
  }
  for (const bytes of [jpegs, jpeg({ frame: 0xc2 })]) {
    expect(await readPicture(bytes)).toEqual({ type: 'image/jpeg', bytes })
  }
})

test('metadata of a picture is removed', async () => {
  const more = [pngChunk('tEXt', html), pngChunk('eXIf', Buffer.from('GPS')), pngChunk('acTL')]
  const notes = [
    jpegSegment(0xe1, Buffer.from('Exif GPS')),
    jpegSegment(0xee, Buffer.concat([Buffer.from('Adobe'), html])),
    jpegSegment(0xfe, html),
  ]
  const adobe = jpegSegment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'))

  expect(await readPicture(png({ more }))).toEqual({ type: 'image/png', bytes: good })
  expect(await readPicture(jpeg({ more: notes }))).toEqual({ type: 'image/jpeg', bytes: jpegs })
  // Without this segment, browsers would interpret the colours differently.
  expect(await readPicture(jpeg({ more: [adobe] }))).toMatchObject({
    bytes: jpeg({ more: [adobe] }),
  })
})

test('a picture cut or changed anywhere is refused or still a picture, and never causes an error', async () => {
  for (const bytes of [good, jpegs]) {
    for (let at = 0; at < bytes.length; at++) {
      expect(await readPicture(bytes.subarray(0, at))).toHaveProperty('fault')
      await readPicture(flipBit(bytes, at))
    }
  }
})

test('a picture that decompresses to many megabytes is read without keeping them', async () => {
  const drawn = Buffer.alloc(2000 * (1 + 2000 * 8))
  const large = png({ width: 2000, height: 2000, depth: 16, colour: 6, drawn })
  const memoryInUse = () => {
    // The second collection frees what the first has found.
    collectGarbage()
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const before = memoryInUse()
  let most = 0
  let watch: NodeJS.Timeout | undefined
  // Each interval is twice the last one, so that a measurement falls into the second half on any machine.
  const sampleMemory = (afterMs: number) => {
    watch = setTimeout(() => {
      most = Math.max(most, memoryInUse() - before)
      sampleMemory(2 * afterMs)
    }, afterMs)
  }
  sampleMemory(10)

  const picture = await readPicture(large)
  clearTimeout(watch)

  expect(picture).toMatchObject({ type: 'image/png' })
  expect(large.length).toBeLessThan(200_000)
  // Unpacked, the picture has 32 million bytes.
  expect(most).toBeLessThan(8_000_000)
})
