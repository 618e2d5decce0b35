/** The work of `withTimeLimit` took longer than its limit. */
export class TimeLimitError extends Error {}

/**
 * Returns the result of `work`.
 * @throws TimeLimitError when the work takes longer than `limitMs` milliseconds; the work itself continues.
 */
export async function withTimeLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError()), limitMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
