import { performance } from 'node:perf_hooks'
import type { PlainAnswer } from './keep-alive.ts'
import { percentile } from './load.ts'

const ofTheMoment = new Set(['date', 'x-request-id'])

/** What an answer says, apart from when it was given and to whom. */
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
  /** Answers that say which of the two is known. */
  different: string[]
  /** How far the medians lie apart, as a part of the mean of all. */
  apart: number
  medianMs: number
}

type Telling = {
  pairs: readonly Pair[]
  ask: (email: string) => Promise<PlainAnswer>
  /** Between two pairs, such as putting a clock forward. */
  before?: (at: number) => Promise<void>
}

/** Asks about both in turn, now the one first and now the other, and compares what comes and how soon. */
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
