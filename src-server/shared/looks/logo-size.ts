export type PictureSize = { width: number; height: number }

/** The most room that the pages for payers give a logo: beside its edges a card of 440 pixels has 398. */
export const LOGO_ROOM: PictureSize = { width: 398, height: 64 }

/** Phones draw a pixel of a page with two by two of their own, or more. */
const DENSITY = 2

/** What a logo would need to look sharp on phones, in its proportions; nothing where it does already. */
export function sharperSizeOf({ width, height }: PictureSize): PictureSize | undefined {
  // Of the two rooms the one that it fills first says how large it is shown.
  const factor = Math.min(
    (LOGO_ROOM.width / width) * DENSITY,
    (LOGO_ROOM.height / height) * DENSITY,
  )
  if (factor <= 1) return undefined
  return { width: Math.round(width * factor), height: Math.round(height * factor) }
}
