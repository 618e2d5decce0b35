import type { ClientConfig } from '#server/features/identity/identity.schema.ts'

function readConfig(): ClientConfig {
  const content = document.querySelector<HTMLMetaElement>('meta[name="incasso-config"]')?.content
  if (!content) throw new Error('The page carries no configuration')
  // Incasso's server wrote this JSON, so it is not validated again.
  return JSON.parse(content) as ClientConfig
}

/** The server's configuration for this page, from its `incasso-config` meta element. */
export const config: ClientConfig = readConfig()

export const isDevelopment = config.environment === 'development'

/**
 * The nonce of this response's Content-Security-Policy. Browsers hide the `nonce` attribute from scripts, but
 * not the property.
 */
export const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Shares the nonce with the dialogs' scroll lock, which creates its own style element and reads this global. */
export function shareStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce })
}
