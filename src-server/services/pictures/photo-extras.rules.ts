/** Markers of the segments that hold Exif data and the index of further images. */
const EXIF = 0xe1
const MULTI_PICTURE = 0xe2

const ORIENTATION = 0x0112
const SHORT = 3

/**
 * Reduces an Exif segment to the orientation of the picture; undefined when the segment has none. Without the
 * orientation, photographs of a phone would lie on their side.
 */
export function orientationSegmentOf(mark: number, segment: Buffer): Buffer | undefined {
  if (mark !== EXIF || segment.toString('latin1', 4, 10) !== 'Exif\0\0') return undefined
  const orientation = orientationIn(segment.subarray(10))
  // 1 means upright, which is also the default without this segment, so the segment can be dropped.
  if (orientation === undefined || orientation < 2 || orientation > 8) return undefined
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, EXIF, 0, 0])
  head.writeUInt16BE(2 + 6 + tiff.length, 2)
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff])
}

/** Reads the orientation of the first directory of TIFF data. */
function orientationIn(tiff: Buffer): number | undefined {
  const isLittleEndian = tiff.toString('latin1', 0, 4) === 'II*\0'
  if (!isLittleEndian && tiff.toString('latin1', 0, 4) !== 'MM\0*') return undefined
  const short = (at: number) =>
    at + 2 > tiff.length
      ? undefined
      : isLittleEndian
        ? tiff.readUInt16LE(at)
        : tiff.readUInt16BE(at)
  if (tiff.length < 8) return undefined
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const count = short(directory) ?? 0
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + 12 * entry
    if (short(at) === undefined) return undefined
    if (short(at) === ORIENTATION && short(at + 2) === SHORT) return short(at + 8)
  }
  return undefined
}

/** Returns true for the index of further images in the file, which phones write. */
export const isImageIndex = (mark: number, segment: Buffer): boolean =>
  mark === MULTI_PICTURE && segment.toString('latin1', 4, 8) === 'MPF\0'

/** Returns true for the data that phones append: further images of an index, or Samsung's own block. */
export const isPhotoExtra = (rest: Buffer, hasIndex: boolean): boolean =>
  (hasIndex && rest.indexOf(Buffer.from([0xff, 0xd8, 0xff])) !== -1) ||
  rest.toString('latin1', Math.max(0, rest.length - 4)) === 'SEFT'
