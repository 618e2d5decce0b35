import { z } from 'zod'

const Told = z.looseObject({
  token: z.string().nullish(),
  session: z.looseObject({ token: z.string().optional() }).nullish(),
})

/**
 * Removes the session's token from a response of the library, which repeats it in the body. The token belongs in a
 * cookie that scripts cannot read, so no script of the page may find it elsewhere. `isSignedIn` replaces the token for
 * the page.
 */
export async function withoutToken(answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.includes('json')
  if (!isJson || answer.status !== 200) return answer
  const told = Told.safeParse(await answer.clone().json()).data
  if (!told || (told.token === undefined && !told.session)) return answer
  const { token, session, ...rest } = told
  const body = {
    ...rest,
    ...(token !== undefined && { token: null, isSignedIn: token !== null }),
    ...(session !== undefined && { session: session && withoutKey(session) }),
  }
  const handed = new Response(JSON.stringify(body), answer)
  handed.headers.delete('content-length')
  return handed
}

const withoutKey = ({ token: _, ...session }: Record<string, unknown>) => session
