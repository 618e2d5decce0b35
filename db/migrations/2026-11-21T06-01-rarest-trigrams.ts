import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Makes a search on SQLite read the index for the rarest trigrams of its words, and compare the texts of those few
 * rows. So the index needs no positions of trigrams, which halves its size. `search_trigram_counts` stores how often
 * each trigram occurs in a sample: one text of 32.
 */
export async function up(db: Kysely<unknown>, { dialect, tableEnd }: Portable): Promise<void> {
  if (dialect !== 'sqlite') return
  await sql`drop table search_trigrams`.execute(db)
  await sql`
    create virtual table search_trigrams using fts5(
      text, content = 'search_texts', content_rowid = 'seq',
      tokenize = 'trigram case_sensitive 1', detail = none
    )
  `.execute(db)
  await sql`insert into search_trigrams (search_trigrams) values ('rebuild')`.execute(db)
  await sql`
    update search_index set indexed_to = (select coalesce(max(seq), 0) from search_texts)
  `.execute(db)
  await sql`
    create table search_trigram_counts (
      trigram text not null primary key, count integer not null
    ) ${tableEnd}, without rowid
  `.execute(db)
  await sql`
    insert into search_trigram_counts (trigram, count)
    with recursive places(place) as (
      select 1 union all select place + 1 from places where place < 2000
    )
    select substr(text, place, 3), count(distinct seq)
    from search_texts join places on place <= length(text) - 2
    where seq % 32 = 0 group by 1
  `.execute(db)
}
