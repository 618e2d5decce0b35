import type { OperatorRunRow } from '#db/tables/operating-tables.ts'
import type { Db } from '#db/tables.ts'

/** Only the last run of a verb is kept. */
export const noteRun = (db: Db, row: OperatorRunRow) =>
  db
    .insertInto('operatorRuns')
    .values(row)
    .onConflict((oc) => oc.column('verb').doUpdateSet({ at: row.at, findings: row.findings }))
    .execute()

export const listRuns = (db: Db) =>
  db.selectFrom('operatorRuns').selectAll().orderBy('verb').execute()
