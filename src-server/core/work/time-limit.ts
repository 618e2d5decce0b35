export class TimeLimitError extends Error {}

/**
 * Returns the result of `work`.
 * @throws TooLate when the work takes longer than `limitMs`; the work itself continues.
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
