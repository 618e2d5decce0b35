import type { RequestOptions } from '../keep-alive.ts'
import { onboarding } from '../make.ts'
import { PASSWORD } from '../sign-up.ts'
import type { FlowClient, Outcome } from './flow-client.ts'

/** Returns the Cookie header for these Set-Cookie headers. */
export const cookieOf = (cookies: readonly string[]): string =>
  cookies.map((each) => each.split(';')[0]).join('; ')

export const signInRequest = (email: string): RequestOptions => ({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  body: { email, password: PASSWORD },
})

export const signUpRequest = (email: string): RequestOptions => ({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  body: { email, password: PASSWORD, name: 'Ada Rossi' },
})

export const onboardingRequest = (cookie: string): RequestOptions => ({
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
  readonly #flowClient: FlowClient

  private constructor(
    flowClient: FlowClient,
    { email, cookie }: { email: string; cookie: string },
  ) {
    this.#flowClient = flowClient
    this.email = email
    this.cookie = cookie
  }

  /** Signs up, onboards and creates a key. Webhooks go to `endpointUrl` if it is given. */
  static async of(flowClient: FlowClient, email: string, endpointUrl?: string): Promise<Owner> {
    const signedUp = await flowClient.sendUntilResponse('set-up', signUpRequest(email))
    if (signedUp.is !== 'done') throw new Error(`${email} cannot sign up: ${signedUp.body}`)
    const owner = new Owner(flowClient, { email, cookie: cookieOf(signedUp.cookies) })
    await owner.must(onboardingRequest(owner.cookie))
    const body = { name: 'Shop', scopes: ['read', 'write', 'refund', 'disputes'] }
    const createdKey = await owner.must({ method: 'POST', path: '/api/api-keys', body })
    owner.secret = String(createdKey.secret)
    if (endpointUrl !== undefined) {
      const path = `/api/integrations/${await owner.integrationId()}`
      await owner.must({ method: 'PUT', path, body: { webhookUrl: endpointUrl } })
    }
    return owner
  }

  async integrationId(): Promise<string> {
    const [integration] = await this.must({ path: '/api/integrations' })
    return String(integration.id)
  }

  /** Sends the request once. If the password must be confirmed, signs in and repeats it. */
  async sendOnce(flow: string, request: RequestOptions): Promise<Outcome> {
    const ownRequest = () => ({ ...request, headers: { ...request.headers, cookie: this.cookie } })
    const outcome = await this.#flowClient.sendOnce(flow, ownRequest())
    if (outcome.is !== 'refused' || outcome.reason !== 'confirmation_needed') return outcome
    await this.#signIn()
    return this.#flowClient.sendOnce(flow, ownRequest())
  }

  /** Sends a request that cannot be refused, such as for a list, and returns its JSON. */
  async must(request: RequestOptions): Promise<ReturnType<typeof JSON.parse>> {
    const headers = { ...request.headers, cookie: this.cookie }
    const outcome = await this.#flowClient.sendUntilResponse('set-up', { ...request, headers })
    if (outcome.is === 'done') return outcome.json
    throw new Error(`${request.path}: ${outcome.status} ${outcome.body}`)
  }

  /** Returns the header that authenticates with the merchant's API key. */
  get keyHeaders(): Record<string, string> {
    return { authorization: `Bearer ${this.secret}` }
  }

  async #signIn(): Promise<void> {
    const signedIn = await this.#flowClient.sendUntilResponse('set-up', signInRequest(this.email))
    if (signedIn.is !== 'done') throw new Error(`${this.email} cannot sign in: ${signedIn.body}`)
    this.cookie = cookieOf(signedIn.cookies)
  }
}
