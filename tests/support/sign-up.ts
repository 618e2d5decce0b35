import { expect } from 'vitest'
import { onboarding } from './make.ts'

/** The password of every person that `signUp` creates. */
export const PASSWORD = 'correct horse battery'

/** Signs up a new person with a merchant, on a server in a separate process. Returns their cookie and an API key. */
export async function signUp(
  url: string,
  email = 'owner@example.com',
  more: Parameters<typeof onboarding>[0] = {},
): Promise<{ cookie: string; secret: string }> {
  const post = async (path: string, body: object, cookie = '') => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    expect(response.ok, `${path}: ${text}`).toBe(true)
    return { json: JSON.parse(text), cookies: response.headers.getSetCookie() }
  }
  const { cookies } = await post('/api/auth/sign-up/email', {
    email,
    password: PASSWORD,
    name: 'Owner',
  })
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  await post('/api/merchant/onboarding', onboarding(more), cookie)
  const { json } = await post('/api/api-keys', { name: 'Shop' }, cookie)
  return { cookie, secret: json.secret }
}
