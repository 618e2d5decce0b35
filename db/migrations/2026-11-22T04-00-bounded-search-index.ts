import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** The number of segments of one size at which SQLite merges all of them at once; it keeps at most 2000. */
const MOST_SEGMENTS = 1900
/** A trigram in more texts than this is common; the same limit as in the rules of the search. */
const COMMON = 8192
/** Sampling rate of the old counts: one text in 32. */
const SAMPLED = 32

/**
 * Bounds the duration of a merge. SQLite added texts to the trigram index as small segments, and sometimes merged many
 * at once. A trigram that occurs in every text had a single list, also merged at once. With half a million texts, each
 * such merge blocked all other writes for most of a second. Now the server merges a few pages at a time, and common
 * trigrams have lists for ranges of texts. A changed text leaves the index at once and returns a moment later. The job
 * that indexes new texts fills the new index; until then a search reads the texts directly.
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
  // Indexing the texts again also counts their trigrams again.
  await sql`delete from search_trigram_counts`.execute(db)
  await sql`update search_index set indexed_to = 0`.execute(db)
  // A trigger inherits the conflict handling of its statement, so it must not cause a conflict.
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
