import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { type BulkConnection, openBulk } from '#db/postgres/bulk-connection.ts'
import type { DatabaseMoveRow } from '#db/tables/operating-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { findMove, setMoveState } from '#server/services/operating/database-moves.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { schemaOf } from '../check/examine.ts'
import { ledgerCheck } from '../check/ledger-check.ts'
import { sayFindings, secondsText } from '../files.ts'
import type { Office, Say } from '../office.ts'
import { countByKey } from '../sealed.ts'
import { forgetChanges } from './change-log.queries.ts'
import { compare } from './compare.ts'
import { compareChanged } from './compare-changed.ts'
import { copyTables, replayChanges, type Way } from './copy-tables.ts'
import { type Figures, sayFigures, whole } from './figures.ts'
import {
  continueSequences,
  dropHelpers,
  partsAside,
  putBack,
  validateReferences,
} from './set-aside.queries.ts'
import { beginMove, closeSource, reopenSource } from './source.ts'
import { agreedTables, copiedTables, guardedTables } from './tables.queries.ts'
import { addressOf, markDone, openTarget, prepareTarget, stateOfTarget } from './target.ts'
import { installTargetLog, removeTargetLog } from './target-log.queries.ts'

/** So few changes are taken over within a moment, so servers are told to stop. */
const FEW_CHANGES = 2000
/** Where changes come faster than they are taken over, waiting longer would not help. */
const MOST_ROUNDS = 12

/** Moves all data to another database, or gives a move up. */
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
  if (!row) {
    say('No move has begun here; nothing was changed.')
    return 0
  }
  await reopenSource(database, await guardedTables(source))
  say('This database takes changes again; running servers see that within a second.')
  if (row.state === 'moved') {
    say(`! What was stored in ${row.other} since ${row.changedAt} is not here: stop its servers.`)
  }
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
    if (!begun) await beginMove(database, { row, tables })
    say(`${begun ? 'Goes on moving' : 'Moving'} ${here} to ${there}`)
    if (state === 'blank') await prepareTarget(target, { url, row: { ...row, other: here } })
    const way: Way = { source, target, tables: agreedTables(tables, await copiedTables(target)) }
    const run: Run = { office, database, url, way, row, at, say }
    if (state !== 'done' && !(await fill(run))) return 1
    await setMoveState(database.db, { side: 'from', state: 'moved', changedAt: at() })
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

async function fill(run: Run): Promise<boolean> {
  const { office, database, way, row, at, say } = run
  const { source, target } = way
  const { rows, ms } = await copyTables(way, { say, now: office.now })
  say(`${whole(rows)} rows copied in ${secondsText(ms)}`)
  const left = await round(run)
  await putPartsBack(run)
  await untilFewAreLeft(run, left)
  const figures = await compareAll(run)
  if (!figures) return false
  await untilFewAreLeft(run, await round(run, figures), figures)
  const closedAt = office.now()
  if (row.state !== 'closed') {
    say('Servers answer changes with 503 from now on, and go on answering reads')
    await closeSource(database, { row, tables: await guardedTables(source), at })
  }
  while ((await round(run, figures)) > 0) {}
  await continueSequences(target)
  for (const part of await partsAside(target, 'foreign', 'trigger')) await putBack(target, part)
  const { changed, differences } = await compareChanged(way, figures)
  if (refused(differences, say)) return false
  say('Compared with the source:')
  const rowsNow = sayFigures(figures, say)
  await removeTargetLog(target)
  await markDone(target, at())
  say(
    `${whole(rowsNow)} rows are equal, ${whole(changed)} of them or of what is gone compared one by one; read-only for ${secondsText(office.now() - closedAt)} until here`,
  )
  return true
}

function refused(differences: readonly string[], say: Say): boolean {
  for (const difference of differences) say(`✗ ${difference}`)
  if (differences.length === 0) return false
  say(
    `${differences.length} differences: nothing was given over. --abandon lets servers write again.`,
  )
  return true
}

/**
 * Compares everything, while servers go on writing: the source is read in the one state that the round read, which
 * the target has then. From before that on the target notes what changes in it, as the source does.
 */
async function compareAll(run: Run): Promise<Figures | undefined> {
  const { way, say, office } = run
  const beganAt = office.now()
  say('Comparing both sides as of one moment')
  let found: Awaited<ReturnType<typeof compare>> | undefined
  await round(run, undefined, async () => {
    await installTargetLog(way.target, way.tables)
    found = await compare(way)
  })
  if (!found || refused(found.differences, say)) return undefined
  say(`Both sides were equal at one moment; it took ${secondsText(office.now() - beganAt)}`)
  return found.figures
}

async function untilFewAreLeft(run: Run, first: number, figures?: Figures): Promise<void> {
  let left = first
  for (let n = 1; left > FEW_CHANGES && n < MOST_ROUNDS; n++) left = await round(run, figures)
}

/** Takes over what has changed, and answers how many changes that were. */
async function round(
  { office, database, way, say }: Run,
  figures?: Figures,
  inThatState?: () => Promise<void>,
): Promise<number> {
  const beganAt = office.now()
  let tookMs = 0
  const { notes, keys } = await replayChanges(way, {
    figures,
    inThatState: async () => {
      tookMs = office.now() - beganAt
      await inThatState?.()
    },
  })
  await forgetChanges(database, notes)
  const rows = [...keys.values()].reduce((sum, some) => sum + some.length, 0)
  if (notes.length > 0) {
    say(
      `${whole(notes.length)} changes of ${whole(rows)} rows taken over in ${secondsText(tookMs)}`,
    )
  }
  return notes.length
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

/** The data are over. What is left is to look at them once more, which servers need not wait for. */
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
    // One after the other: SQLite holds up the whole process while it reads, and PostgreSQL's answers with it.
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
