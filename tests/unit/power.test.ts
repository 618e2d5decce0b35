import { describe, expect, test } from 'vitest'
import { afterCut, type UnsyncedWrite, unsyncedIn } from '../support/power.ts'

const DATABASE = 0
const LOG = 1

/** Encodes an operation as power.c records it. */
function encodeOperation(
  kind: 'w' | 't' | 's',
  file: number,
  { offset = 0, size = 0, length = 0, held = '' } = {},
): Buffer {
  const head = Buffer.alloc(32)
  head.writeBigUInt64LE(BigInt(offset), 0)
  head.writeBigUInt64LE(BigInt(size), 8)
  head.writeUInt32LE(length, 16)
  head.writeUInt32LE(held.length, 20)
  head.write(kind, 24)
  head.writeUInt8(file, 25)
  return Buffer.concat([head, Buffer.from(held)])
}

const keepNone = (unsynced: readonly UnsyncedWrite[]) => unsynced.map(() => 0)
const survivingText = (text: string, notes: Buffer[], survivors = keepNone) =>
  afterCut(Buffer.from(text), unsyncedIn(Buffer.concat(notes)).log, survivors).toString()

describe('a power cut', () => {
  test('keeps synced writes', () => {
    const write = encodeOperation('w', LOG, { offset: 2, size: 4, length: 2, held: 'cd' })

    expect(survivingText('abXY', [write, encodeOperation('s', LOG)])).toBe('abXY')
  })

  test('drops writes after the last sync, and restores the earlier content', () => {
    const overwrite = encodeOperation('w', LOG, { offset: 2, size: 4, length: 2, held: 'cd' })
    const append = encodeOperation('w', LOG, { offset: 4, size: 4, length: 3 })

    expect(survivingText('abXYefg', [encodeOperation('s', LOG), overwrite, append])).toBe('abcd')
  })

  test('drops overlapping writes in the order of their arrival', () => {
    const first = encodeOperation('w', LOG, { offset: 0, size: 2, length: 2, held: 'ab' })
    const second = encodeOperation('w', LOG, { offset: 1, size: 2, length: 1, held: 'x' })

    expect(survivingText('xy', [first, second])).toBe('ab')
  })

  test('drops a truncation', () => {
    const truncation = encodeOperation('t', LOG, { offset: 1, size: 3, held: 'bc' })

    expect(survivingText('a', [truncation])).toBe('abc')
  })

  test('keeps a later write where an earlier one is lost', () => {
    const earlier = encodeOperation('w', LOG, { offset: 0, size: 2, length: 2, held: 'ab' })
    const later = encodeOperation('w', LOG, { offset: 4, size: 2, length: 2 })
    const survivors = () => [1, 2]

    expect(survivingText('XY\0\0ef', [earlier, later], survivors)).toBe('Xb\0\0ef')
  })

  test('drops writes for each file separately, and ignores a truncated note', () => {
    const write = encodeOperation('w', DATABASE, { offset: 0, size: 2, length: 2, held: 'ab' })
    const notes = [
      write,
      encodeOperation('s', LOG),
      encodeOperation('w', LOG, { size: 9, length: 1 }).subarray(0, 20),
    ]

    expect(unsyncedIn(Buffer.concat(notes))).toMatchObject({ database: [{ offset: 0 }], log: [] })
  })
})
