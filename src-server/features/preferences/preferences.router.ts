import { anyone, router, user } from '#server/core/calls/trpc.ts'
import {
  findPreferences,
  upsertPreferences,
} from '#server/services/preferences/preferences.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { Preferences, SavePreferences } from './preferences.schema.ts'

/** Personal settings, for the dashboard only. */
export const preferencesRouter = router({
  /**
   * Returns null as the language to visitors, who are not signed in: a refusal would appear as an error in the
   * browser's console.
   */
  current: anyone
    .input(NoInput)
    .output(Preferences)
    .query(async ({ ctx: { actor, db } }) => {
      if (actor.type !== 'user') return { language: null }
      const row = await findPreferences(db, { provider: actor.provider, subject: actor.user.id })
      return { language: row?.language ?? null }
    }),
  save: user.input(SavePreferences).mutation(({ ctx: { actor, db, now }, input: { language } }) =>
    upsertPreferences(db, {
      provider: actor.provider,
      subject: actor.user.id,
      language,
      updatedAt: toIso(now()),
    }).then(() => undefined),
  ),
})
