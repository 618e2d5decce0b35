import { DatabaseSetupError } from '../database.ts'
import { clientClassFor } from './hosts.ts'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const refusesSettings = (error: unknown): boolean =>
  codeOf(error) === '08P01' && /unsupported startup parameter/.test(String(error))

/**
 * Runs work that needs PostgreSQL sessions of its own. A pooler such as PgBouncer refuses the settings with which such
 * a session begins. `isDirectGiven`: the work uses DATABASE_DIRECT_URL.
 * @throws DatabaseSetupError that explains what to do, instead of the pooler's bare refusal.
 */
export async function explainPoolerErrors<T>(
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

/** Returns true if a named statement exists already, or is missing: another session ran it. */
const isStatementMismatch = (error: unknown): boolean =>
  ['42P05', '26000'].includes(String(codeOf(error)))

/** Throws if a connection's named statement is lost, or meets another connection's statement of the same name. */
export async function assertNamedStatements(url: string): Promise<void> {
  const Client = clientClassFor(url)
  const [one, other] = [new Client(options(url)), new Client(options(url))]
  try {
    // The pending query rejects with the error.
    for (const client of [one, other]) client.on('error', () => {})
    await Promise.all([one.connect(), other.connect()])
    // The first connection uses the statement again, by its name only.
    for (const client of [one, other, one]) {
      await client.query({ name: 'incasso_kept', text: 'select 1' })
    }
  } catch (error) {
    if (!isStatementMismatch(error)) throw error
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
