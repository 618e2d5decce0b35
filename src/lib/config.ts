import type { ClientConfig } from '#server/features/identity/identity.schema.ts'

function readConfig(): ClientConfig {
  const content = document.querySelector<HTMLMetaElement>('meta[name="incasso-config"]')?.content
  if (!content) throw new Error('The page carries no configuration')
  // Our own server wrote it, so it is not checked again.
  return JSON.parse(content) as ClientConfig
}

export const config: ClientConfig = readConfig()

export const isDevelopment = config.environment === 'development'

/** The nonce of this answer's content security policy. Browsers hide the attribute, not the property. */
export const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** The scroll lock under dialogs makes its own style tag and looks for the nonce here. */
export function shareStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce })
}
