import type { TestApp } from './test-app.ts'

type Reply = Awaited<ReturnType<TestApp['rest']>>

/** A client of the test app that keeps cookies between requests. */
export type Browser = {
  get: (path: string) => Promise<Reply>
  post: (path: string, body?: object) => Promise<Reply>
  /** Cookies by name, without attributes. */
  cookies: Map<string, string>
}

/**
 * Returns a client that keeps cookies between requests as a browser does, and drops cookies that the server expires.
 */
export function browser(app: TestApp, cookies = new Map<string, string>()): Browser {
  const send = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.rest({
      method,
      url,
      headers: {
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      payload: body && JSON.stringify(body),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat())
      storeCookie(cookies, String(line))
    return response
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body = {}) => send('POST', path, body),
    cookies,
  }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1))
}
