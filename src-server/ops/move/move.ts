import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { type BulkConnection, openBulk } from '#db/postgres/bulk-connection.ts'
import type { DatabaseMoveRow } from '#db/tables/operating-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { findMove, saveMove } from '#server/services/operating/database-moves.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { schemaOf } from '../check/examine.ts'
import { runLedgerCheck } from '../check/ledger-check.ts'
import { formatSeconds, printFindings } from '../files.ts'
import type { OperatorContext, PrintLine } from '../operator-context.ts'
import { countByKey } from '../sealed.ts'
import { listBarriers } from './barrier.queries.ts'
import { compareDatabases } from './compare.ts'
import { type CopyPlan, copyTables } from './copy-tables.ts'
import { formatCount, printFigures } from './figures.ts'
import {
  continueSequences,
  dropHelpers,
  listRemovedParts,
  restorePart,
  validateReferences,
} from './removed-parts.queries.ts'
import { closeSource, markSourceMoved, reopenSource } from './source.ts'
import {
  listCopiedTables,
  listGuardedTables,
  matchTables,
  recordsChanges,
} from './tables.queries.ts'
import { displayUrlOf, markDone, openTarget, prepareTarget, stateOfTarget } from './target.ts'

/** Moves all data to another database, or abandons a move. Returns the command's exit code. */
export async function move(
  operatorContext: OperatorContext,
  argv: string[],
  printLine: PrintLine,
): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { to: { type: 'string' }, abandon: { type: 'boolean', default: false } },
  })
  if (values.abandon === (values.to !== undefined)) {
    throw new AppError('invalid', 'Say either --to URL or --abandon.')
  }
  const url = operatorContext.config.databaseUrl
  const database = openDatabase({ url, poolSize: 2, isForMaintenance: true })
  try {
    if ((await schemaOf(database, displayUrlOf(url))) === 'older') {
      throw new AppError(
        'unprocessable',
        'The database has the schema of an older release. Start the server of this release once, which brings it to the newest, and then move it.',
      )
    }
    const source = await openBulk(url, { isTarget: false })
    try {
      if (values.to === undefined) return await abandon({ database, source, printLine })
      return await moveTo({
        operatorContext,
        database,
        source,
        url: values.to,
        printLine,
      })
    } finally {
      await source.close()
    }
  } finally {
    await database.close()
  }
}

type AbandonRequest = { database: OpenDatabase; source: BulkConnection; printLine: PrintLine }

async function abandon({ database, source, printLine }: AbandonRequest): Promise<number> {
  const row = await findMove(database.db, 'from')
  if (!row && (await listBarriers(database)).length === 0) {
    printLine('No move has begun here; nothing was changed.')
    return 0
  }
  await reopenSource(database, await listGuardedTables(source))
  printLine('This database takes changes again; running servers see that within a second.')
  if (row?.state === 'moved') {
    printLine(
      `! What was stored in ${row.other} since ${row.changedAt} is not here: stop its servers.`,
    )
  }
  if (row)
    printLine(
      `What was copied to ${row.other} is still there. Empty it before you move there again.`,
    )
  return 0
}

type MoveRequest = {
  operatorContext: OperatorContext
  database: OpenDatabase
  source: BulkConnection
  url: string
  printLine: PrintLine
}

async function moveTo({
  operatorContext,
  database,
  source,
  url,
  printLine,
}: MoveRequest): Promise<number> {
  const here = displayUrlOf(operatorContext.config.databaseUrl)
  const there = displayUrlOf(url)
  if (here === there) throw new AppError('invalid', 'The data are there already.')
  if ((await findMove(database.db, 'to'))?.state === 'filling') {
    throw new AppError('conflict', `${here} is itself being filled by a move that has not ended.`)
  }
  const existingMove = await findMove(database.db, 'from')
  if (existingMove && existingMove.other !== there) {
    throw new AppError(
      'conflict',
      `A move to ${existingMove.other} has begun: go on with that one, or end it with --abandon.`,
    )
  }
  const target = await openTarget(url)
  try {
    const state = await stateOfTarget(target, { id: existingMove?.id, displayUrl: there })
    if (state !== 'done' && (await recordsChanges(source))) {
      throw new AppError(
        'conflict',
        'An older release has begun this move, and has noted changes that it did not bring over. End it with --abandon, empty the other database, and start again.',
      )
    }
    if (existingMove && existingMove.state !== 'copying' && state === 'blank') {
      throw new AppError(
        'conflict',
        `${there} has lost what was copied: start again with --abandon.`,
      )
    }
    const at = () => toIso(operatorContext.now())
    const tables = await listCopiedTables(source)
    const row: DatabaseMoveRow = existingMove ?? {
      side: 'from',
      id: randomUUID(),
      other: there,
      state: 'copying',
      beganAt: at(),
      changedAt: at(),
    }
    if (!existingMove) await saveMove(database.db, row)
    printLine(`${existingMove ? 'Goes on moving' : 'Moving'} ${here} to ${there}`)
    if (state === 'blank') await prepareTarget(target, { url, row: { ...row, other: here } })
    const plan: CopyPlan = {
      source,
      target,
      tables: matchTables(tables, await listCopiedTables(target)),
    }
    const run: Run = { operatorContext, database, url, plan, row, at, printLine }
    if (state !== 'done' && !(await fillOrWarn(run))) return 1
    return await conclude(run)
  } finally {
    await target.close()
  }
}

