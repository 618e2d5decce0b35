import { inflateSync } from 'node:zlib'

/** Rows of modules, true for black, without the quiet zone. */
export type Modules = readonly (readonly boolean[])[]

const MAX_VERSION = 10

/**
 * Error correction levels in the order of their two bits: M, L, H, Q. For each version: the correction bytes of a
 * block, and the number of blocks.
 */
const levels = [
  { bytes: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26], blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5] },
  { bytes: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18], blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4] },
  { bytes: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28], blocks: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8] },
  { bytes: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24], blocks: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8] },
] as const

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/**
 * Returns the text of an undamaged QR code up to version 10, as a phone reads it. Throws where a phone would find
 * damage.
 */
export function readQr(modules: Modules): string {
  const size = modules.length
  const version = (size - 17) / 4
  if (!Number.isInteger(version) || version < 1 || version > MAX_VERSION) {
    throw new Error(`no code has ${size} modules a side, or it is beyond version ${MAX_VERSION}`)
  }
  const { level, mask } = formatOf(modules)
  const { bytes, blocks } = levels[level] ?? levels[0]
  const codewords = readCodewords(modules, { version, mask })
  const data = dataOf(codewords, {
    count: blocks[version - 1] ?? 1,
    extra: bytes[version - 1] ?? 0,
  })
  return textOf(data, version)
}

/** Reads the modules of an SVG with one square for each black module. */
export function modulesOfSvg(svg: string): Modules {
  const squares = [...svg.matchAll(/M(\d+),(\d+)h(\d+)v\3h-\3z/g)].map(([, x, y, side]) => ({
    x: Number(x) / Number(side),
    y: Number(y) / Number(side),
  }))
  const side = Math.max(0, ...squares.map(({ x }) => x + 1))
  const rows = Array.from({ length: side }, () => Array<boolean>(side).fill(false))
  for (const { x, y } of squares) {
    const row = rows[y]
    if (row) row[x] = true
  }
  return crop(rows)
}

/** Reads the modules of a PNG with one bit for each pixel, the format of Incasso's codes. */
export function modulesOfPng(png: Buffer): Modules {
  const [width, height, depth, colours] = [16, 20]
    .map((at) => png.readUInt32BE(at))
    .concat([...png.subarray(24, 26)])
  if (!width || !height || depth !== 1 || colours !== 0) throw new Error('not black and white')
  const packed: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue
    packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const lines = inflateSync(Buffer.concat(packed))
  const stride = 1 + Math.ceil(width / 8)
  const pixels = Array.from({ length: height }, (_, y) => {
    if (lines[y * stride] !== 0) throw new Error('a line uses a PNG filter')
    return Array.from(
      { length: width },
      (__, x) => (((lines[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0,
    )
  })
  const black = crop(pixels)
  // The first row begins with the upper edge of a finder pattern, which is seven modules wide.
  const scale = (black[0]?.indexOf(false) ?? 0) / 7
  const side = black.length / scale
  if (!Number.isInteger(scale) || !Number.isInteger(side))
    throw new Error('its modules are not squares')
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (__, x) => black[y * scale]?.[x * scale] === true),
  )
}

/** Removes the quiet zone: three corners of a code are black, so only white outside of them is cut off. */
function crop(rows: Modules): Modules {
  const top = rows.findIndex((row) => row.includes(true))
  const bottom = rows.findLastIndex((row) => row.includes(true))
  const left = rows[top]?.indexOf(true) ?? 0
  return rows.slice(top, bottom + 1).map((row) => row.slice(left, left + bottom + 1 - top))
}

const at = (modules: Modules, x: number, y: number): boolean => modules[y]?.[x] === true

function formatOf(modules: Modules): { level: number; mask: number } {
  const positions = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((y) => [8, y] as const),
    ...[7, 5, 4, 3, 2, 1, 0].map((x) => [x, 8] as const),
  ]
  const bits = positions.reduce((sum, [x, y], bit) => sum | (Number(at(modules, x, y)) << bit), 0)
  const format = bits ^ 0x5412
  return { level: format >> 13, mask: (format >> 10) & 7 }
}

/** Returns true when a module belongs to a fixed pattern and contains no data. */
function isFixed(x: number, y: number, version: number): boolean {
  const size = version * 4 + 17
  if (x === 6 || y === 6) return true
  if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true
  const centres = [...(version > 1 ? [size - 7] : []), ...(version >= 7 ? [(size - 1) / 2, 6] : [])]
  // Alignment patterns on the timing row or column extend beyond it.
  const near = (value: number) => centres.find((centre) => Math.abs(centre - value) <= 2)
  const [column, row] = [near(x), near(y)]
  if (column === undefined || row === undefined) return false
  return !(column === 6 && row === size - 7) && !(row === 6 && column === size - 7)
}

/** Reads the bytes in pairs of columns from the right, alternately upwards and downwards. */
function readCodewords(
  modules: Modules,
  { version, mask }: { version: number; mask: number },
): number[] {
  const size = modules.length
  const isInverted = masks[mask] ?? (() => false)
  const bits: number[] = []
  for (let right = size - 1, isUp = true; right >= 1; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (!isFixed(x, y, version)) bits.push(Number(at(modules, x, y) !== isInverted(x, y)))
      }
    }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  )
}

/**
 * Returns the data bytes. The bytes of the blocks alternate, first the bytes of the data, then the bytes of the
 * correction.
 */
function dataOf(
  codewords: readonly number[],
  { count, extra }: { count: number; extra: number },
): number[] {
  const shortLength = Math.floor(codewords.length / count) - extra
  const shortCount = count - (codewords.length % count)
  const lengthOf = (block: number) => shortLength + (block < shortCount ? 0 : 1)
  const blocks = Array.from({ length: count }, (): number[] => [])
  const left = [...codewords]
  for (let n = 0; n <= shortLength; n++) {
    for (const [which, block] of blocks.entries()) {
      if (n < lengthOf(which)) block.push(left.shift() ?? 0)
    }
  }
  const corrections = blocks.map((_, which) =>
    Array.from({ length: extra }, (__, n) => left[n * count + which] ?? 0),
  )
  for (const [which, block] of blocks.entries()) {
    assertIntact([...block, ...(corrections[which] ?? [])], extra)
  }
  return blocks.flat()
}

/** Throws when a block is damaged. An intact block is zero at each of the first powers of two of the field. */
function assertIntact(block: readonly number[], extra: number): void {
  for (let power = 0, root = 1; power < extra; power++, root = multiply(root, 2)) {
    const value = block.reduce((sum, word) => multiply(sum, root) ^ word, 0)
    if (value !== 0) throw new Error('a block of the code is damaged')
  }
}

/** Multiplies in the field of 256 elements that QR codes use. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((other >> bit) & 1) * one
  }
  return product
}

const BYTES = 4

function textOf(data: readonly number[], version: number): string {
  const bits = data.map((word) => word.toString(2).padStart(8, '0')).join('')
  const lengthBits = version < 10 ? 8 : 16
  const readNumber = (from: number, length: number) =>
    Number.parseInt(bits.slice(from, from + length), 2)
  if (readNumber(0, 4) !== BYTES) throw new Error('the code holds no bytes')
  const length = readNumber(4, lengthBits)
  const from = 4 + lengthBits
  return Buffer.from(Array.from({ length }, (_, byte) => readNumber(from + byte * 8, 8))).toString(
    'utf8',
  )
}
