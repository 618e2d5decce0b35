import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

const tables = ['transaction_events', 'audit_log']

/**
 * Makes the history of payments and the audit log append-only for every client of the database, except for demos:
 * merchants with invented payments, which are deleted as a whole. So a merchant with payments cannot become a demo.
 */
export async function up(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  await (dialect === 'sqlite' ? onSqlite(db) : onPostgres(db))
}

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql
      .raw(`
        create trigger ${table}_no_update before update on ${table} begin
          select raise(abort, '${table} is append-only: its rows are never changed');
        end`)
      .execute(db)
    await sql
      .raw(`
        create trigger ${table}_no_delete before delete on ${table}
        when not exists (select 1 from merchants where id = old.merchant_id and is_demo = 1) begin
          select raise(abort, '${table} is append-only: only a demo''s rows can be deleted');
        end`)
      .execute(db)
  }
  await sql`
    create trigger merchants_no_late_demo before update of is_demo on merchants
    when new.is_demo = 1 and old.is_demo <> 1
      and exists (select 1 from transaction_events where merchant_id = old.id) begin
      select raise(abort, 'a merchant with payments does not become a demo');
    end
  `.execute(db)
}

async function onPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        raise exception '% is append-only: its rows are never changed', tg_table_name
          using errcode = 'restrict_violation';
      elsif tg_op = 'TRUNCATE' then
        raise exception '% is append-only: it is never emptied', tg_table_name
          using errcode = 'restrict_violation';
      elsif not exists (select 1 from merchants where id = old.merchant_id and is_demo = 1) then
        raise exception '% is append-only: only a demo''s rows can be deleted', tg_table_name
          using errcode = 'restrict_violation';
      end if;
      return old;
    end $$
  `.execute(db)
  for (const table of tables) {
    for (const change of ['update', 'delete', 'truncate']) {
      await sql
        .raw(`
          create trigger ${table}_no_${change} before ${change} on ${table}
          for each ${change === 'truncate' ? 'statement' : 'row'} execute function refuse_change()`)
        .execute(db)
    }
  }
  await sql`
    create function refuse_late_demo() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from transaction_events where merchant_id = old.id) then
        raise exception 'a merchant with payments does not become a demo'
          using errcode = 'restrict_violation';
      end if;
      return new;
    end $$
  `.execute(db)
  await sql`
    create trigger merchants_no_late_demo before update of is_demo on merchants
    for each row when (new.is_demo = 1 and old.is_demo <> 1) execute function refuse_late_demo()
  `.execute(db)
}
