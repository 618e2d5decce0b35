export class TooLate extends Error {}

/**
 * Returns the result of `work`.
 * @throws TooLate when the work takes longer than `limitMs`; the work itself continues.
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate()), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
