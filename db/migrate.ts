import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { isDistributed } from './citus/citus.ts'
import { wrapForShards } from './citus/sharded-migrations.ts'
import { DatabaseSetupError, type OpenDatabase } from './database.ts'
import { hasTable } from './has-table.ts'
import * as firstPayment from './migrations/2026-11-21T00-00-first-payment.ts'
import * as identity from './migrations/2026-11-21T00-01-identity.ts'
import * as completeApi from './migrations/2026-11-21T01-00-complete-api.ts'
import * as demo from './migrations/2026-11-21T02-00-demo.ts'
import * as secondStep from './migrations/2026-11-21T03-00-second-step.ts'
import * as signInAttempts from './migrations/2026-11-21T03-01-sign-in-attempts.ts'
import * as team from './migrations/2026-11-21T03-02-team.ts'
import * as webhooks from './migrations/2026-11-21T04-00-webhooks.ts'
import * as searchLater from './migrations/2026-11-21T05-00-search-later.ts'
import * as payerMonths from './migrations/2026-11-21T06-00-payer-months.ts'
import * as rarestTrigrams from './migrations/2026-11-21T06-01-rarest-trigrams.ts'
import * as rowsInKeyOrder from './migrations/2026-11-21T06-02-rows-in-key-order.ts'
import * as appendOnly from './migrations/2026-11-21T07-00-append-only.ts'
import * as auditFilters from './migrations/2026-11-21T07-01-audit-filters.ts'
import * as operatorRuns from './migrations/2026-11-21T07-05-operator-runs.ts'
import * as calendars from './migrations/2026-11-22T00-00-calendars.ts'
import * as erasedCustomers from './migrations/2026-11-22T01-00-erased-customers.ts'
import * as filteredPayments from './migrations/2026-11-22T01-01-filtered-payments.ts'
import * as requestReasons from './migrations/2026-11-22T02-00-request-reasons.ts'
import * as endedSignIns from './migrations/2026-11-22T03-00-ended-sign-ins.ts'
import * as boundedSearchIndex from './migrations/2026-11-22T04-00-bounded-search-index.ts'
import * as waitingEvents from './migrations/2026-11-22T05-00-waiting-events.ts'
import * as personalSettings from './migrations/2026-11-23T00-00-personal-settings.ts'
import * as listsOfTrigrams from './migrations/2026-11-23T01-00-lists-of-trigrams.ts'
import * as shortPendingLists from './migrations/2026-11-24T00-00-short-pending-lists.ts'
import * as mails from './migrations/2026-11-24T01-00-mails.ts'
import * as eventFilter from './migrations/2026-11-24T01-10-event-filter.ts'
import * as currencies from './migrations/2026-11-24T02-00-currencies.ts'
import * as twoBooks from './migrations/2026-11-24T03-00-two-books.ts'
import * as moneyBothWays from './migrations/2026-11-24T04-00-money-both-ways.ts'
import * as metadata from './migrations/2026-11-24T05-00-metadata.ts'
import * as customerMails from './migrations/2026-11-24T06-00-customer-mails.ts'
import * as viewsOfLists from './migrations/2026-11-24T07-00-views-of-lists.ts'
import * as stripe from './migrations/2026-11-24T08-00-stripe.ts'
import * as factsAfterPayment from './migrations/2026-11-25T00-00-facts-after-payment.ts'
import * as paymentLinks from './migrations/2026-11-25T01-00-payment-links.ts'
import * as look from './migrations/2026-11-25T02-00-look.ts'
import * as linkReminders from './migrations/2026-11-25T03-00-link-reminders.ts'
import * as databaseMoves from './migrations/2026-11-25T05-00-database-moves.ts'
import * as unfitFacts from './migrations/2026-11-27T01-00-unfit-facts.ts'
import * as accountNames from './migrations/2026-11-27T02-00-account-names.ts'
import * as linksBreak from './migrations/2026-11-27T03-00-links-break.ts'
import * as lapsedHolds from './migrations/2026-11-27T04-00-lapsed-holds.ts'
import * as mailTurns from './migrations/2026-11-27T05-00-mail-turns.ts'
import * as limitsCurrency from './migrations/2026-11-27T06-00-limits-currency.ts'
import * as formOutcomes from './migrations/2026-11-28T01-00-form-outcomes.ts'
import * as foldedLetters from './migrations/2026-11-28T02-00-folded-letters.ts'
import * as taxIds from './migrations/2026-11-28T04-00-tax-ids.ts'
import * as linkChoices from './migrations/2026-11-28T06-00-link-choices.ts'
import * as waitingPayments from './migrations/2026-11-28T06-10-waiting-payments.ts'
import * as usedMethods from './migrations/2026-11-28T12-00-used-methods.ts'
import * as lastFourDigits from './migrations/2026-11-28T12-10-last-four-digits.ts'
import * as methodTypes from './migrations/2026-11-28T14-00-method-types.ts'
import * as excludedMethods from './migrations/2026-11-28T14-10-excluded-methods.ts'
import * as methodsOfLinks from './migrations/2026-11-28T14-20-methods-of-links.ts'
import * as assistantAccess from './migrations/2026-11-28T17-00-assistant-access.ts'
import * as lateCaptures from './migrations/2026-11-28T19-20-late-captures.ts'
import * as methodSums from './migrations/2026-11-28T19-40-method-sums.ts'
import * as pendingReasons from './migrations/2026-11-28T19-50-pending-reasons.ts'
import * as furtherMethods from './migrations/2026-11-28T19-55-further-methods.ts'
import * as orderReferences from './migrations/2026-11-28T19-56-order-references.ts'
import * as payerOptions from './migrations/2026-11-28T19-57-payer-options.ts'
import * as shopKeys from './migrations/2026-11-28T19-58-shop-keys.ts'
import * as disputes from './migrations/2026-11-28T20-00-disputes.ts'
import * as viewsOfDisputes from './migrations/2026-11-28T20-01-views-of-disputes.ts'
import * as disputeChecks from './migrations/2026-11-28T20-02-dispute-checks.ts'
import * as notices from './migrations/2026-11-28T20-30-notices.ts'
import * as balance from './migrations/2026-11-28T21-00-balance.ts'
import * as ledger from './migrations/2026-11-28T21-01-ledger.ts'
import * as webhookEndpoints from './migrations/2026-11-28T21-30-webhook-endpoints.ts'
import * as webhookListeners from './migrations/2026-11-28T21-50-webhook-listeners.ts'
import * as amountChanges from './migrations/2026-11-29T00-10-amount-changes.ts'
import * as lateRefunds from './migrations/2026-11-29T00-11-late-refunds.ts'
import * as evidenceFiles from './migrations/2026-11-29T00-20-evidence-files.ts'
import * as payoutTurns from './migrations/2026-11-29T00-50-payout-turns.ts'
import * as accountants from './migrations/2026-11-29T00-60-accountants.ts'
import * as months from './migrations/2026-11-29T00-61-months.ts'
import * as sandboxDisputes from './migrations/2026-11-29T00-70-sandbox-disputes.ts'
import * as answerProblems from './migrations/2026-11-29T06-10-answer-problems.ts'
import * as balanceGaps from './migrations/2026-11-29T06-20-balance-gaps.ts'
import * as shopEndpoints from './migrations/2026-11-29T07-10-shop-endpoints.ts'
import * as moneyIndexes from './migrations/2026-11-29T07-30-money-indexes.ts'
import { type Portable, portableFor } from './portable.ts'

