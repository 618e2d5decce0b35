import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '#server/config/config.ts'
import type { LegalConfig, LegalSource } from '#server/config/legal.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { ClientConfig } from '#server/features/identity/identity.schema.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'

const MAX_BYTES = 256 * 1024

type Options = { legal: LegalConfig; limits: CallerLimits }

/** Returns the operator's own text, read once at the start. Throws a ConfigError that names the variable. */
function textOf(name: string, source: LegalSource): string | undefined {
  if (source === undefined || 'address' in source) return undefined
  const text = fileText(name, source.file)
  if (text.trim() === '') throw new ConfigError(`${name}: ${source.file} is empty`)
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new ConfigError(`${name}: ${source.file} has more than 256 kB`)
  }
  return text
}

function fileText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw new ConfigError(`${name}: ${file} cannot be read (${code})`)
  }
}

/** GET /api/legal/terms and /api/legal/privacy: the files that replace the default texts. */
export async function legalRoutes(app: FastifyInstance, { legal, limits }: Options) {
  const texts = {
    terms: textOf('TERMS_URL', legal.terms),
    privacy: textOf('PRIVACY_URL', legal.privacy),
  }
  for (const [name, text] of Object.entries(texts)) {
    app.get(`/api/legal/${name}`, async (request, reply) => {
      await limits.countByAddress(request)
      if (text === undefined) {
        throw new AppError('not_found', 'This server has no such document of its own.')
      }
      return reply.type('text/markdown; charset=utf-8').send(text)
    })
  }
}

type LegalText = ClientConfig['legal']['terms']

const legalTextOf = (source: LegalSource): LegalText => {
  if (source === undefined) return { kind: 'default' }
  return 'address' in source ? { kind: 'address', href: source.address } : { kind: 'file' }
}

/** Returns the data with which the dashboard links to the legal texts. */
export const legalLinks = ({ terms, privacy }: LegalConfig): ClientConfig['legal'] => ({
  terms: legalTextOf(terms),
  privacy: legalTextOf(privacy),
})
