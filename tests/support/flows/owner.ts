import type { RequestOptions } from '../keep-alive.ts'
import { onboarding } from '../make.ts'
import { PASSWORD } from '../sign-up.ts'
import type { Ground, Outcome } from './ground.ts'

export const cookieOf = (cookies: readonly string[]): string =>
  cookies.map((each) => each.split(';')[0]).join('; ')

export const signInAsked = (email: string): RequestOptions => ({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  body: { email, password: PASSWORD },
})

export const signUpAsked = (email: string): RequestOptions => ({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  body: { email, password: PASSWORD, name: 'Ada Rossi' },
})

export const onboardAsked = (cookie: string): RequestOptions => ({
  method: 'POST',
  path: '/api/merchant/onboarding',
  headers: { cookie },
  body: onboarding(),
})

/** A person who acts for a merchant in the dashboard, and that merchant's API key. */
export class Owner {
  readonly email: string
  cookie: string
  secret = ''
  readonly #ground: Ground

  private constructor(ground: Ground, { email, cookie }: { email: string; cookie: string }) {
    this.#ground = ground
    this.email = email
    this.cookie = cookie
  }

  /** Signs up, onboards and creates a key. Webhooks go to `hook` if it is given. */
  static async of(ground: Ground, email: string, hook?: string): Promise<Owner> {
    const signedUp = await ground.untilAnswered('set-up', signUpAsked(email))
    if (signedUp.is !== 'done') throw new Error(`${email} cannot sign up: ${signedUp.body}`)
    const owner = new Owner(ground, { email, cookie: cookieOf(signedUp.cookies) })
    await owner.must(onboardAsked(owner.cookie))
    const body = { name: 'Shop', scopes: ['read', 'write', 'refund'] }
    const made = await owner.must({ method: 'POST', path: '/api/api-keys', body })
    owner.secret = String(made.secret)
    if (hook !== undefined) {
      const path = `/api/integrations/${await owner.integrationId()}`
      await owner.must({ method: 'PUT', path, body: { webhookUrl: hook } })
    }
    return owner
  }

  async integrationId(): Promise<string> {
    const [integration] = await this.must({ path: '/api/integrations' })
    return String(integration.id)
  }

  /** Sends the request once. If the password must be confirmed, signs in and repeats it. */
  async ask(flow: string, asked: RequestOptions): Promise<Outcome> {
    const mine = () => ({ ...asked, headers: { ...asked.headers, cookie: this.cookie } })
    const outcome = await this.#ground.ask(flow, mine())
    if (outcome.is !== 'refused' || outcome.reason !== 'confirmation_needed') return outcome
    await this.#signIn()
    return this.#ground.ask(flow, mine())
  }

  /** Sends a request that cannot be refused, such as for a list, and returns its JSON. */
  async must(asked: RequestOptions): Promise<ReturnType<typeof JSON.parse>> {
    const headers = { ...asked.headers, cookie: this.cookie }
    const outcome = await this.#ground.untilAnswered('set-up', { ...asked, headers })
    if (outcome.is === 'done') return outcome.json
    throw new Error(`${asked.path}: ${outcome.status} ${outcome.body}`)
  }

  get program(): Record<string, string> {
    return { authorization: `Bearer ${this.secret}` }
  }

  async #signIn(): Promise<void> {
    const signedIn = await this.#ground.untilAnswered('set-up', signInAsked(this.email))
    if (signedIn.is !== 'done') throw new Error(`${this.email} cannot sign in: ${signedIn.body}`)
    this.cookie = cookieOf(signedIn.cookies)
  }
}
