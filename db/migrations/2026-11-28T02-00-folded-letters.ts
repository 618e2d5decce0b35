import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Characters that a search folds since this release: typographic signs, and letters that are not an accented form of a
 * base letter.
 */
const folded: readonly (readonly [letters: string, by: string])[] = [
  ['‘’‚‛′ʼ´`', "'"],
  ['“”„‟″«»', '"'],
  ['‐‑–—', '-'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đð', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ı', 'i'],
]

/** Folds the searchable texts once more. The index picks up changed texts by itself. */
export async function up(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  const single = folded.flatMap(([letters, by]) =>
    [...letters].map((letter) => [letter, by] as const),
  )
  // A double prime was stored as two primes.
  const pairs = [['′′', '"'] as const, ...single]
  const text = pairs.reduce(
    (inner, [letter, by]) => sql<string>`replace(${inner}, ${sql.lit(letter)}, ${sql.lit(by)})`,
    sql<string>`text`,
  )
  const needsFolding =
    dialect === 'postgres'
      ? sql`text ~ ${sql.lit(`[${single.map(([letter]) => letter).join('')}]`)}`
      : sql`text glob ${sql.lit(`*[${single.map(([letter]) => letter).join('')}]*`)}`
  await sql`update search_texts set text = ${text} where ${needsFolding}`.execute(db)
}
