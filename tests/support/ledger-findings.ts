import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import type { TestApp } from './test-app.ts'

/** Returns the invariants that the ledger check finds broken; empty when every invariant holds. */
export const ledgerFindings = async (app: TestApp) => (await runLedgerCheck(app.world)).findings
