import { crc32, deflateSync } from 'node:zlib'

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns a PNG chunk: length, type, data and checksum. */
export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Png = {
  width?: number
  height?: number
  depth?: number
  /** Colour type in a PNG header: 0 is greyscale, 6 is RGB with alpha. */
  colour?: number
  /** Chunks before the image data. */
  more?: readonly Buffer[]
  /** Image data before compression; by default greyscale with 8 bits. */
  drawn?: Buffer
  after?: Buffer
}

/** Returns a PNG, by default a greyscale one. */
export function png({
  width = 32,
  height = 32,
  depth = 8,
  colour = 0,
  more = [],
  drawn: imageData,
  after,
}: Png = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = colour
  return Buffer.concat([
    PNG_START,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(imageData ?? Buffer.alloc(height * (1 + width), 1))),
    pngChunk('IEND'),
    ...(after ? [after] : []),
  ])
}

/** Returns a JPEG segment: marker, length and data. `marker` is the byte after 0xff. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

type Jpeg = {
  width?: number
  height?: number
  more?: readonly Buffer[]
  frame?: number
  after?: Buffer
}

/** Returns bytes with the structure of a greyscale JPEG. The image data is meaningless. */
export function jpeg({
  width = 40,
  height = 30,
  more = [],
  frame = 0xc0,
  after,
}: Jpeg = {}): Buffer {
  const size = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  size.writeUInt16BE(height, 1)
  size.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(frame, size),
    jpegSegment(0xc4, Buffer.alloc(18)),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
    ...(after ? [after] : []),
  ])
}

/** Returns an image in base64, as request bodies contain it. */
export const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64')
