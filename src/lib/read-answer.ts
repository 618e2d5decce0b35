import type { z } from 'zod'

/** An answer of the shape that was agreed on; undefined for any other, which a page has words for. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T | undefined {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  // A newer server may say more than this page knows.
  const isMore = read.error.issues.every(({ code }) => code === 'unrecognized_keys')
  return isMore ? (answer as T) : undefined
}

/** A text, or nothing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
