import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { emptySqlite, freshDatabase } from '../support/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type KeepAlive, keepAlive } from '../support/keep-alive.ts'
import { killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { happen, type Journal, startPayers } from '../support/payers.ts'
import { signUp } from '../support/sign-up.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const loader = import.meta.resolve('tsx')
const AT_ONCE = 4
/** Payments acknowledged on the old side before the move begins, and on the new side after it. */
const BEFORE = 40
const AFTER = 40
const WITHIN_MS = 600_000

/** Output lines at which the command is killed, once each, one for each of its phases. */
const KILLED_AT = [
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

/** Runs the command, and kills it at the first line that matches `killedAt`. */
async function runMove(words: string[], url: string, killedAt?: RegExp): Promise<CommandResult> {
  const child = spawn(process.execPath, ['dist/server/ops.js', 'move', ...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line)
      if (killedAt?.test(line)) child.kill('SIGKILL')
    })
  }
  const [code] = await once(child, 'close')
  return { code, output: said.join('\n') }
}

/** Adds invented payments to the existing merchant. No process may have the file open. */
const fill = (url: string, count: number) =>
  execFileSync(
    process.execPath,
    ['--import', loader, 'scripts/bench/fill.ts', sqliteFile(url), String(count)],
    { cwd: root, stdio: 'ignore' },
  )

/** Checks that every acknowledged payment is on the other side unchanged, one for each key. */
async function judge(
  { journal, filled, url }: { journal: Journal; filled: number; url: string },
  found: Tally,
): Promise<void> {
  const database = openDatabase({ url })
  try {
    const rows = await database.db.selectFrom('transactions').select(['id', 'amount']).execute()
    const amounts = new Map(rows.map(({ id, amount }) => [id, amount]))
    for (const [key, { id, amount }] of journal.acknowledged) {
      if (amounts.get(id) === Math.round(Number(amount) * 100)) continue
      blame(found, 'lost', `${key} ${id} of ${amount}: ${amounts.get(id) ?? 'not there'}`)
    }
    found.tried = rows.length
    const more = rows.length - filled - journal.keys.size
    if (more > 0) blame(found, 'doubled', 'payments without a key of their own', more)
  } finally {
    await database.close()
  }
  blame(found, 'doubled', 'a key was answered with another payment', journal.doubled)
  blameEach(found, 'crashed', journal.strange)
  blameEach(found, 'crashed', await brokenInvariants(url))
}

type Sabotage = (url: string) => void

async function movesWhilePaying(count: number, sabotage?: Sabotage): Promise<Tally> {
  const found = tally()
  const old = await emptySqlite()
  const made = await freshDatabase({ isMigrated: false })
  await using server = await killableServer({}, { database: old })
  const { secret } = await signUp(server.url)
  await server.stop()
  fill(old.url, count)
  await server.start()

  // The payers always use the current server, like clients that resolve a DNS name.
  const client = { at: keepAlive(server.url, AT_ONCE), whenUp: server.whenUp }
  const { journal, stop } = startPayers({
    server: { url: server.url, whenUp: () => client.whenUp() },
    secret,
    atOnce: AT_ONCE,
    through: () => (asked) => client.at.ask(asked),
  })
  await happen(journal, 'answered', BEFORE)
  const beganMs = performance.now()
  for (const killedAt of KILLED_AT) {
    await runMove(['--to', made.url], old.url, killedAt)
    sabotage?.(old.url)
  }
  const moved = await runMove(['--to', made.url], old.url)
  const movedMs = performance.now() - beganMs
  if (moved.code !== 0)
    blame(found, 'crashed', `move ended with ${moved.code}: ${moved.output.slice(-500)}`)
  if (movedMs > WITHIN_MS) blame(found, 'crashed', `it took ${Math.round(movedMs / 1000)} s`)
  const acknowledged = journal.acknowledged.size
  if (found.crashed === 0) await payThere(made.url)
  await stopPayers()
  await judge({ journal, filled: count, url: made.url }, found)
  await made.remove()
  found.notes.push(
    `moved in ${Math.round(movedMs / 1000)} s, with ${KILLED_AT.length} kills, while ${acknowledged} payments were acknowledged; ${journal.acknowledged.size - acknowledged} on the other side`,
  )
  return found

  async function payThere(url: string): Promise<void> {
    await using there = await killableServer({}, { database: { url, remove: async () => {} } })
    const before: KeepAlive = client.at
    Object.assign(client, { at: keepAlive(there.url, AT_ONCE), whenUp: there.whenUp })
    await happen(journal, 'answered', AFTER)
    await stop()
    before[Symbol.dispose]()
    await there.stop()
  }

  /** Abandons a failed move before stopping: its servers refuse every payment, so the payers would never finish. */
  async function stopPayers(): Promise<void> {
    if (found.crashed === 0) return
    await runMove(['--abandon'], old.url)
    await stop()
  }
}

/** Lets servers write while rows are copied, as if the move did not stop them. */
function permissive(url: string): void {
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
  inTime: true,
  run: (count) => movesWhilePaying(count),
  selfTest: () => movesWhilePaying(50, permissive),
})
