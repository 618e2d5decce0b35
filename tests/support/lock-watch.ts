import { coveredByParent, insertOnly, lockOrder } from '#db/lock-order.ts'

/** Locks that a PostgreSQL transaction has taken so far. */
type TransactionLocks = {
  positions: number[]
  tables: Set<string>
  isAlone: boolean
  statements: string[]
}

/**
 * A lock on rows of a table. `isAdding` is true for a plain insert, whose new rows no other transaction can lock yet.
 */
type Lock = { table: string; isAdding: boolean }

/** The table whose row a new row of a table locks, through its foreign key. */
const REFERENCES: Record<string, string> = {
  customers: 'merchants',
  merchant_members: 'merchants',
  merchant_invitations: 'merchants',
  api_keys: 'merchants',
  idempotency_keys: 'merchants',
  integrations: 'merchants',
  webhook_endpoints: 'merchants',
  webhook_events: 'merchants',
  mails: 'merchants',
  request_log: 'merchants',
  transactions: 'customers',
}

/**
 * Returns the row locks that an SQL statement takes, in order, derived from its text. Empty for a statement that takes
 * none.
 */
export function locksOf(text: string): Lock[] {
  const flat = text.replace(/\s+/g, ' ').replaceAll('"', '').trim()
  const [, inserted] = /^(?:with .*? )?insert into (\w+)/i.exec(flat) ?? []
  if (inserted) {
    const isUpserting = /on conflict .* do update/i.test(flat)
    const parent = REFERENCES[inserted]
    return [
      ...(parent ? [{ table: parent, isAdding: false }] : []),
      { table: inserted, isAdding: !isUpserting },
    ]
  }
  const [, changed] = /^(?:update|delete from) (\w+)/i.exec(flat) ?? []
  if (changed) return [{ table: changed, isAdding: false }]
  const [, strength = ''] = /for (key share|share|no key update|update)/i.exec(flat) ?? []
  if (strength === '' || !/^select/i.test(flat)) return []
  // A statement that does not wait for other transactions cannot cause a deadlock.
  if (/skip locked/i.test(flat)) return []
  const table = / from (\w+)/i.exec(flat)?.[1] ?? ''
  // This lock mode on a customer's row has its own position in the lock order, under the name `payers`.
  const isPayer = table === 'customers' && /no key update/i.test(strength)
  return [{ table: isPayer ? 'payers' : table, isAdding: false }]
}

const isMerchantTable = (table: string): boolean =>
  (lockOrder as readonly string[]).includes(table) ||
  table in coveredByParent ||
  insertOnly.includes(table)

/** Watches the statements of every connection, and records each transaction that violates the lock order. */
export class LockWatch {
  /** Descriptions of the violations found; must be empty. */
  readonly faults: string[] = []
  /** Number of transactions that locked rows of more than one table. */
  watched = 0
  readonly #open = new Map<object, TransactionLocks>()

  observe = (text: string, connection: object): void => {
    const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase()
    if (word === 'begin' || word === 'start') {
      this.#open.set(connection, {
        positions: [],
        tables: new Set(),
        isAlone: false,
        statements: [],
      })
    } else if (word === 'commit' || word === 'rollback') {
      const locks = this.#open.get(connection)
      if (locks && locks.tables.size > 1) this.watched++
      this.#open.delete(connection)
    } else if (/session_replication_role/.test(text)) {
      // A test damages the data on purpose, as no transaction of the server can.
      this.#open.delete(connection)
    } else {
      const locks = this.#open.get(connection)
      if (locks) this.#lock(locks, text)
    }
  }

  #lock(locks: TransactionLocks, text: string): void {
    // A transaction with an exclusive lock on the merchant runs alone, because all other transactions lock the merchant
    // first. A transaction that creates the merchant also runs alone, because no other sees it yet.
    if (/pg_advisory_xact_lock\(|^\s*insert into "merchants"/.test(text)) locks.isAlone = true
    for (const { table, isAdding } of locksOf(text)) {
      if (!isMerchantTable(table)) continue
      locks.statements.push(text)
      const parents = coveredByParent[table]
      if (parents && !locks.isAlone && !parents.some((parent) => locks.tables.has(parent))) {
        this.#report(locks, `${table} without ${parents.join(' or ')}`)
      }
      const position = (lockOrder as readonly string[]).indexOf(table)
      const last = Math.max(-1, ...locks.positions)
      const isLate = position >= 0 && position < last && !locks.tables.has(table)
      if (isLate && !isAdding && !locks.isAlone) {
        this.#report(locks, `${table} after ${lockOrder[last]}`)
      }
      locks.tables.add(table)
      if (position >= 0 && !isAdding) locks.positions.push(position)
    }
  }

  #report({ statements }: TransactionLocks, fault: string): void {
    this.faults.push(`${fault}:\n${statements.map((text) => `  ${text.slice(0, 160)}`).join('\n')}`)
  }
}
