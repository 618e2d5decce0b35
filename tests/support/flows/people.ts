import { randomInt } from 'node:crypto'
import { type Flow, type FlowClient, uniqueName } from './flow-client.ts'
import { cookieOf, onboardingRequest, signInRequest, signUpRequest } from './owner.ts'

export type Person = { email: string; cookie: string }

/**
 * Returns a flow of people who sign up; half of them open a business. After a lost response a person signs up again,
 * and must be new or able to sign in.
 */
export function createPeopleFlow(
  flowClient: FlowClient,
): Flow & { take: () => Person | undefined } {
  const name = 'sign-ups'
  const signedUp = new Set<string>()
  const onboarded = new Map<string, 'done' | 'unknown'>()
  const available: Person[] = []

  const signUpOrIn = async (email: string): Promise<string | undefined> => {
    const outcome = await flowClient.sendUntilResponse(name, signUpRequest(email))
    if (outcome.is === 'done') return cookieOf(outcome.cookies)
    const signIn = await flowClient.sendUntilResponse(name, signInRequest(email))
    if (signIn.is === 'done') return cookieOf(signIn.cookies)
    flowClient.halved.push(
      `sign-ups: ${email} can neither sign up (${outcome.status} ${outcome.reason}) nor sign in (${signIn.status})`,
    )
    return undefined
  }

  return {
    name,
    step: async () => {
      const email = `${uniqueName()}@example.com`
      const cookie = await signUpOrIn(email)
      if (cookie === undefined) return
      signedUp.add(email)
      if (randomInt(2) === 0) {
        available.push({ email, cookie })
        return
      }
      const outcome = await flowClient.sendOnce('onboardings', onboardingRequest(cookie))
      flowClient.reportIfRefused('onboardings', outcome)
      onboarded.set(email, outcome.is === 'done' ? 'done' : 'unknown')
    },
    take: () => available.shift(),
    check: async (db) => {
      const users = await db
        .selectFrom('authUsers')
        .leftJoin('authAccounts', 'authAccounts.userId', 'authUsers.id')
        .select(['authUsers.id', 'email', 'password'])
        .execute()
      const knownEmails = new Set(users.map(({ email }) => email))
      for (const email of signedUp) {
        if (!knownEmails.has(email)) flowClient.lost.push(`sign-ups: ${email} is not there`)
      }
      for (const { email, password } of users) {
        if (password === null) flowClient.halved.push(`sign-ups: ${email} has no password`)
      }
      if (knownEmails.size < users.length)
        flowClient.doubled.push('sign-ups: an address has two accounts')
      const idOf = new Map(users.map(({ id, email }) => [email, id]))
      const members = await db.selectFrom('merchantMembers').selectAll().execute()
      const onboardings = await db
        .selectFrom('auditLog')
        .select('merchantId')
        .where('action', '=', 'merchant.onboarded')
        .execute()
      const integrations = await db.selectFrom('integrations').select('merchantId').execute()
      for (const [email, outcome] of onboarded) {
        const [own] = members.filter(({ subject }) => subject === idOf.get(email))
        const about = `onboardings: the business of ${email}`
        if (!own && outcome === 'done') flowClient.lost.push(`${about} is not there`)
        if (!own) continue
        const counts = [onboardings, integrations].map(
          (rows) => rows.filter(({ merchantId }) => merchantId === own.merchantId).length,
        )
        if (counts.some((count) => count !== 1)) flowClient.halved.push(`${about} has ${counts}`)
      }
      const merchants = await db.selectFrom('merchants').select('id').execute()
      const owned = new Set(members.map(({ merchantId }) => merchantId))
      for (const { id } of merchants) {
        if (!owned.has(id)) flowClient.halved.push(`onboardings: ${id} belongs to nobody`)
      }
    },
  }
}
