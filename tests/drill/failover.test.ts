import { hasBalancer, startBalancer } from '../support/database-balancer.ts'
import { drill } from '../support/drill.ts'
import { runFailOvers } from '../support/failover.ts'
import { canPair, type PostgresPair } from '../support/postgres-pair.ts'

/** Puts both hosts into the URL: each new connection chooses the host that accepts writes. */
const withBothHosts = async ({ ports: [one, two] }: PostgresPair) => ({
  url: `postgres://postgres@127.0.0.1:${one},127.0.0.1:${two}/postgres?target_session_attrs=read-write`,
  [Symbol.asyncDispose]: async () => {},
})

const missingPair = canPair ? undefined : 'PostgreSQL’s own tools (pg_basebackup)'
const missingBalancer = hasBalancer
  ? undefined
  : 'HAProxy and psql (Debian has them in haproxy and postgresql-client)'

drill({
  row: 'failover',
  what: 'primaries killed under payments and their synchronous standby promoted, behind HAProxy',
  quick: 1,
  full: 20,
  only: 'postgres',
  measuresTime: true,
  lacks: missingPair ?? missingBalancer,
  run: (count) => runFailOvers(count, startBalancer),
  selfTest: () => runFailOvers(1, startBalancer, { isSynchronous: false }),
})

drill({
  row: 'failover-hosts',
  what: 'the same with both hosts in the address of the database, and nothing between',
  quick: 1,
  full: 20,
  only: 'postgres',
  measuresTime: true,
  lacks: missingPair,
  run: (count) => runFailOvers(count, withBothHosts),
  selfTest: () => runFailOvers(1, withBothHosts, { isSynchronous: false }),
})
