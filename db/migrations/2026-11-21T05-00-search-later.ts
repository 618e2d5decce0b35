import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Indexes texts on SQLite a moment after they were stored, many at a time. `search_index` stores the `seq` of the last
 * indexed text. Triggers correct the index when indexed texts change; a search reads newer texts straight from
 * `search_texts`. PostgreSQL does the same by itself: its GIN index has a pending list.
 */
export async function up(db: Kysely<unknown>, { dialect, tableEnd }: Portable): Promise<void> {
  if (dialect !== 'sqlite') return
  await sql`create table search_index (indexed_to integer not null) ${tableEnd}`.execute(db)
  await sql`
    insert into search_index (indexed_to) select coalesce(max(seq), 0) from search_texts
  `.execute(db)
  await sql`drop trigger search_texts_inserted`.execute(db)
  await sql`drop trigger search_texts_updated`.execute(db)
  await sql`drop trigger search_texts_deleted`.execute(db)
  const isIndexed = sql`old.seq <= (select indexed_to from search_index)`
  await sql`
    create trigger search_texts_updated after update on search_texts when ${isIndexed} begin
      insert into search_trigrams (search_trigrams, rowid, text) values ('delete', old.seq, old.text);
      insert into search_trigrams (rowid, text) values (new.seq, new.text);
    end
  `.execute(db)
  await sql`
    create trigger search_texts_deleted after delete on search_texts when ${isIndexed} begin
      insert into search_trigrams (search_trigrams, rowid, text) values ('delete', old.seq, old.text);
    end
  `.execute(db)
}
