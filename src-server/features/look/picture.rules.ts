export type Picture = {
  type: 'image/png' | 'image/jpeg'
  /** What draws the picture, and nothing else: no place where it was taken, no note, no other file. */
  bytes: Buffer
}

export type Fault = { fault: string }

/** Why a picture is not taken, as the end of a sentence about it. */
export const faults = {
  kind: { fault: 'must be a PNG or JPEG picture' },
  damaged: { fault: 'must be a picture that is complete and undamaged' },
  size: { fault: 'must be from 16 to 2000 pixels wide and high' },
  appended: { fault: 'must hold nothing after the picture' },
} as const

const LEAST = 16
const MOST = 2000

export type Size = { width: number; height: number }

export const isSized = ({ width, height }: Size): boolean =>
  Math.min(width, height) >= LEAST && Math.max(width, height) <= MOST
