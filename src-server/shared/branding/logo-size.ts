/** Size of an image in pixels. */
export type PictureSize = { width: number; height: number }

/** Largest size of a logo on payer pages: a card of 440 pixels has 398 inside its padding and border. */
export const MAX_LOGO_SIZE: PictureSize = { width: 398, height: 64 }

/** Device pixels per page pixel on phones: at least two in each direction. */
const DENSITY = 2

/**
 * Returns the size that a logo needs to look sharp on phones, in its proportions; undefined when it is large enough.
 */
export function sharperSizeOf({ width, height }: PictureSize): PictureSize | undefined {
  // The dimension that the logo fills first determines its size on the page.
  const factor = Math.min(
    (MAX_LOGO_SIZE.width / width) * DENSITY,
    (MAX_LOGO_SIZE.height / height) * DENSITY,
  )
  if (factor <= 1) return undefined
  return { width: Math.round(width * factor), height: Math.round(height * factor) }
}
