import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** So many segments of one size SQLite would merge at once after all; it keeps at most 2000. */
const MOST_SEGMENTS = 1900
/** A trigram in more texts than this is common, as in the rules of the search. */
const COMMON = 8192
/** The old counts were of one text in so many. */
const SAMPLED = 32

/**
 * SQLite added texts to the trigram index as small segments, and now and then merged many of them at once;
 * and a trigram of every text had one list that was merged in one go. With half a million texts either
 * took most of a second, in which nobody else could write. From now on the server merges, a few pages at a
 * time, and lists of trigrams that have become common are kept for ranges of texts. A changed text leaves
 * the index at once and comes back a moment later. The texts are put into the new index by the job that
 * indexes new ones; until then a search reads them.
 */
export async function up(db: Kysely<unknown>, { dialect, tableEnd }: Portable): Promise<void> {
  if (dialect !== 'sqlite') return
  await sql`drop trigger search_texts_updated`.execute(db)
  await sql`drop trigger search_texts_deleted`.execute(db)
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
  await sql`create table search_stale (seq integer primary key) ${tableEnd}`.execute(db)
  await sql`
    create table search_common (trigram text not null primary key) ${tableEnd}, without rowid
  `.execute(db)
  await sql`
    insert into search_common (trigram)
    select trigram from search_trigram_counts where count * ${sql.lit(SAMPLED)} > ${sql.lit(COMMON)}
  `.execute(db)
  // They are counted again as the texts are indexed again.
  await sql`delete from search_trigram_counts`.execute(db)
  await sql`update search_index set indexed_to = 0`.execute(db)
  // A trigger takes over how its statement treats conflicts, so it must not run into one.
  const isIndexed = sql`old.seq <= (select indexed_to from search_index)`
  await sql`
    create trigger search_texts_updated after update of text on search_texts
    when old.text <> new.text and ${isIndexed} begin
      delete from search_trigrams where rowid = old.seq;
      insert into search_stale (seq)
        select old.seq where not exists (select 1 from search_stale where seq = old.seq);
    end
  `.execute(db)
  await sql`
    create trigger search_texts_deleted after delete on search_texts when ${isIndexed} begin
      delete from search_trigrams where rowid = old.seq;
      delete from search_stale where seq = old.seq;
    end
  `.execute(db)
}
