const MAX_TRIES = 20

/**
 * Repeats a call until the processor responds. Tests with a short timeout need it before their faults begin, because on
 * a busy machine a response may come too late.
 */
export async function untilResponse<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      const isLate = error instanceof Error && error.message.includes('does not respond')
      if (!isLate || tries === MAX_TRIES) throw error
    }
  }
}
