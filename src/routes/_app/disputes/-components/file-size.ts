import { formatCount, formatRatio } from '#client/lib/words/format.ts'

const MEGABYTE = 1024 * 1024

/** Returns a size in words, such as “3.4 MB”, on one line. */
export function sizeText(bytes: number): string {
  if (bytes < MEGABYTE / 10) return `${formatCount(Math.ceil(bytes / 1024))}\u00a0kB`
  const megabytes = Math.floor((bytes / MEGABYTE) * 10) / 10
  const number = Number.isInteger(megabytes) ? formatCount(megabytes) : formatRatio(megabytes)
  return `${number}\u00a0MB`
}
