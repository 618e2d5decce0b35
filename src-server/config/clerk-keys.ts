/** The data in a publishable key of Clerk. */
export type PublishableKeyParts = {
  kind: 'test' | 'live'
  /** Host of the instance's own API, such as `clerk.example.com`. */
  frontendApi: string
}

/**
 * Decodes a publishable key of Clerk: `pk_test_` or `pk_live_`, then the instance's host and a `$` in base64. Returns
 * undefined for any other text.
 */
export function publishableKeyParts(key: string): PublishableKeyParts | undefined {
  const [, kind, encoded] = /^pk_(test|live)_([A-Za-z0-9+/=_-]+)$/.exec(key) ?? []
  if ((kind !== 'test' && kind !== 'live') || encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const [, frontendApi] = /^([a-z0-9.-]+(?::\d+)?)\$$/.exec(decoded) ?? []
  return frontendApi === undefined ? undefined : { kind, frontendApi }
}
