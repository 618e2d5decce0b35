import { isImageIndex, isPhotoExtra, orientationSegmentOf } from './photo-extras.rules.ts'
import {
  type Fault,
  faultOfSize,
  faults,
  type Picture,
  type PictureLimits,
  type Size,
} from './picture.rules.ts'

const START = Buffer.from([0xff, 0xd8])

const MARK = {
  end: 0xd9,
  scan: 0xda,
  adobe: 0xee,
  comment: 0xfe,
}

/** Frame markers that browsers draw: baseline (SOF0), extended sequential (SOF1) and progressive (SOF2). */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Markers for coding tables (DHT, DQT) and the restart interval (DRI). */
const tables = new Set([0xc4, 0xdb, 0xdd])

export const isJpeg = (bytes: Buffer): boolean =>
  bytes.subarray(0, 2).equals(START) && bytes[2] === 0xff

/**
 * Keeps the segments that draw the picture and its orientation, and drops notes, locations, previews and profiles. Data
 * that phones append, such as a second image, are dropped; any other data after the picture are a fault.
 */
export function readJpeg(bytes: Buffer, limits: PictureLimits): Picture | Fault {
  const segments: Buffer[] = [START]
  let size: Size | undefined
  let hasScan = false
  let mayHaveExtras = false
  let at = 2
  while (at + 1 < bytes.length) {
    const mark = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return faults.damaged
    // Any number of fill bytes may precede a marker.
    if (mark === 0xff) {
      at++
      continue
    }
    if (mark === MARK.end) {
      if (!size || !hasScan) return faults.damaged
      const rest = bytes.subarray(at + 2)
      if (rest.length > 0 && !isPhotoExtra(rest, mayHaveExtras)) return faults.appended
      segments.push(bytes.subarray(at, at + 2))
      return { type: 'image/jpeg', bytes: Buffer.concat(segments) }
    }
    const end = segmentEnd(bytes, at)
    if (end === undefined) return faults.damaged
    const segment = bytes.subarray(at, end)
    if (frames.has(mark)) {
      if (size) return faults.damaged
      size = frameSize(segment)
      if (!size) return faults.damaged
      const sizeFault = faultOfSize(size, limits)
      if (sizeFault) return sizeFault
      segments.push(segment)
    } else if (mark === MARK.scan) {
      if (!size) return faults.damaged
      hasScan = true
      const next = scanEnd(bytes, end)
      segments.push(bytes.subarray(at, next))
      at = next
      continue
    } else if (tables.has(mark) || isColourSpace(mark, segment)) {
      segments.push(segment)
    } else if (isNote(mark)) {
      mayHaveExtras ||= isImageIndex(mark, segment)
      const orientation = orientationSegmentOf(mark, segment)
      if (orientation && segments.length === 1) segments.push(orientation)
    } else return faults.damaged
    at = end
  }
  return faults.damaged
}

function segmentEnd(bytes: Buffer, at: number): number | undefined {
  if (at + 4 > bytes.length) return undefined
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length < 2 || end > bytes.length ? undefined : end
}

const isNote = (mark: number): boolean => (mark >= 0xe0 && mark <= 0xef) || mark === MARK.comment

/**
 * Matches Adobe's segment, without which some pictures have other colours. Its 16 bytes cannot contain anything else.
 */
const isColourSpace = (mark: number, segment: Buffer): boolean =>
  mark === MARK.adobe && segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe'

/**
 * Returns the size of a frame with eight bits per sample, in grey or three colours. Browsers differ in how they draw
 * the four colours of print.
 */
function frameSize(segment: Buffer): Size | undefined {
  const colours = segment[9]
  if (segment[4] !== 8 || (colours !== 1 && colours !== 3)) return undefined
  if (segment.length !== 10 + 3 * colours) return undefined
  return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
}

/** Returns the end of the drawn data: the first marker that is neither an escaped byte nor a restart marker. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
