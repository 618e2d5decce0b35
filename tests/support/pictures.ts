import { crc32, deflateSync } from 'node:zlib'

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

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
  /** As a header numbers it: 0 is grey, 6 is red, green, blue and how opaque. */
  colour?: number
  /** Chunks before what is drawn. */
  more?: readonly Buffer[]
  /** What is drawn, before it is packed; grey of eight bits by itself. */
  drawn?: Buffer
  after?: Buffer
}

/** A grey picture, unless it is said to be another. */
export function png({
  width = 32,
  height = 32,
  depth = 8,
  colour = 0,
  more = [],
  drawn,
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
    pngChunk('IDAT', deflateSync(drawn ?? Buffer.alloc(height * (1 + width), 1))),
    pngChunk('IEND'),
    ...(after ? [after] : []),
  ])
}

export function jpegSegment(mark: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0])
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

/** Of the shape of a picture in grey; what is drawn is nonsense. */
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

/** As a picture is sent. */
export const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64')
