import type { LiveChange } from '#server/shared/live-change.ts'

/** A change of a merchant's object, such as a payment, that open dashboard pages must show. */
export type MerchantChange = LiveChange & { merchantId: string }

/** The sign-in session that an event stream belongs to: the stream ends with the session. */
export type StreamSession = {
  userId: string
  sessionId: string
  /**
   * Returns when the session ends, in epoch milliseconds; undefined once it has ended. Throws when the identity
   * provider cannot find out.
   */
  end: () => Promise<number | undefined>
}

/** Publishes changes to the open pages of a merchant, in this process and in the other processes. */
export type Live = {
  publish: (change: MerchantChange) => void
  /**
   * Yields the changes of a merchant from now on, until the signal aborts, the session ends or the process ends. A page
   * whose data are `knownForMs` milliseconds old is first notified if anything may have changed since.
   */
  subscribe: (
    merchantId: string,
    signal: AbortSignal | undefined,
    options?: { session?: StreamSession; knownForMs?: number | undefined },
  ) => AsyncGenerator<LiveChange>
}
