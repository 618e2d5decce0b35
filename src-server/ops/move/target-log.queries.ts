import type { BulkConnection } from '#db/postgres/bulk-connection.ts'
import { changeLogTexts } from './change-log.queries.ts'
import type { Table } from './tables.queries.ts'

const NOTES_AT_ONCE = 1000

/**
 * From now on the target notes, as the source does, which of its rows are written, by whomever. What it has noted
 * before stays: a move that goes on looks once more at each row in which an earlier run found a difference.
 */
export async function installTargetLog(
  target: BulkConnection,
  tables: readonly Table[],
): Promise<void> {
  // Otherwise SQLite does not tell a trigger of a row that makes room for another.
  if (target.dialect === 'sqlite') await target.run('pragma recursive_triggers = on')
  await target.inTransaction('write', async () => {
    await removeTriggers(target)
    for (const text of changeLogTexts(tables, target.dialect)) await target.run(text)
  })
}

/** Whatever the target itself notes: these rows changed in the source, and are to be compared one by one. */
export async function noteThere(
  target: BulkConnection,
  changed: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [name, keys] of changed) {
    for (let from = 0; from < keys.length; from += NOTES_AT_ONCE) {
      await target.insert(
        'move_changes',
        ['table_name', 'key'],
        keys.slice(from, from + NOTES_AT_ONCE).map((key) => [name, key]),
      )
    }
  }
}

const NOTES: Record<BulkConnection['dialect'], string> = {
  sqlite: `select name from sqlite_master where type = 'trigger' and name like 'move\\_note\\_%' escape '\\'`,
  postgres: `select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and tgenabled in ('O', 'A')
      and tgname like 'move\\_note\\_%'`,
}

const notesOf = async (side: BulkConnection): Promise<string[]> =>
  (await side.all(NOTES[side.dialect])).map(({ name }) => String(name))

/** The tables on which this side does not note every change. */
export async function unnotedTables(
  side: BulkConnection,
  tables: readonly Table[],
): Promise<string[]> {
  const standing = new Set(await notesOf(side))
  const ends = side.dialect === 'sqlite' ? ['_i', '_d', '_u', '_k'] : ['']
  return tables
    .filter(({ name }) => ends.some((end) => !standing.has(`move_note_${name}${end}`)))
    .map(({ name }) => name)
}

async function removeTriggers(target: BulkConnection): Promise<void> {
  for (const name of await notesOf(target)) {
    // On PostgreSQL the trigger goes with its function, which has its name.
    await target.run(
      target.dialect === 'sqlite' ? `drop trigger "${name}"` : `drop function "${name}"() cascade`,
    )
  }
}

/** The target notes nothing any more. */
export const removeTargetLog = (target: BulkConnection): Promise<void> =>
  target.inTransaction('write', async () => {
    await removeTriggers(target)
    await target.run('drop table if exists move_changes')
  })
