import { performance } from 'node:perf_hooks'
import type { PlainResponse } from './keep-alive.ts'
import { percentile } from './load.ts'

const volatileHeaders = new Set(['date', 'x-request-id'])

/** Returns the content of a response without its time and its recipient. */
function stableTextOf({ status, headers, body }: PlainResponse, email: string): string {
  const stableHeaders = Object.entries(headers).filter(([name]) => !volatileHeaders.has(name))
  return `${status} ${JSON.stringify(stableHeaders)} ${body}`
    .replaceAll(email, '<email>')
    .replaceAll(/"id":"[\w-]{32}"/g, '"id":"<id>"')
    .replaceAll(/\breq_[\w-]+/g, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
}

/** An e-mail address with an account and one without. */
export type AccountPair = { known: string; unknown: string }
/** The differences between the responses for known and for unknown e-mail addresses. */
export type Difference = {
  /** Responses that reveal which of the two e-mail addresses is known. */
  different: string[]
  /** Difference between the two median response times, as a fraction of the mean of all times. */
  apart: number
  medianMs: number
}

type ComparisonOptions = {
  pairs: readonly AccountPair[]
  sendFor: (email: string) => Promise<PlainResponse>
  /** Runs before each pair, for example to advance a clock. */
  before?: (at: number) => Promise<void>
}

/**
 * Sends a request for both e-mail addresses of each pair, in alternating order. Compares the responses and their times.
 */
export async function compareResponses({
  pairs,
  sendFor,
  before,
}: ComparisonOptions): Promise<Difference> {
  const times: Record<keyof AccountPair, number[]> = { known: [], unknown: [] }
  const different: string[] = []
  for (const [at, pair] of pairs.entries()) {
    await before?.(at)
    const contents: Partial<Record<keyof AccountPair, string>> = {}
    for (const which of at % 2
      ? (['known', 'unknown'] as const)
      : (['unknown', 'known'] as const)) {
      const startedAt = performance.now()
      const response = await sendFor(pair[which])
      times[which].push(performance.now() - startedAt)
      contents[which] = stableTextOf(response, pair[which])
    }
    if (contents.known !== contents.unknown)
      different.push(`${contents.known} | ${contents.unknown}`)
  }
  const [known, unknown] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)]
  const all = [...times.known, ...times.unknown]
  const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length
  return { different, apart: Math.abs(known - unknown) / mean, medianMs: unknown }
}
