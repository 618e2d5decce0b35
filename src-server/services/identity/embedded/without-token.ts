import { z } from 'zod'

const Told = z.looseObject({
  token: z.string().nullish(),
  session: z.looseObject({ token: z.string().optional() }).nullish(),
})

/**
 * The answer without the session's token, which the library repeats in its body. It stands in a cookie
 * that no script can read, and a script that runs in the page must not find it beside that.
 * `isSignedIn` says what the page wants to know of it.
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
