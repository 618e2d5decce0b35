import { writeSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { Kysely } from 'kysely'
import { sqliteDialects } from '#db/sqlite/sqlite-driver.ts'

/**
 * Runs as a separate process. It writes pairs of rows in many transactions at a time, some of which fail. It prints the
 * outcome of each, and kills itself before the given statement of the writing connection.
 */
const [file = '', killAt = '1', seed = '1'] = process.argv.slice(2)

let remaining = Number(killAt)
let state = Number(seed)
const random = (below: number): number => {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}

const writer = new SqliteDatabase(file, {
  verbose: () => {
    remaining -= 1
    if (remaining === 0) process.kill(process.pid, 'SIGKILL')
  },
})
const reader = new SqliteDatabase(file, { readonly: true })
const db = new Kysely<{ pairs: { transaction: number; half: number } }>({
  dialect: sqliteDialects({ writer, reader }).atOnce,
})

const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve))

async function write(transaction: number): Promise<void> {
  const ending = random(4)
  try {
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('pairs').values({ transaction, half: 1 }).execute()
      if (random(3) === 0) await yieldToEventLoop()
      await trx.insertInto('pairs').values({ transaction, half: 2 }).execute()
      if (ending === 0) throw new Error('changed my mind')
      if (ending === 1) await trx.insertInto('pairs').values({ transaction, half: 2 }).execute()
    })
    // Synchronous, so that a kill a moment later cannot lose the line.
    writeSync(1, `ok ${transaction}\n`)
  } catch {
    writeSync(1, `no ${transaction}\n`)
  }
}

for (let next = 1; ; ) {
  const batchSize = 1 + random(8)
  await Promise.all(Array.from({ length: batchSize }, () => write(next++)))
}
