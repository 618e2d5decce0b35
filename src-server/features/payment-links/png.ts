import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns a square of black and white modules as a PNG with one bit per pixel. A module is `scale` pixels wide. */
export function encodePng(modules: readonly (readonly boolean[])[], scale: number): Buffer {
  const size = modules.length * scale
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Bit depth 1, greyscale, not interlaced.
  header[8] = 1
  const lines = modules.flatMap((row) => {
    const line = encodeLine(row, scale)
    return Array.from({ length: scale }, () => line)
  })
  return Buffer.concat([
    SIGNATURE,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a row of pixels. The first byte is filter type 0: the row does not depend on the row above. Black is 0. */
function encodeLine(row: readonly boolean[], scale: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((row.length * scale) / 8))
  for (let x = 0; x < row.length * scale; x++) {
    if (!row[Math.floor(x / scale)])
      line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  }
  return line
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
