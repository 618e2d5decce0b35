import type { LiveChange } from '#server/shared/live-change.ts'

export type MerchantChange = LiveChange & { merchantId: string }

/** The session that a stream belongs to. */
export type StreamSession = {
  userId: string
  sessionId: string
  /**
   * Returns when it ends, in epoch milliseconds; undefined once it has. Throws when the identity provider does not
   * know.
   */
  end: () => Promise<number | undefined>
}

/** Publishes changes to the open pages of a merchant, in this process and in the others. */
export type Live = {
  publish: (change: MerchantChange) => void
  /**
   * Yields the changes of a merchant from now on, until the signal, the session's end or the end of the process. A page
   * whose data are `knownForMs` old is first notified if anything may have changed since.
   */
  subscribe: (
    merchantId: string,
    signal: AbortSignal | undefined,
    options?: { lasting?: StreamSession; knownForMs?: number | undefined },
  ) => AsyncGenerator<LiveChange>
}
