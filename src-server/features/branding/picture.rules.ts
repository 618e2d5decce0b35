export type Picture = {
  type: 'image/png' | 'image/jpeg'
  /** Only the data that draws the picture: no location, no note, no other file. */
  bytes: Buffer
}

/** The reason for rejecting a picture, as the end of a sentence about it. */
export type Fault = { fault: string }

/** Reasons for rejecting a picture, each as the end of a sentence about it. */
export const faults = {
  kind: { fault: 'must be a PNG or JPEG picture' },
  damaged: { fault: 'must be a picture that is complete and undamaged' },
  size: { fault: 'must be from 16 to 2000 pixels wide and high' },
  appended: { fault: 'must hold nothing after the picture' },
} as const

const MIN_PIXELS = 16
const MAX_PIXELS = 2000

export type Size = { width: number; height: number }

export const hasAllowedSize = ({ width, height }: Size): boolean =>
  Math.min(width, height) >= MIN_PIXELS && Math.max(width, height) <= MAX_PIXELS
