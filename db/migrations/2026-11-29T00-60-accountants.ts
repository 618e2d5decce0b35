import { type Kysely, sql } from 'kysely'
import { type Portable, tableText, writeTableText } from '../portable.ts'

const TABLES = ['merchant_members', 'merchant_invitations']

const roleCheck = `check (role in ('owner', 'staff', 'accountant'))`

/** Allows accountants besides owners and staff. Every existing row passes the wider check. */
export async function up(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  for (const table of TABLES) {
    if (dialect === 'postgres') await widenOnPostgres(db, table)
    else await widenOnSqlite(db, table)
  }
}

async function widenOnPostgres(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%role%staff%'
  `.execute(db)
  const [constraint] = rows
  if (!constraint) throw new Error(`${table} has no check of its roles`)
  await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(constraint.name)}`.execute(db)
  await sql`alter table ${sql.table(table)} add constraint ${sql.ref(constraint.name)} ${sql.raw(roleCheck)}`.execute(
    db,
  )
}

async function widenOnSqlite(db: Kysely<unknown>, table: string): Promise<void> {
  const text = await tableText(db, table)
  const widened = text.replace(/check \("?role"? in \([^)]*\)\)/i, roleCheck)
  if (widened === text) throw new Error(`${table} has no check of its roles`)
  await writeTableText(db, table, widened)
}
