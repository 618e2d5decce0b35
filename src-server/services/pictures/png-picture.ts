import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflate } from 'node:zlib'
import {
  type Fault,
  faultOfSize,
  faults,
  type Picture,
  type PictureLimits,
  type Size,
} from './picture.rules.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Chunks that draw a still picture; other chunks contain information about it. */
const drawingChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

export const isPng = (bytes: Buffer): boolean =>
  bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

type Chunk = { type: string; data: Buffer; whole: Buffer }

type Header = Size & { depth: number; colour: number; isInterlaced: boolean }

/** Keeps the chunks that draw the picture, after checking that the picture is complete and its checksums match. */
export async function readPng(bytes: Buffer, limits: PictureLimits): Promise<Picture | Fault> {
  const chunks = chunksOf(bytes)
  if ('fault' in chunks) return chunks
  const [first] = chunks
  const header = first && headerOf(first)
  if (!header) return faults.damaged
  const sizeFault = faultOfSize(header, limits)
  if (sizeFault) return sizeFault
  const drawnChunks = chunks.filter(({ type }) => drawingChunks.has(type))
  if (!isInOrder(drawnChunks, header) || !(await isDataComplete(drawnChunks, header)))
    return faults.damaged
  return {
    type: 'image/png',
    bytes: Buffer.concat([SIGNATURE, ...drawnChunks.map(({ whole }) => whole)]),
  }
}

function chunksOf(bytes: Buffer): Chunk[] | Fault {
  const chunks: Chunk[] = []
  let at = SIGNATURE.length
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return faults.damaged
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      return faults.damaged
    }
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return end === bytes.length ? chunks : faults.appended
    at = end
  }
  return faults.damaged
}

/** Allowed bit depths and the number of samples per pixel, by colour type. */
const kinds: Record<number, { depths: number[]; samples: number }> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
}

const BY_PALETTE = 3

function headerOf({ type, data }: Chunk): Header | undefined {
  if (type !== 'IHDR' || data.length !== 13) return undefined
  const [depth = 0, colour = 0, packing, filter, interlace = 0] = data.subarray(8)
  const isSupported = kinds[colour]?.depths.includes(depth) && packing === 0 && filter === 0
  if (!isSupported || interlace > 1) return undefined
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  return { width, height, depth, colour, isInterlaced: interlace === 1 }
}

/** Requires a header, at most one palette and one transparency chunk, image data, and the end, in this order. */
function isInOrder(drawnChunks: Chunk[], { colour }: Header): boolean {
  const types = drawnChunks.map(({ type }) => type).join(' ')
  const isPlain = /^IHDR(?: PLTE)?(?: tRNS)?(?: IDAT)+ IEND$/.test(types)
  return isPlain && (colour !== BY_PALETTE || types.includes('PLTE'))
}

/** Returns true when the image data unpacks to exactly the picture's size. Does not keep the unpacked bytes. */
async function isDataComplete(drawnChunks: Chunk[], header: Header): Promise<boolean> {
  const packed = drawnChunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  const size = bytesOf(header)
  let byteCount = 0
  const count = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      byteCount += chunk.length
      done(byteCount > size ? new Error('it unpacks to more than it says') : null)
    },
  })
  try {
    await pipeline(Readable.from(packed), createInflate(), count)
    return byteCount === size
  } catch {
    return false
  }
}

/** Offsets and pixel distances of the seven passes of an interlaced picture (Adam7). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function bytesOf({ width, height, depth, colour, isInterlaced }: Header): number {
  const bits = depth * (kinds[colour]?.samples ?? 1)
  // Each line begins with a byte for its filter type.
  const bytesOfPart = (wide: number, high: number) =>
    wide > 0 && high > 0 ? high * (1 + Math.ceil((wide * bits) / 8)) : 0
  if (!isInterlaced) return bytesOfPart(width, height)
  const parts = passes.map(([left, top, across, down]) =>
    bytesOfPart(Math.ceil((width - left) / across), Math.ceil((height - top) / down)),
  )
  return parts.reduce((sum, part) => sum + part, 0)
}
