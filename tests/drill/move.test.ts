import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { emptySqlite, freshDatabase } from '../support/database.ts'
import { addFault, addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { createKeepAliveClient, type KeepAliveClient } from '../support/keep-alive.ts'
import { startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { type Journal, startPayers, waitForJournal } from '../support/payers.ts'
import { signUp } from '../support/sign-up.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const loader = import.meta.resolve('tsx')
const AT_ONCE = 4
/** Payments acknowledged on the old side before the move begins, and on the new side after it. */
const PAYMENTS_BEFORE = 40
const PAYMENTS_AFTER = 40
const MAX_MS = 600_000

/** Output lines at which the command is killed, once each, one for each of its phases. */
const KILL_LINES = [
  /^Moving/,
  /^Servers answer changes with 503/,
  /\d+\/\d+ customers/,
  /rows copied in/,
  /indexes made/,
  /^Comparing both sides/,
  /rows are equal/,
  /^Everything is in/,
]

type CommandResult = { code: number | null; output: string }

/** Runs the command, and kills it at the first line that matches `killLine`. */
async function runMove(args: string[], url: string, killLine?: RegExp): Promise<CommandResult> {
  const child = spawn(process.execPath, ['dist/server/ops.js', 'move', ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (killLine?.test(line)) child.kill('SIGKILL')
    })
  }
  const [code] = await once(child, 'close')
  return { code, output: lines.join('\n') }
}

/** Adds invented payments to the existing merchant. No process may have the file open. */
const fill = (url: string, count: number) =>
  execFileSync(
    process.execPath,
    ['--import', loader, 'scripts/bench/fill.ts', sqliteFile(url), String(count)],
    { cwd: root, stdio: 'ignore' },
  )

/** Checks that every acknowledged payment is on the other side unchanged, one for each key. */
async function checkTarget(
  { journal, filled, url }: { journal: Journal; filled: number; url: string },
  found: Tally,
): Promise<void> {
  const database = openDatabase({ url })
  try {
    const rows = await database.db.selectFrom('transactions').select(['id', 'amount']).execute()
    const amounts = new Map(rows.map(({ id, amount }) => [id, amount]))
    for (const [key, { id, amount }] of journal.acknowledged) {
      if (amounts.get(id) === Math.round(Number(amount) * 100)) continue
      addFault(found, 'lost', `${key} ${id} of ${amount}: ${amounts.get(id) ?? 'not there'}`)
    }
    found.tried = rows.length
    const extra = rows.length - filled - journal.keys.size
    if (extra > 0) addFault(found, 'doubled', 'payments without a key of their own', extra)
  } finally {
    await database.close()
  }
  addFault(found, 'doubled', 'a key was answered with another payment', journal.doubled)
  addFaults(found, 'crashed', journal.strange)
  addFaults(found, 'crashed', await findBrokenInvariants(url))
}

type Sabotage = (url: string) => void

async function moveWhilePaying(count: number, sabotage?: Sabotage): Promise<Tally> {
  const found = tally()
  const source = await emptySqlite()
  const target = await freshDatabase({ isMigrated: false })
  await using server = await startKillableServer({}, { database: source })
  const { secret } = await signUp(server.url)
  await server.stop()
  fill(source.url, count)
  await server.start()

  // The payers always use the current server, like clients that resolve a DNS name.
  const client = { at: createKeepAliveClient(server.url, AT_ONCE), whenUp: server.whenUp }
  const { journal, stop } = startPayers({
    server: { url: server.url, whenUp: () => client.whenUp() },
    secret,
    atOnce: AT_ONCE,
    wrapSend: () => (request) => client.at.send(request),
  })
  await waitForJournal(journal, 'answered', PAYMENTS_BEFORE)
  const startedMs = performance.now()
  for (const killLine of KILL_LINES) {
    await runMove(['--to', target.url], source.url, killLine)
    sabotage?.(source.url)
  }
  const result = await runMove(['--to', target.url], source.url)
  const movedMs = performance.now() - startedMs
  if (result.code !== 0)
    addFault(found, 'crashed', `move ended with ${result.code}: ${result.output.slice(-500)}`)
  if (movedMs > MAX_MS) addFault(found, 'crashed', `it took ${Math.round(movedMs / 1000)} s`)
  const acknowledged = journal.acknowledged.size
  if (found.crashed === 0) await payAtTarget(target.url)
  await stopPayers()
  await checkTarget({ journal, filled: count, url: target.url }, found)
  await target.remove()
  found.notes.push(
    `moved in ${Math.round(movedMs / 1000)} s, with ${KILL_LINES.length} kills, while ${acknowledged} payments were acknowledged; ${journal.acknowledged.size - acknowledged} on the other side`,
  )
  return found

  async function payAtTarget(url: string): Promise<void> {
    await using targetServer = await startKillableServer(
      {},
      { database: { url, remove: async () => {} } },
    )
    const previousClient: KeepAliveClient = client.at
    Object.assign(client, {
      at: createKeepAliveClient(targetServer.url, AT_ONCE),
      whenUp: targetServer.whenUp,
    })
    await waitForJournal(journal, 'answered', PAYMENTS_AFTER)
    await stop()
    previousClient[Symbol.dispose]()
    await targetServer.stop()
  }

  /** Abandons a failed move before stopping: its servers refuse every payment, so the payers would never finish. */
  async function stopPayers(): Promise<void> {
    if (found.crashed === 0) return
    await runMove(['--abandon'], source.url)
    await stop()
  }
}

/** Lets servers write while rows are copied, as if the move did not stop them. */
function allowWrites(url: string): void {
  const connection = new SqliteDatabase(sqliteFile(url), { timeout: 60_000 })
  try {
    const triggers = connection
      .prepare(`select name from sqlite_master where type = 'trigger' and name like 'move_refuse%'`)
      .pluck()
      .all()
    for (const name of triggers) connection.exec(`drop trigger "${String(name)}"`)
    connection.exec(`update database_moves set state = 'copying' where side = 'from'`)
  } finally {
    connection.close()
  }
}

drill({
  row: 'move',
  what: 'payments of an SQLite file moved to PostgreSQL while others are made, the command killed in each of its phases',
  quick: 300,
  full: 1_000_000,
  only: 'postgres',
  measuresTime: true,
  run: (count) => moveWhilePaying(count),
  selfTest: () => moveWhilePaying(50, allowWrites),
})