type PortableMigration = { up: (db: Kysely<unknown>, portable: Portable) => Promise<void> }

/** Migrations in the order of their names; a released migration never changes. */
const migrations: Record<string, PortableMigration> = {
  '2026-11-21T00-00-first-payment': firstPayment,
  '2026-11-21T00-01-identity': identity,
  '2026-11-21T01-00-complete-api': completeApi,
  '2026-11-21T02-00-demo': demo,
  '2026-11-21T03-00-second-step': secondStep,
  '2026-11-21T03-01-sign-in-attempts': signInAttempts,
  '2026-11-21T03-02-team': team,
  '2026-11-21T04-00-webhooks': webhooks,
  '2026-11-21T05-00-search-later': searchLater,
  '2026-11-21T06-00-payer-months': payerMonths,
  '2026-11-21T06-01-rarest-trigrams': rarestTrigrams,
  '2026-11-21T06-02-rows-in-key-order': rowsInKeyOrder,
  '2026-11-21T07-00-append-only': appendOnly,
  '2026-11-21T07-01-audit-filters': auditFilters,
  '2026-11-21T07-05-operator-runs': operatorRuns,
  '2026-11-22T00-00-calendars': calendars,
  '2026-11-22T01-00-erased-customers': erasedCustomers,
  '2026-11-22T01-01-filtered-payments': filteredPayments,
  '2026-11-22T02-00-request-reasons': requestReasons,
  '2026-11-22T03-00-ended-sign-ins': endedSignIns,
  '2026-11-22T04-00-bounded-search-index': boundedSearchIndex,
  '2026-11-22T05-00-waiting-events': waitingEvents,
  '2026-11-23T00-00-personal-settings': personalSettings,
  '2026-11-23T01-00-lists-of-trigrams': listsOfTrigrams,
  '2026-11-24T00-00-short-pending-lists': shortPendingLists,
  '2026-11-24T01-00-mails': mails,
  '2026-11-24T01-10-event-filter': eventFilter,
  '2026-11-24T02-00-currencies': currencies,
  '2026-11-24T03-00-two-books': twoBooks,
  '2026-11-24T04-00-money-both-ways': moneyBothWays,
  '2026-11-24T05-00-metadata': metadata,
  '2026-11-24T06-00-customer-mails': customerMails,
  '2026-11-24T07-00-views-of-lists': viewsOfLists,
  '2026-11-24T08-00-stripe': stripe,
  '2026-11-25T00-00-facts-after-payment': factsAfterPayment,
  '2026-11-25T01-00-payment-links': paymentLinks,
  '2026-11-25T02-00-look': look,
  '2026-11-25T03-00-link-reminders': linkReminders,
  '2026-11-25T05-00-database-moves': databaseMoves,
  '2026-11-27T01-00-unfit-facts': unfitFacts,
  '2026-11-27T02-00-account-names': accountNames,
  '2026-11-27T03-00-links-break': linksBreak,
  '2026-11-27T04-00-lapsed-holds': lapsedHolds,
  '2026-11-27T05-00-mail-turns': mailTurns,
  '2026-11-27T06-00-limits-currency': limitsCurrency,
  '2026-11-28T01-00-form-outcomes': formOutcomes,
  '2026-11-28T02-00-folded-letters': foldedLetters,
  '2026-11-28T04-00-tax-ids': taxIds,
  '2026-11-28T06-00-link-choices': linkChoices,
  '2026-11-28T06-10-waiting-payments': waitingPayments,
  '2026-11-28T12-00-used-methods': usedMethods,
  '2026-11-28T12-10-last-four-digits': lastFourDigits,
  '2026-11-28T14-00-method-types': methodTypes,
  '2026-11-28T14-10-excluded-methods': excludedMethods,
  '2026-11-28T14-20-methods-of-links': methodsOfLinks,
  '2026-11-28T17-00-assistant-access': assistantAccess,
  '2026-11-28T19-20-late-captures': lateCaptures,
  '2026-11-28T19-40-method-sums': methodSums,
  '2026-11-28T19-50-pending-reasons': pendingReasons,
  '2026-11-28T19-55-further-methods': furtherMethods,
  '2026-11-28T19-56-order-references': orderReferences,
  '2026-11-28T19-57-payer-options': payerOptions,
  '2026-11-28T19-58-shop-keys': shopKeys,
  '2026-11-28T20-00-disputes': disputes,
  '2026-11-28T20-01-views-of-disputes': viewsOfDisputes,
  '2026-11-28T20-02-dispute-checks': disputeChecks,
  '2026-11-28T20-30-notices': notices,
  '2026-11-28T21-00-balance': balance,
  '2026-11-28T21-01-ledger': ledger,
  '2026-11-28T21-30-webhook-endpoints': webhookEndpoints,
  '2026-11-28T21-50-webhook-listeners': webhookListeners,
  '2026-11-29T00-10-amount-changes': amountChanges,
  '2026-11-29T00-11-late-refunds': lateRefunds,
  '2026-11-29T00-20-evidence-files': evidenceFiles,
  '2026-11-29T00-50-payout-turns': payoutTurns,
  '2026-11-29T00-60-accountants': accountants,
  '2026-11-29T00-61-months': months,
  '2026-11-29T00-70-sandbox-disputes': sandboxDisputes,
  '2026-11-29T06-10-answer-problems': answerProblems,
  '2026-11-29T06-20-balance-gaps': balanceGaps,
  '2026-11-29T07-10-shop-endpoints': shopEndpoints,
  '2026-11-29T07-30-money-indexes': moneyIndexes,
}

