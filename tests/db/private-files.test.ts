import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'

const modesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      (statSync(path.join(folder, name)).mode & 0o777).toString(8),
    ]),
  )

/** Creates a folder that other users may read, as operators do. */
function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-test-'))
  const data = path.join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o755)
  return { data, remove: () => rmSync(folder, { recursive: true }) }
}

async function use(file: string): Promise<() => Promise<void>> {
  const { db, close } = openDatabase({ url: `file:${file}` })
  await sql`create table if not exists things (name text) strict`.execute(db)
  await sql`insert into things values ('one')`.execute(db)
  return close
}

test('the database and its side files in an existing folder are private to their owner', async () => {
  const { data, remove } = openFolder()

  const close = await use(path.join(data, 'incasso.db'))

  expect(modesIn(data)).toEqual({
    'incasso.db': '600',
    'incasso.db-shm': '600',
    'incasso.db-wal': '600',
  })
  await close()
  remove()
})

test('files that an earlier release left open to others are made private at the next start', async () => {
  const { data, remove } = openFolder()
  const file = path.join(data, 'incasso.db')
  const first = await use(file)
  for (const name of readdirSync(data)) chmodSync(path.join(data, name), 0o644)

  const second = await use(file)

  expect(new Set(Object.values(modesIn(data)))).toEqual(new Set(['600']))
  await first()
  await second()
  remove()
})

test('the database reports that it cannot create its file, and creates nothing', () => {
  const { data, remove } = openFolder()
  writeFileSync(path.join(data, 'a-file'), '')

  expect(() => openDatabase({ url: `file:${data}/a-file/incasso.db` })).toThrow(
    /ENOTDIR|EEXIST|directory/,
  )
  expect(existsSync(path.join(data, 'incasso.db'))).toBe(false)
  remove()
})
