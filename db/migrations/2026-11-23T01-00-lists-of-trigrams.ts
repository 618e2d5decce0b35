import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** So many segments of one size SQLite would merge at once after all; it keeps at most 2000. */
const MOST_SEGMENTS = 1900

/**
 * A common trigram had a list for each range of 8,192 texts, whether it was in all of them or in a few: a
 * search among ten million went through more than a thousand. From now on a list of a trigram is as long
 * as any other, and ends where the next one begins. The texts are put into the new index by the job that
 * indexes new ones; until then a search reads them.
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
  // They are counted again as the texts are indexed again.
  await sql`delete from search_trigram_counts`.execute(db)
  await sql`
    alter table search_trigram_counts add column lists integer not null default 0
  `.execute(db)
  await sql`delete from search_stale`.execute(db)
  await sql`update search_index set indexed_to = 0`.execute(db)
}
