import { type Kysely, sql } from 'kysely'
import { type Portable, tableText, writeTableText } from '../portable.ts'

const codes = `
  USD EUR GBP AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF
  CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB FJD FKP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS
  INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR
  MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK
  SGD SHP SLE SOS SRD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER
  ZAR ZMW`
  .trim()
  .split(/\s+/)

/**
 * Allows more currencies than three, and adds the currencies that a merchant's form offers. No payment is read or
 * written: with millions that would take minutes, and all of them pass the wider check.
 */
export async function up(db: Kysely<unknown>, { dialect, text }: Portable): Promise<void> {
  await db.schema.alterTable('merchants').addColumn('currencies', text).execute()
  await (dialect === 'sqlite' ? onSqlite(db) : onPostgres(db))
}

const THREE = `check ("currency" in ('USD', 'EUR', 'GBP'))`
// `in` would build an index of its list for each row, which takes 15 µs; searching a text avoids that.
const ALL = `check (length("currency") = 3 and instr('|${codes.join('|')}|', '|' || "currency" || '|') > 0)`

/** Replaces the check in the SQL text of the table, as SQLite documents it: SQLite cannot change a column's check. */
async function onSqlite(db: Kysely<unknown>): Promise<void> {
  const text = await tableText(db, 'transactions')
  if (text.split(THREE).length !== 2) {
    throw new Error('the table of payments is not as the first migration made it')
  }
  await writeTableText(db, 'transactions', text.replace(THREE, ALL))
}

/** Adds the constraint as not valid: PostgreSQL enforces it for all rows written from now on. */
async function onPostgres(db: Kysely<unknown>): Promise<void> {
  const all = sql.join(codes.map((code) => sql.lit(code)))
  await sql`
    alter table transactions
      drop constraint transactions_currency_check,
      add constraint transactions_currency_check check (currency in (${all})) not valid
  `.execute(db)
}
