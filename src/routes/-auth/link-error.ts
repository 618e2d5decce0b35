import { auth } from '../../texts/auth.ts'

const known: Record<string, string> = auth.linkErrors

/**
 * What a link reported that led here: Google's way back in `error`, the link of a mail in the address
 * of the page that it wanted to open.
 */
export function linkErrorText(
  error: string | undefined,
  redirect: string | undefined,
): string | undefined {
  if (error) return known[error] ?? auth.linkError
  const [, query] = redirect?.split('?') ?? []
  return known[new URLSearchParams(query).get('error') ?? '']
}
