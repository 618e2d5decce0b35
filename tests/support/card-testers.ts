import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Tally } from './tally.ts'

export type CardTestingOrder = {
  url: string
  /** Of the payment links. */
  paths: string[]
  /** So many forms, over so many connections, each of which sends again once it is answered. */
  count: number
  lines: number
  /** One form in so many has the work done that is asked for. */
  worksEvery: number
}

export type CardTestingFound = {
  found: Tally
  /** How often each status was answered, pages and forms alike. */
  answers: Map<number, number>
}

export type CardTesters = AsyncDisposable & {
  send: (order: CardTestingOrder) => Promise<CardTestingFound>
}

/**
 * A process that tries cards, one order after the other. Whoever else wants the processor comes first, as if the sender
 * sat at a machine of its own.
 */
export async function cardTesters(): Promise<CardTesters> {
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
      return found as CardTestingFound
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
