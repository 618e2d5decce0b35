import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#db/tables.ts'
import type { RequestOptions } from '../keep-alive.ts'
import { type FlowClient, type Outcome, uniqueName } from './flow-client.ts'
import { cookieOf, type Owner, onboardingRequest, signUpRequest } from './owner.ts'

const CLICKS = 8

/** Changes sent many times at once without a key, as by a double click or a form on a poor connection. */
export class Clicks {
  /** Number of requests sent so far. */
  sent = 0
  readonly #flowClient: FlowClient
  readonly #owner: Owner
  readonly #erased: string[] = []
  readonly #rotated: string[] = []
  readonly #people: string[] = []

  constructor(flowClient: FlowClient, owner: Owner) {
    this.#flowClient = flowClient
    this.#owner = owner
  }

  /** Makes each change once, with many requests at once. */
  async clickAll(): Promise<void> {
    const person = await this.#signUp()
    await this.#onboard()
    await this.#invite(person)
    await this.#rotate()
    await this.#changeProfile()
    await this.#erase()
  }

  /** Sends CLICKS requests at once, and returns the successful outcomes. */
  async #sendClicks(click: () => Promise<Outcome>): Promise<Outcome[]> {
    this.sent += CLICKS
    const outcomes = await Promise.all(Array.from({ length: CLICKS }, click))
    return outcomes.filter(({ is: kind }) => kind === 'done')
  }

  #assertOneDone(name: string, done: readonly Outcome[]): void {
    if (done.length > 1) this.#flowClient.doubled.push(`${name} clicked: ${done.length} times done`)
    if (done.length === 0) this.#flowClient.lost.push(`${name} clicked: never done`)
  }

  async #signUp(): Promise<{ email: string; cookie: string }> {
    const email = `${uniqueName()}@example.com`
    this.#people.push(email)
    const done = await this.#sendClicks(() =>
      this.#flowClient.sendOnce('sign-up', signUpRequest(email)),
    )
    this.#assertOneDone('sign-up', done)
    return { email, cookie: done[0]?.is === 'done' ? cookieOf(done[0].cookies) : '' }
  }

  async #onboard(): Promise<void> {
    const { cookie } = await this.#signUp()
    const onboard = () => this.#flowClient.sendOnce('onboarding', onboardingRequest(cookie))
    this.#assertOneDone('onboarding', await this.#sendClicks(onboard))
  }

  async #invite({ email, cookie }: { email: string; cookie: string }): Promise<void> {
    const request = { method: 'POST', path: '/trpc/team.invite', body: { role: 'staff', email } }
    const { id, link } = (await this.#owner.must(request)).result.data
    const token = String(link).split('#')[1]
    const accept: RequestOptions = {
      method: 'POST',
      path: '/trpc/team.accept',
      headers: { cookie },
      body: { token },
    }
    const done = await this.#sendClicks(() => this.#flowClient.sendOnce('acceptance', accept))
    this.#assertOneDone('acceptance', done)
    const revocation = await this.#owner.sendOnce('revocation', {
      method: 'POST',
      path: '/trpc/team.revokeInvitation',
      body: { id },
    })
    if (revocation.is === 'done')
      this.#flowClient.doubled.push(`acceptance clicked: ${id} is still open`)
  }

  async #rotate(): Promise<void> {
    const body = { name: uniqueName() }
    const { id } = await this.#owner.must({ method: 'POST', path: '/api/api-keys', body })
    this.#rotated.push(String(id))
    const request = { method: 'POST', path: `/api/api-keys/${id}/rotate`, body: { overlapDays: 1 } }
    const done = await this.#sendClicks(() => this.#owner.sendOnce('rotation', request))
    this.#assertOneDone('rotation', done)
  }

  async #changeProfile(): Promise<void> {
    for (const change of [
      { timezone: 'Pacific/Auckland' },
      { currency: 'EUR' },
      { timezone: 'UTC' },
    ]) {
      const request = { method: 'PATCH', path: '/api/merchant/profile', body: change }
      const done = await this.#sendClicks(() => this.#owner.sendOnce('profile', request))
      if (done.length === 0)
        this.#flowClient.lost.push(`profile clicked: ${JSON.stringify(change)}`)
    }
  }

  async #erase(): Promise<void> {
    const mark = uniqueName()
    const body = { name: `Zed ${mark}`, email: `${mark}@example.com` }
    const { id } = await this.#owner.must({ method: 'POST', path: '/api/customers', body })
    this.#erased.push(String(id))
    const request = { method: 'DELETE', path: `/api/customers/${id}` }
    const done = await this.#sendClicks(() => this.#owner.sendOnce('erasure', request))
    if (done.length === 0) this.#flowClient.lost.push('erasure clicked: never done')
  }

  /** Checks that each change was stored exactly once. */
  async check(db: Kysely<Database>): Promise<void> {
    const users = await db
      .selectFrom('authUsers')
      .innerJoin('authAccounts', 'authAccounts.userId', 'authUsers.id')
      .select(['authUsers.id', 'email'])
      .execute()
    const members = await db.selectFrom('merchantMembers').select('subject').execute()
    const keys = await db.selectFrom('apiKeys').select(['id', 'replaces']).execute()
    const expectOne = (about: string, found: readonly unknown[]) => {
      if (found.length > 1) this.#flowClient.doubled.push(`${about} is there ${found.length} times`)
      if (found.length === 0) this.#flowClient.lost.push(`${about} is not there`)
    }
    for (const email of this.#people) {
      const accounts = users.filter((user) => user.email === email)
      expectOne(`sign-up clicked: ${email}`, accounts)
      expectOne(
        `onboarding or acceptance clicked: ${email}`,
        members.filter(({ subject }) => subject === accounts[0]?.id),
      )
    }
    for (const id of this.#rotated) {
      expectOne(
        `rotation clicked: what replaces ${id}`,
        keys.filter(({ replaces }) => replaces === id),
      )
    }
    const erased = await db
      .selectFrom('customers')
      .select(['id', 'name'])
      .where('id', 'in', ['', ...this.#erased])
      .execute()
    expect(erased).toHaveLength(this.#erased.length)
    for (const { id, name } of erased) {
      if (name.startsWith('Zed ')) this.#flowClient.lost.push(`erasure clicked: ${id} has its name`)
    }
  }
}
