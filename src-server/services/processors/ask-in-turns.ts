import { setTimeout as wait } from 'node:timers/promises'

/** Something that a processor is to be asked about. Of an account only so many are asked at once. */
type Due = { account: string }

export type Asking<T extends Due> = {
  /**
   * Takes what is due and free for this process alone, for a while, the longest due first: at most `room`,
   * and of no account that is busy.
   */
  take: (about: {
    room: number
    isBusy: (account: string) => boolean
    busy: string[]
  }) => Promise<T[]>
  /** Asks and records the answer. It must not throw, and comes to an end before the lease does. */
  ask: (due: T) => Promise<void>
  perAccount?: number
  inFlight?: number
  signal?: AbortSignal | undefined
}

export const PER_ACCOUNT = 8
/** While answers are awaited: how soon something else that has become due is seen. */
const LOOK_EVERY_MS = 250

/**
 * Asks about everything that is due, several at once, until nothing is due any more. A processor that hangs
 * holds up what else goes to the same account, and nothing of others. Answers how many were asked about.
 */
export async function askInTurns<T extends Due>({
  take,
  ask,
  perAccount = PER_ACCOUNT,
  inFlight = 64,
  signal,
}: Asking<T>): Promise<number> {
  const running = new Set<Promise<void>>()
  const atAccount = new Map<string, number>()
  const at = (account: string) => atAccount.get(account) ?? 0
  let count = 0

  const start = (due: T) => {
    const { account } = due
    atAccount.set(account, at(account) + 1)
    const run = ask(due).finally(() => {
      running.delete(run)
      const left = at(account) - 1
      if (left > 0) atAccount.set(account, left)
      else atAccount.delete(account)
    })
    running.add(run)
    count += 1
  }

  const takeSome = async (): Promise<number> => {
    const room = inFlight - running.size
    if (room <= 0) return 0
    const reserved = new Map<string, number>()
    // Asked once for each that is about to be taken, so that no account gets more than its share.
    const isBusy = (account: string): boolean => {
      const taken = at(account) + (reserved.get(account) ?? 0)
      if (taken >= perAccount) return true
      reserved.set(account, (reserved.get(account) ?? 0) + 1)
      return false
    }
    const busy = [...atAccount].filter(([, many]) => many >= perAccount).map(([name]) => name)
    const taken = await take({ room, isBusy, busy })
    for (const due of taken) start(due)
    return taken.length
  }

  const isStopped = () => signal?.aborted === true
  while (!isStopped()) {
    const taken = await takeSome()
    if (taken > 0) continue
    if (running.size === 0) break
    await Promise.race([...running, wait(LOOK_EVERY_MS, undefined, { ref: false })])
  }
  await Promise.all(running)
  return count
}
