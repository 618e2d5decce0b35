import { type RawBuilder, sql } from 'kysely'

/** The few differences between the two databases, as values. Migrations use it, so it only grows. */
export type Dialect = 'sqlite' | 'postgres'

export type Portable = {
  dialect: Dialect
  /** Text that sorts by code point on both databases. */
  text: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  /** Whole numbers up to 2^53, such as money. */
  bigint: RawBuilder<unknown>
  /** Only for tables whose owner is a library that wants native types. */
  boolean: RawBuilder<unknown>
  timestamp: RawBuilder<unknown>
  /** What ends a `create table`: STRICT makes SQLite refuse a value of another type. */
  tableEnd: RawBuilder<unknown>
}

const sqlite: Portable = {
  dialect: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  bigint: sql`integer`,
  boolean: sql`integer`,
  timestamp: sql`text`,
  tableEnd: sql`strict`,
}

const postgres: Portable = {
  dialect: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
  timestamp: sql`timestamptz`,
  tableEnd: sql``,
}

export const portableFor = (dialect: Dialect): Portable =>
  dialect === 'sqlite' ? sqlite : postgres
