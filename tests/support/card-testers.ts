import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Tally } from './tally.ts'

/** An attack to run: how many forms with card numbers to send to which payment links. */
export type CardTestingOrder = {
  url: string
  /** Paths of the payment links. */
  paths: string[]
  /**
   * Number of forms to send in all. Each connection sends its next form once it has the response to the previous one.
   */
  count: number
  /** Number of connections that send forms in parallel. */
  connections: number
  /** When a page requires a proof of work, one in this many forms contains a solved one. */
  formsPerProof: number
}

/** The outcome of an attack, with the server's faults. */
export type CardTestingResult = {
  found: Tally
  /** Number of responses by status, for pages and forms together. */
  answers: Map<number, number>
}

/** The process that sends forms with card numbers. */
export type CardTesters = AsyncDisposable & {
  send: (order: CardTestingOrder) => Promise<CardTestingResult>
}

/**
 * Starts a process that tries cards, one order after another. Its low priority leaves the CPU to the other processes,
 * as if it ran on a machine of its own.
 */
export async function startCardTesters(): Promise<CardTesters> {
  const child = fork(new URL('card-testing-process.ts', import.meta.url), [], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  await once(child, 'spawn')
  setPriority(Number(child.pid), constants.priority.PRIORITY_BELOW_NORMAL)
  return {
    send: async (order) => {
      child.send(order)
      const [found] = await once(child, 'message')
      return found as CardTestingResult
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