type Run = {
  operatorContext: OperatorContext
  database: OpenDatabase
  url: string
  plan: CopyPlan
  row: DatabaseMoveRow
  at: () => string
  printLine: PrintLine
}

/** Fills the target. After a failure the source still refuses changes, and the message states this. */
async function fillOrWarn(run: Run): Promise<boolean> {
  try {
    return await fill(run)
  } catch (error) {
    run.printLine(
      '! Servers refuse changes until the same command has ended the move, or --abandon has given it up.',
    )
    throw error
  }
}

async function fill(run: Run): Promise<boolean> {
  const { operatorContext, database, plan, row, at, printLine } = run
  const { source, target } = plan
  const closedAt = operatorContext.now()
  const closing = { id: row.id, tables: await listGuardedTables(source), at }
  printLine('Servers respond to changes with 503 from now on, and continue to serve reads')
  await closeSource(database, closing)
  const { rows, ms } = await copyTables(plan, { printLine, now: operatorContext.now })
  printLine(`${formatCount(rows)} rows copied in ${formatSeconds(ms)}`)
  await restoreParts(run)
  await continueSequences(target)
  for (const part of await listRemovedParts(target, 'foreign', 'trigger'))
    await restorePart(target, part)
  printLine('Comparing both sides')
  const { figures, differences } = await compareDatabases(plan)
  for (const difference of differences) printLine(`✗ ${difference}`)
  if (differences.length > 0) {
    printLine(
      `${differences.length} differences: nothing was handed over. --abandon lets servers write again.`,
    )
    return false
  }
  const compared = printFigures(figures, printLine)
  await markSourceMoved(database, closing)
  await markDone(target, at())
  printLine(
    `${formatCount(compared)} rows are equal; read-only for ${formatSeconds(operatorContext.now() - closedAt)} in this run`,
  )
  return true
}

async function restoreParts({ operatorContext, plan: { target }, printLine }: Run): Promise<void> {
  const parts = await listRemovedParts(target, 'index', 'unique')
  const beganAt = operatorContext.now()
  for (const part of parts) {
    const partAt = operatorContext.now()
    await restorePart(target, part)
    const ms = operatorContext.now() - partAt
    if (ms >= 1000) printLine(`  index ${part.name}: ${formatSeconds(ms)}`)
  }
  if (target.dialect === 'postgres') await target.run('analyze')
  if (parts.length > 0)
    printLine(`${parts.length} indexes made in ${formatSeconds(operatorContext.now() - beganAt)}`)
}

/** Checks the data once more after the move has ended; servers need not wait for this. */
async function conclude({
  operatorContext,
  database,
  url,
  plan,
  row,
  printLine,
}: Run): Promise<number> {
  const { target } = plan
  printLine(
    `Everything is in ${row.other}. Start servers there: DATABASE_URL names it, SECRET_KEY stays what it is.`,
  )
  printLine(
    'This database stays read-only; `npm run ops -- move --abandon` lets it take changes again.',
  )
  const orphans = await validateReferences(target)
  await dropHelpers(target)
  const targetDatabase = openDatabase({ url, poolSize: 2, isForMaintenance: true })
  try {
    const worlds = {
      'the source': operatorContext.worldOf(database),
      [row.other]: operatorContext.worldOf(targetDatabase),
    }
    let broken = 0
    // The checks run one after another: SQLite blocks this process while it reads, and delays PostgreSQL's responses.
    for (const [name, world] of Object.entries(worlds)) {
      const { checked, findings } = await runLedgerCheck(world, { isQuick: true })
      printFindings(printLine, findings)
      printLine(`${name}: ${checked} invariants checked, ${findings.length} broken`)
      broken += findings.length
    }
    const { unknown } = await countByKey(operatorContext.worldOf(targetDatabase))
    if (unknown > 0)
      printLine(`! ${unknown} stored secrets open with none of the keys in SECRET_KEY`)
    if (orphans > 0) printLine(`✗ ${orphans} rows point to one that is missing`)
    return orphans > 0 || broken > 0 ? 1 : 0
  } finally {
    await targetDatabase.close()
  }
}
