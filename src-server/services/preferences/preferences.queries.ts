import type { PreferencesRow } from '#db/tables/person-tables.ts'
import type { Db } from '#db/tables.ts'

type Person = Pick<PreferencesRow, 'provider' | 'subject'>

export const findPreferences = (db: Db, { provider, subject }: Person) =>
  db
    .selectFrom('preferences')
    .select('language')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const upsertPreferences = (db: Db, row: PreferencesRow) =>
  db
    .insertInto('preferences')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'subject'])
        .doUpdateSet({ language: row.language, updatedAt: row.updatedAt }),
    )
    .execute()

export const deletePreferences = (db: Db, { provider, subject }: Person) =>
  db
    .deleteFrom('preferences')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()

/** Finds the language of a person whose sign-in this database stores. E-mail addresses are stored in lower case. */
export const findLanguageByEmail = (
  db: Db,
  { provider, email }: { provider: string; email: string },
) =>
  db
    .selectFrom('authUsers')
    .innerJoin('preferences', 'preferences.subject', 'authUsers.id')
    .select('preferences.language')
    .where('authUsers.email', '=', email.toLowerCase())
    .where('preferences.provider', '=', provider)
    .executeTakeFirst()
