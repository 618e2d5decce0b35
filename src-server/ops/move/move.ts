import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { type BulkConnection, openBulk } from '#db/postgres/bulk-connection.ts'
import type { DatabaseMoveRow } from '#db/tables/operating-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { findMove, saveMove } from '#server/services/operating/database-moves.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { schemaOf } from '../check/examine.ts'
import { ledgerCheck } from '../check/ledger-check.ts'
import { sayFindings, secondsText } from '../files.ts'
import type { Office, Say } from '../office.ts'
import { countByKey } from '../sealed.ts'
import { listBarriers } from './barrier.queries.ts'
import { compare } from './compare.ts'
import { copyTables, type Way } from './copy-tables.ts'
import { sayFigures, whole } from './figures.ts'
import {
  continueSequences,
  dropHelpers,
  partsAside,
  putBack,
  validateReferences,
} from './set-aside.queries.ts'
import { closeSource, giveSourceOver, reopenSource } from './source.ts'
import { agreedTables, copiedTables, guardedTables, notesChanges } from './tables.queries.ts'
import { addressOf, markDone, openTarget, prepareTarget, stateOfTarget } from './target.ts'

/** Moves all data to another database, or abandons a move. */
export async function move(office: Office, words: string[], say: Say): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: { to: { type: 'string' }, abandon: { type: 'boolean', default: false } },
  })
  if (values.abandon === (values.to !== undefined)) {
    throw new AppError('invalid', 'Say either --to URL or --abandon.')
  }
  const url = office.config.databaseUrl
  const database = openDatabase({ url, poolSize: 2, isPatient: true })
  try {
    if ((await schemaOf(database, addressOf(url))) === 'older') {
      throw new AppError(
        'unprocessable',
        'The database has the schema of an older release. Start the server of this release once, which brings it to the newest, and then move it.',
      )
    }
    const source = await openBulk(url, { isTarget: false })
    try {
      if (values.to === undefined) return await abandon({ database, source, say })
      return await moveTo({ office, database, source, url: values.to, say })
    } finally {
      await source.close()
    }
  } finally {
    await database.close()
  }
}

type Abandoning = { database: OpenDatabase; source: BulkConnection; say: Say }

async function abandon({ database, source, say }: Abandoning): Promise<number> {
  const row = await findMove(database.db, 'from')
  if (!row && (await listBarriers(database)).length === 0) {
    say('No move has begun here; nothing was changed.')
    return 0
  }
  await reopenSource(database, await guardedTables(source))
  say('This database takes changes again; running servers see that within a second.')
  if (row?.state === 'moved') {
    say(`! What was stored in ${row.other} since ${row.changedAt} is not here: stop its servers.`)
  }
  if (row)
    say(`What was copied to ${row.other} is still there. Empty it before you move there again.`)
  return 0
}

type Moving = {
  office: Office
  database: OpenDatabase
  source: BulkConnection
  url: string
  say: Say
}

async function moveTo({ office, database, source, url, say }: Moving): Promise<number> {
  const here = addressOf(office.config.databaseUrl)
  const there = addressOf(url)
  if (here === there) throw new AppError('invalid', 'The data are there already.')
  if ((await findMove(database.db, 'to'))?.state === 'filling') {
    throw new AppError('conflict', `${here} is itself being filled by a move that has not ended.`)
  }
  const begun = await findMove(database.db, 'from')
  if (begun && begun.other !== there) {
    throw new AppError(
      'conflict',
      `A move to ${begun.other} has begun: go on with that one, or end it with --abandon.`,
    )
  }
  const target = await openTarget(url)
  try {
    const state = await stateOfTarget(target, { id: begun?.id, address: there })
    if (state !== 'done' && (await notesChanges(source))) {
      throw new AppError(
        'conflict',
        'An older release has begun this move, and has noted changes that it did not bring over. End it with --abandon, empty the other database, and start again.',
      )
    }
    if (begun && begun.state !== 'copying' && state === 'blank') {
      throw new AppError(
        'conflict',
        `${there} has lost what was copied: start again with --abandon.`,
      )
    }
    const at = () => toIso(office.now())
    const tables = await copiedTables(source)
    const row: DatabaseMoveRow = begun ?? {
      side: 'from',
      id: randomUUID(),
      other: there,
      state: 'copying',
      beganAt: at(),
      changedAt: at(),
    }
    if (!begun) await saveMove(database.db, row)
    say(`${begun ? 'Goes on moving' : 'Moving'} ${here} to ${there}`)
    if (state === 'blank') await prepareTarget(target, { url, row: { ...row, other: here } })
    const way: Way = { source, target, tables: agreedTables(tables, await copiedTables(target)) }
    const run: Run = { office, database, url, way, row, at, say }
    if (state !== 'done' && !(await filled(run))) return 1
    return await conclude(run)
  } finally {
    await target.close()
  }
}

