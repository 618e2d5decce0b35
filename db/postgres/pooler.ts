import { DatabaseSetupError } from '../database.ts'
import { clientClassFor } from './hosts.ts'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const refusesSettings = (error: unknown): boolean =>
  codeOf(error) === '08P01' && /unsupported startup parameter/.test(String(error))

/**
 * Runs what needs sessions of its own. A pooler such as PgBouncer refuses the settings that a session begins
 * with, and then says only that; here it is said what to do.
 */
export async function onOwnSessions<T>(
  { isDirectGiven }: { isDirectGiven: boolean },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!refusesSettings(error)) throw error
    throw new DatabaseSetupError(
      isDirectGiven
        ? 'DATABASE_DIRECT_URL leads to a pooler, not to PostgreSQL: give the address of PostgreSQL itself. Migrations and live updates need sessions of their own.'
        : 'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, which migrations and live updates need, and DATABASE_NAMED_STATEMENTS=off unless the pooler keeps named statements.',
    )
  }
}

/** There already, or not there: the session of the statement was another one. */
const isMixedUp = (error: unknown): boolean => ['42P05', '26000'].includes(String(codeOf(error)))

/** Throws where what one connection calls by a name is not kept for it, or meets what another one called so. */
export async function assertStatementsKept(url: string): Promise<void> {
  const Client = clientClassFor(url)
  const [one, other] = [new Client(options(url)), new Client(options(url))]
  try {
    // What goes wrong is told to whoever waits for the query.
    for (const client of [one, other]) client.on('error', () => {})
    await Promise.all([one.connect(), other.connect()])
    // The one says it once more without sending it along.
    for (const client of [one, other, one]) {
      await client.query({ name: 'incasso_kept', text: 'select 1' })
    }
  } catch (error) {
    if (!isMixedUp(error)) throw error
    throw new DatabaseSetupError(
      'DATABASE_URL leads to a pooler that does not keep named statements: set DATABASE_NAMED_STATEMENTS=off, or max_prepared_statements in PgBouncer 1.21 or newer.',
    )
  } finally {
    for (const client of [one, other]) client.end().catch(() => undefined)
  }
}

const options = (url: string) => ({
  connectionString: url,
  application_name: 'incasso start',
  connectionTimeoutMillis: 5_000,
  query_timeout: 5_000,
})
