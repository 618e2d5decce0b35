import { formatCount, formatRatio } from '#client/lib/words/format.ts'

const MEGABYTE = 1024 * 1024

/** Returns a size in words, such as “3.4 MB”, on one line. */
export const sizeText = (bytes: number): string =>
  bytes < MEGABYTE / 10
    ? `${formatCount(Math.ceil(bytes / 1024))}\u00a0kB`
    : `${formatRatio(Math.floor((bytes / MEGABYTE) * 10) / 10)}\u00a0MB`