/** Names of this release's migrations, oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/** Returns the names of the migrations that have run on a database; undefined if Incasso did not create it. */
export async function findMigrationNames<T>(db: Kysely<T>): Promise<string[] | undefined> {
  if (!(await hasTable(db, 'kysely_migration'))) return undefined
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Migrates the database to the newest schema and returns the names of the migrations that ran. All migrations run
 * in one transaction, on SQLite and on PostgreSQL, so a crash leaves the old schema. On PostgreSQL, Kysely takes an
 * advisory lock, so that processes that start at the same time migrate one after the other.
 * @throws DatabaseSetupError if a newer release has migrated the database.
 */
export async function migrateToLatest({
  db,
  dialect,
  whileSchemaIsOpen,
}: OpenDatabase): Promise<string[]> {
  const portable = portableFor(dialect)
  const plainDb = db.withoutPlugins() as unknown as Kysely<unknown>
  // With nothing to migrate, nothing is written: a start or a command does not wait for a busy server.
  const applied = new Set(await findMigrationNames(plainDb))
  const newer = [...applied].find((name) => !migrationNames.includes(name))
  if (newer !== undefined) {
    throw new DatabaseSetupError(
      `This database was migrated by a newer release of Incasso (it has ${newer}). Start that release, or restore a backup that was made before it.`,
    )
  }
  if (migrationNames.every((name) => applied.has(name))) return []
  const isSharded = dialect === 'postgres' && (await isDistributed(plainDb))
  const provided: Record<string, Migration> = {}
  for (const [name, { up }] of Object.entries(migrations)) {
    const run = (connection: Kysely<unknown>) => up(connection, portable)
    provided[name] = { up: isSharded ? wrapForShards(run) : run }
  }
  const migrator = new Migrator({
    db: plainDb,
    provider: { getMigrations: async () => provided },
  })
  const { error, results = [] } = await whileSchemaIsOpen(() => migrator.migrateToLatest())
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
