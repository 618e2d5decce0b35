import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { damage } from '../support/damage.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createPastShop, requestImport, runImport } from '../support/past-shop.ts'

test.each([
  [
    'a payment that may come again',
    sql`delete from imported_payments where ref = (select min(ref) from imported_payments)`,
    'every imported payment is recorded',
  ],
  [
    'a note of no payment',
    sql`update imported_payments set transaction_id = 'txn_gone'`,
    'every record of an imported payment',
  ],
  [
    'a note of a payment that was made here',
    sql`update transactions set imported_at = null`,
    'every record of an imported payment',
  ],
  [
    'a payment with the name of another one',
    sql`update transactions set processor_ref = 'pi_other'`,
    'every imported payment is recorded',
  ],
  [
    'a payment that came twice',
    sql`insert into imported_payments select merchant_id, 'acc_other', ref, transaction_id from imported_payments`,
    'no payment of a processor was imported twice',
  ],
  [
    'a wrong count',
    sql`update processor_accounts set import_count = import_count + 1`,
    'the import count of an account',
  ],
  [
    'one that nobody goes on with',
    sql`update processor_accounts set import_due_at = null, import_state = 'running'`,
    'a running import has a next step',
  ],
  [
    'one that goes on after its end',
    sql`update processor_accounts set import_due_at = created_at, import_state = 'done'`,
    'a running import has a next step',
  ],
])('the check finds %s', async (_, statement, invariant) => {
  await using shop = await createPastShop(6)
  await runImport(shop)
  await requestImport(shop)
  const before = await ledgerFindings(shop.app)

  await damage(shop.app, statement)

  expect(before).toEqual([])
  const found = (await ledgerFindings(shop.app)).map((finding) => finding.invariant)
  expect(found.some((name) => name.startsWith(invariant))).toBe(true)
})
