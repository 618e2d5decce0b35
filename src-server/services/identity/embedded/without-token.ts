import { z } from 'zod'

const SessionResponse = z.looseObject({
  token: z.string().nullish(),
  session: z.looseObject({ token: z.string().optional() }).nullish(),
})

/**
 * Removes the session's token from a response of the library, which repeats it in the body. The token belongs in a
 * cookie that scripts cannot read, so no script of the dashboard may find it elsewhere. `isSignedIn` replaces the token
 * for the dashboard.
 */
export async function removeToken(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.includes('json')
  if (!isJson || response.status !== 200) return response
  const parsed = SessionResponse.safeParse(await response.clone().json()).data
  if (!parsed || (parsed.token === undefined && !parsed.session)) return response
  const { token, session, ...rest } = parsed
  const body = {
    ...rest,
    ...(token !== undefined && { token: null, isSignedIn: token !== null }),
    ...(session !== undefined && { session: session && withoutSessionToken(session) }),
  }
  const stripped = new Response(JSON.stringify(body), response)
  stripped.headers.delete('content-length')
  return stripped
}

const withoutSessionToken = ({ token: _, ...session }: Record<string, unknown>) => session
