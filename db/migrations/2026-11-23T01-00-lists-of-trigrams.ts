import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** When an index has this many segments of one size, SQLite merges them all at once. It can have at most 2000. */
const MOST_SEGMENTS = 1900

/**
 * The index stores the texts that contain a trigram in lists. Each list used to cover 8,192 texts, however few of them
 * contained the trigram, so a search among ten million texts read more than a thousand lists. Now a list covers as many
 * texts as fill it, and `search_lists` stores where each list begins. The job that indexes new texts fills the new index; until then a search
 * reads the texts directly.
 */
export async function up(db: Kysely<unknown>, { dialect, tableEnd }: Portable): Promise<void> {
  if (dialect !== 'sqlite') return
  await sql`drop table search_trigrams`.execute(db)
  await sql`
    create virtual table search_trigrams using fts5(
      trigrams, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none
    )
  `.execute(db)
  await sql`insert into search_trigrams (search_trigrams, rank) values ('automerge', 0)`.execute(db)
  await sql`
    insert into search_trigrams (search_trigrams, rank) values ('crisismerge', ${sql.lit(MOST_SEGMENTS)})
  `.execute(db)
  await sql`drop table search_common`.execute(db)
  await sql`
    create table search_lists (
      trigram text not null, from_seq integer not null, primary key (trigram, from_seq)
    ) ${tableEnd}, without rowid
  `.execute(db)
  // Indexing the texts again also counts their trigrams again.
  await sql`delete from search_trigram_counts`.execute(db)
  await sql`
    alter table search_trigram_counts add column lists integer not null default 0
  `.execute(db)
  await sql`delete from search_stale`.execute(db)
  await sql`update search_index set indexed_to = 0`.execute(db)
}
