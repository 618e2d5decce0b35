import type { LiveChange } from '#server/shared/live-change.ts'

export type MerchantChange = LiveChange & { merchantId: string }

/** The session that a stream belongs to. */
export type StreamSession = {
  userId: string
  sessionId: string
  /** When it ends, in epoch milliseconds; undefined once it has. Throws when the identity provider cannot say. */
  end: () => Promise<number | undefined>
}

/** Tells the open pages of a merchant what has changed, in this process and in the others. */
export type Live = {
  publish: (change: MerchantChange) => void
  /**
   * The changes of a merchant from now on, until the signal, the session's end or that of the process.
   * A page whose data are `knownForMs` old is first told whether anything may have changed since.
   */
  subscribe: (
    merchantId: string,
    signal: AbortSignal | undefined,
    options?: { lasting?: StreamSession; knownForMs?: number | undefined },
  ) => AsyncGenerator<LiveChange>
}
