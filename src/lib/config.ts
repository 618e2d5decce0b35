import type { ClientConfig } from '#server/features/identity/identity.schema.ts'

function readConfig(): ClientConfig {
  const content = document.querySelector<HTMLMetaElement>('meta[name="incasso-config"]')?.content
  if (!content) throw new Error('The page carries no configuration')
  // Our own server wrote it, so it is not checked again.
  return JSON.parse(content) as ClientConfig
}

export const config: ClientConfig = readConfig()

export const isDevelopment = config.environment === 'development'
