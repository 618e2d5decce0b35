import { randomInt } from 'node:crypto'
import { type Flow, type Ground, newMark } from './ground.ts'
import { cookieOf, onboardAsked, signInAsked, signUpAsked } from './owner.ts'

export type Person = { email: string; cookie: string }

/**
 * Returns a flow of people who sign up; half of them open a business. After a lost response a person signs up again,
 * and must be new or able to sign in.
 */
export function people(ground: Ground): Flow & { take: () => Person | undefined } {
  const name = 'sign-ups'
  const signedUp = new Set<string>()
  const onboarded = new Map<string, 'done' | 'unknown'>()
  const free: Person[] = []

  const enter = async (email: string): Promise<string | undefined> => {
    const outcome = await ground.untilAnswered(name, signUpAsked(email))
    if (outcome.is === 'done') return cookieOf(outcome.cookies)
    const signIn = await ground.untilAnswered(name, signInAsked(email))
    if (signIn.is === 'done') return cookieOf(signIn.cookies)
    ground.halved.push(
      `sign-ups: ${email} can neither sign up (${outcome.status} ${outcome.reason}) nor sign in (${signIn.status})`,
    )
    return undefined
  }

  return {
    name,
    step: async () => {
      const email = `${newMark()}@example.com`
      const cookie = await enter(email)
      if (cookie === undefined) return
      signedUp.add(email)
      if (randomInt(2) === 0) {
        free.push({ email, cookie })
        return
      }
      const outcome = await ground.ask('onboardings', onboardAsked(cookie))
      ground.refused('onboardings', outcome)
      onboarded.set(email, outcome.is === 'done' ? 'done' : 'unknown')
    },
    take: () => free.shift(),
    check: async (db) => {
      const users = await db
        .selectFrom('authUsers')
        .leftJoin('authAccounts', 'authAccounts.userId', 'authUsers.id')
        .select(['authUsers.id', 'email', 'password'])
        .execute()
      const known = new Set(users.map(({ email }) => email))
      for (const email of signedUp) {
        if (!known.has(email)) ground.lost.push(`sign-ups: ${email} is not there`)
      }
      for (const { email, password } of users) {
        if (password === null) ground.halved.push(`sign-ups: ${email} has no password`)
      }
      if (known.size < users.length) ground.doubled.push('sign-ups: an address has two accounts')
      const idOf = new Map(users.map(({ id, email }) => [email, id]))
      const members = await db.selectFrom('merchantMembers').selectAll().execute()
      const begun = await db
        .selectFrom('auditLog')
        .select('merchantId')
        .where('action', '=', 'merchant.onboarded')
        .execute()
      const integrations = await db.selectFrom('integrations').select('merchantId').execute()
      for (const [email, outcome] of onboarded) {
        const [own] = members.filter(({ subject }) => subject === idOf.get(email))
        const about = `onboardings: the business of ${email}`
        if (!own && outcome === 'done') ground.lost.push(`${about} is not there`)
        if (!own) continue
        const counts = [begun, integrations].map(
          (rows) => rows.filter(({ merchantId }) => merchantId === own.merchantId).length,
        )
        if (counts.some((count) => count !== 1)) ground.halved.push(`${about} has ${counts}`)
      }
      const merchants = await db.selectFrom('merchants').select('id').execute()
      const owned = new Set(members.map(({ merchantId }) => merchantId))
      for (const { id } of merchants) {
        if (!owned.has(id)) ground.halved.push(`onboardings: ${id} belongs to nobody`)
      }
    },
  }
}
