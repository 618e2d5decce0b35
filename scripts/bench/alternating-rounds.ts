import type autocannon from 'autocannon'
import { load, median, type Round } from './load.ts'
import type { RunningServer } from './server.ts'

/** Number of measured rounds, and the seconds and connections of each. */
export type Rounds = { seconds: number; connections: number; rounds: number }

/** The rounds of each measured server, by its name. `ours` is Incasso, `floor` the bare server of floor-sqlite.mjs. */
export type RoundsByServer<Name extends string = 'ours' | 'floor'> = Record<Name, Round[]>

/** Returns the median of one figure over the rounds. */
export const medianOf = (rounds: readonly Round[], key: keyof Round): number =>
  median(rounds.map((round) => round[key]))

/**
 * Measures servers in alternating rounds, so that the noise of the machine affects all equally. Every other round is
 * in reverse order, because a later server finds a warm machine. Each server may have its own request.
 */
export async function measureAlternately<Name extends string>(
  servers: Record<Name, readonly RunningServer[]>,
  request: autocannon.Request | ((name: Name) => autocannon.Request),
  { seconds, connections, rounds }: Rounds,
): Promise<RoundsByServer<Name>> {
  const names = Object.keys(servers) as Name[]
  const results = Object.fromEntries(
    names.map((name) => [name, [] as Round[]]),
  ) as RoundsByServer<Name>
  const requests = Object.fromEntries(
    names.map((name) => [name, typeof request === 'function' ? request(name) : request]),
  ) as Record<Name, autocannon.Request>
  // The first round of each server is a warm-up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await loadAll(servers[name], requests[name], {
        seconds: round === 0 ? Math.min(2, seconds) : seconds,
        connections,
      })
      if (round > 0) results[name].push(result)
    }
  }
  return results
}

/** Loads the processes of one server, each with an equal share of the connections. */
async function loadAll(
  servers: readonly RunningServer[],
  request: autocannon.Request,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Round> {
  const part = Math.ceil(connections / servers.length)
  const each = await Promise.all(
    servers.map((server) => load(server, request, { seconds, connections: part })),
  )
  const rate = each.reduce((sum, round) => sum + round.rate, 0)
  const worst = (key: 'p50' | 'p99' | 'max') => Math.max(...each.map((round) => round[key]))
  const cpuUs = each.reduce((sum, round) => sum + round.cpuUs * round.rate, 0) / rate
  return { rate, p50: worst('p50'), p99: worst('p99'), max: worst('max'), cpuUs }
}