type Run = {
  office: Office
  database: OpenDatabase
  url: string
  way: Way
  row: DatabaseMoveRow
  at: () => string
  say: Say
}

/** Fills the target. After a failure the source still refuses changes, which the operator has to know. */
async function filled(run: Run): Promise<boolean> {
  try {
    return await fill(run)
  } catch (error) {
    run.say(
      '! Servers refuse changes until the same command has ended the move, or --abandon has given it up.',
    )
    throw error
  }
}

async function fill(run: Run): Promise<boolean> {
  const { office, database, way, row, at, say } = run
  const { source, target } = way
  const closedAt = office.now()
  const closing = { id: row.id, tables: await guardedTables(source), at }
  say('Servers answer changes with 503 from now on, and go on answering reads')
  await closeSource(database, closing)
  const { rows, ms } = await copyTables(way, { say, now: office.now })
  say(`${whole(rows)} rows copied in ${secondsText(ms)}`)
  await putPartsBack(run)
  await continueSequences(target)
  for (const part of await partsAside(target, 'foreign', 'trigger')) await putBack(target, part)
  say('Comparing both sides')
  const { figures, differences } = await compare(way)
  for (const difference of differences) say(`✗ ${difference}`)
  if (differences.length > 0) {
    say(
      `${differences.length} differences: nothing was given over. --abandon lets servers write again.`,
    )
    return false
  }
  const compared = sayFigures(figures, say)
  await giveSourceOver(database, closing)
  await markDone(target, at())
  say(
    `${whole(compared)} rows are equal; read-only for ${secondsText(office.now() - closedAt)} in this run`,
  )
  return true
}

async function putPartsBack({ office, way: { target }, say }: Run): Promise<void> {
  const parts = await partsAside(target, 'index', 'unique')
  const beganAt = office.now()
  for (const part of parts) {
    const partAt = office.now()
    await putBack(target, part)
    const ms = office.now() - partAt
    if (ms >= 1000) say(`  index ${part.name}: ${secondsText(ms)}`)
  }
  if (target.dialect === 'postgres') await target.run('analyze')
  if (parts.length > 0)
    say(`${parts.length} indexes made in ${secondsText(office.now() - beganAt)}`)
}

/** Checks the data once more after the move has ended; servers need not wait for this. */
async function conclude({ office, database, url, way, row, say }: Run): Promise<number> {
  const { target } = way
  say(
    `Everything is in ${row.other}. Start servers there: DATABASE_URL names it, SECRET_KEY stays what it is.`,
  )
  say('This database stays read-only; `npm run ops -- move --abandon` lets it take changes again.')
  const orphans = await validateReferences(target)
  await dropHelpers(target)
  const moved = openDatabase({ url, poolSize: 2, isPatient: true })
  try {
    const worlds = { 'the source': office.worldOf(database), [row.other]: office.worldOf(moved) }
    let broken = 0
    // The checks run one after another: SQLite blocks this process while it reads, and delays PostgreSQL's responses.
    for (const [name, world] of Object.entries(worlds)) {
      const { checked, findings } = await ledgerCheck(world, { isQuick: true })
      sayFindings(say, findings)
      say(`${name}: ${checked} invariants checked, ${findings.length} broken`)
      broken += findings.length
    }
    const { unknown } = await countByKey(office.worldOf(moved))
    if (unknown > 0) say(`! ${unknown} stored secrets open with none of the keys in SECRET_KEY`)
    if (orphans > 0) say(`✗ ${orphans} rows point to one that is missing`)
    return orphans > 0 || broken > 0 ? 1 : 0
  } finally {
    await moved.close()
  }
}
