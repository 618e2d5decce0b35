export type Picture = {
  type: 'image/png' | 'image/jpeg'
  /** Only the data that draws the picture: no location, no note, no other file. */
  bytes: Buffer
}

/** The reason for rejecting a file, as the end of a sentence about it. */
export type Fault = { fault: string }

/** Allowed width and height in pixels, and allowed number of pixels. */
export type PictureLimits = { least: number; most: number; pixels: number }

/** Reasons for rejecting a picture, each as the end of a sentence about it. */
export const faults = {
  kind: { fault: 'must be a PNG or JPEG picture' },
  damaged: { fault: 'must be a picture that is complete and undamaged' },
  appended: { fault: 'must hold nothing after the picture' },
} as const

export type Size = { width: number; height: number }

/** Returns the fault of a picture's size; undefined when the size is allowed. */
export function faultOfSize(
  { width, height }: Size,
  { least, most, pixels }: PictureLimits,
): Fault | undefined {
  if (Math.min(width, height) < least || Math.max(width, height) > most) {
    return { fault: `must be from ${least} to ${most} pixels wide and high` }
  }
  if (width * height <= pixels) return undefined
  return { fault: `must have at most ${pixels / 1_000_000} million pixels` }
}
