import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CurrentUser } from './identity.schema.ts'

/** Who signs people in. The rest of the code never asks which provider it is. */
export type Identity = {
  /** Part of a person's identity: the same e-mail at two providers is two people. */
  name: 'embedded' | 'clerk'
  /** Who sent the request; undefined when nobody signed in. */
  authenticate: (request: FastifyRequest) => Promise<CurrentUser | undefined>
  /** The provider's own routes, if it has any. */
  routes: (app: FastifyInstance) => Promise<void>
}
