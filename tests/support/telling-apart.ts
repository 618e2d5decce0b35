import { performance } from 'node:perf_hooks'
import type { PlainAnswer } from './keep-alive.ts'
import { percentile } from './load.ts'

const ofTheMoment = new Set(['date', 'x-request-id'])

/** Returns the content of a response without its time and its recipient. */
function essence({ status, headers, body }: PlainAnswer, email: string): string {
  const lasting = Object.entries(headers).filter(([name]) => !ofTheMoment.has(name))
  return `${status} ${JSON.stringify(lasting)} ${body}`
    .replaceAll(email, '<email>')
    .replaceAll(/"id":"[\w-]{32}"/g, '"id":"<id>"')
    .replaceAll(/\breq_[\w-]+/g, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
}

export type Pair = { known: string; unknown: string }
export type Difference = {
  /** Responses that reveal which of the two is known. */
  different: string[]
  /** Distance between the medians, as a fraction of the mean of all times. */
  apart: number
  medianMs: number
}

type Telling = {
  pairs: readonly Pair[]
  ask: (email: string) => Promise<PlainAnswer>
  /** Runs before each pair, for example to advance a clock. */
  before?: (at: number) => Promise<void>
}

/**
 * Sends a request for both e-mail addresses of each pair, in alternating order. Compares the responses and their times.
 */
export async function tellApart({ pairs, ask, before }: Telling): Promise<Difference> {
  const times: Record<keyof Pair, number[]> = { known: [], unknown: [] }
  const different: string[] = []
  for (const [at, pair] of pairs.entries()) {
    await before?.(at)
    const said: Partial<Record<keyof Pair, string>> = {}
    for (const which of at % 2
      ? (['known', 'unknown'] as const)
      : (['unknown', 'known'] as const)) {
      const beganAt = performance.now()
      const answer = await ask(pair[which])
      times[which].push(performance.now() - beganAt)
      said[which] = essence(answer, pair[which])
    }
    if (said.known !== said.unknown) different.push(`${said.known} | ${said.unknown}`)
  }
  const [known, unknown] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)]
  const all = [...times.known, ...times.unknown]
  const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length
  return { different, apart: Math.abs(known - unknown) / mean, medianMs: unknown }
}
