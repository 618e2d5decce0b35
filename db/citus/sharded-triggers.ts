import { type Kysely, sql } from 'kysely'

/**
 * Returns SQL that names the shard of another table with the same merchant. On Citus a trigger runs at the shard, where
 * the coordinator's tables are out of reach.
 */
const shardTableOf = (table: string, merchant: string) =>
  `format('%I.%I', tg_table_schema, '${table}_' || get_shard_id_for_distribution_column('public.${table}', ${merchant}))`

const refuseChange = `
  create or replace function refuse_change() returns trigger language plpgsql as $$
  declare
    kept text := regexp_replace(tg_table_name, '_\\d+$', '');
    is_of_demo boolean;
  begin
    if tg_op = 'UPDATE' then
      raise exception '% is append-only: its rows are never changed', kept
        using errcode = 'restrict_violation';
    elsif tg_op = 'TRUNCATE' then
      raise exception '% is append-only: it is never emptied', kept
        using errcode = 'restrict_violation';
    end if;
    execute 'select exists (select 1 from ' || ${shardTableOf('merchants', 'old.merchant_id')} ||
      ' where id = $1 and is_demo = 1)' into is_of_demo using old.merchant_id;
    if not is_of_demo then
      raise exception '% is append-only: only a demo''s rows can be deleted', kept
        using errcode = 'restrict_violation';
    end if;
    return old;
  end $$`

const refuseLateDemo = `
  create or replace function refuse_late_demo() returns trigger language plpgsql as $$
  declare
    has_payments boolean;
  begin
    execute 'select exists (select 1 from ' || ${shardTableOf('transaction_events', 'old.id')} ||
      ' where merchant_id = $1)' into has_payments using old.id;
    if has_payments then
      raise exception 'a merchant with payments does not become a demo'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`

const functions: Readonly<Record<string, string>> = {
  refuse_change: refuseChange,
  refuse_late_demo: refuseLateDemo,
}

/** Replaces the existing trigger functions with versions for shards; an older release has fewer functions. */
export async function makeTriggersLocal(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and prosrc not like '%get_shard_id_for_distribution_column%'
  `.execute(db)
  for (const { name } of rows) {
    const text = functions[name]
    if (text !== undefined) await sql.raw(text).execute(db)
  }
}
