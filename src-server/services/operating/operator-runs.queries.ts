import type { OperatorRunRow } from '#db/tables/operating-tables.ts'
import type { Db } from '#db/tables.ts'

/** Records a run of an operator's command; only the last run of each command (`verb`) is kept. */
export const storeOperatorRun = (db: Db, row: OperatorRunRow) =>
  db
    .insertInto('operatorRuns')
    .values(row)
    .onConflict((oc) => oc.column('verb').doUpdateSet({ at: row.at, findings: row.findings }))
    .execute()

export const listRuns = (db: Db) =>
  db.selectFrom('operatorRuns').selectAll().orderBy('verb').execute()
