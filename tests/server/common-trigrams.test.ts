import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findMatches } from '#server/services/search/find-matches.ts'
import { indexNewTexts } from '#server/services/search/index-texts.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { TEXTS_PER_LIST, tokenOf } from '#server/services/search/search.rules.ts'
import { dialect } from '../support/database.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

/** Texts for more than two full lists of each trigram that all texts contain. */
const TEXTS = 20_000
/** Every 1,999th text contains the word itself; all texts contain its trigrams. */
const RARE = 1999
const WORD = 'abcde'

async function textsWithCommonTrigrams(app: TestApp, merchantId: string): Promise<void> {
  await sql`
    insert into search_texts (merchant_id, kind, object_id, text)
    with recursive n(n) as (select 1 union all select n + 1 from n where n < ${TEXTS})
    select ${merchantId}, 'transaction', 'txn_' || n,
      'abc bcd cde ' || n || case when n % ${RARE} = 0 then ' abcde' else '' end
    from n
  `.execute(app.db)
}

const search = (app: TestApp, merchantId: string, term = WORD) =>
  findMatches(app.db, 'sqlite', { merchantId, kind: 'transaction', terms: [term] })

/** Returns the number of texts in each list of a trigram. */
async function textsInLists(app: TestApp, trigram: string): Promise<number[]> {
  const laterLists = await app.db
    .selectFrom('searchLists')
    .select('fromSeq')
    .where('trigram', '=', trigram)
    .execute()
  const counts: number[] = []
  for (const fromSeq of [null, ...laterLists.map((list) => list.fromSeq)]) {
    const { rows } = await sql<{ texts: number }>`
      select count(*) as texts from search_trigrams
      where search_trigrams match ${`"${tokenOf(trigram, fromSeq)}"`}
    `.execute(app.db)
    counts.push(rows[0]?.texts ?? 0)
  }
  return counts
}

const newestFirst = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => other - one).map((n) => `txn_${n}`)

const rare = Array.from({ length: Math.floor(TEXTS / RARE) }, (_, at) => (at + 1) * RARE)

test.runIf(dialect === 'sqlite')(
  'a word of common trigrams is found at any position, also after texts change',
  async () => {
    await using app = await testApp()
    const { merchant } = await app.person()
    const other = await app.person({ name: 'Grace Hopper' })
    await textsWithCommonTrigrams(app, merchant.id)
    expect(await search(app, merchant.id)).toEqual(newestFirst(rare))

    await indexNewTexts(app.world)

    const { rows } = await sql`
      select trigram, count(*) as lists from search_lists group by trigram
    `.execute(app.db)
    expect(rows).toEqual(
      expect.arrayContaining([
        { trigram: 'abc', lists: 2 },
        { trigram: 'cde', lists: 2 },
      ]),
    )
    const texts = await textsInLists(app, 'abc')
    expect(texts.reduce((sum, count) => sum + count, 0)).toBe(TEXTS)
    // The job counts one in 32 texts, after each slice, so a list may be somewhat longer.
    expect(Math.max(...texts)).toBeLessThan(1.5 * TEXTS_PER_LIST)
    expect(await search(app, merchant.id)).toEqual(newestFirst(rare))
    expect(await search(app, other.merchant.id)).toEqual([])
    expect(await search(app, merchant.id, '19990')).toEqual(['txn_19990'])

    const change = (objectId: string, text: string) =>
      putSearchTexts(app.db, [{ merchantId: merchant.id, kind: 'transaction', objectId, text }])
    const [first = 0, second = 0, ...others] = rare
    // Two changes before the job runs, as when a name is changed and then erased.
    await change(`txn_${first}`, 'abcde was changed')
    await change(`txn_${first}`, 'erased zzy')
    await change('txn_12345', 'now abcde stands here')
    await app.db.deleteFrom('searchTexts').where('objectId', '=', `txn_${second}`).execute()
    const now = [...others, 12_345]

    expect(new Set(await search(app, merchant.id))).toEqual(new Set(newestFirst(now)))
    await indexNewTexts(app.world)
    expect(await search(app, merchant.id)).toEqual(newestFirst(now))
    expect(await search(app, merchant.id, 'zzy')).toEqual([`txn_${first}`])
  },
)

test.runIf(dialect === 'sqlite')('nothing is left to merge after texts are indexed', async () => {
  await using app = await testApp()
  const { merchant } = await app.person()
  await textsWithCommonTrigrams(app, merchant.id)

  await indexNewTexts(app.world)

  const { rows } = await sql<{ segments: number }>`
    select count(distinct segid) as segments from search_trigrams_idx
  `.execute(app.db)
  // Fewer than four segments of one size, in a few sizes.
  expect(rows[0]?.segments).toBeLessThan(24)
})
