import type { CurrentUser } from './identity.schema.ts'

/** What a provider sees of a request: the web's own shapes, so that it needs no framework. */
export type Incoming = { headers: Headers }

/** Who signs people in. The rest of the code never asks which provider it is. */
export type Identity = {
  /** Part of a person's identity: the same e-mail at two providers is two people. */
  name: 'embedded' | 'clerk'
  /** Who sent the request; undefined when nobody signed in. */
  authenticate: (request: Incoming) => Promise<CurrentUser | undefined>
  /** Answers the provider's own calls under /api/auth, if it has any. */
  handle?: (request: Request) => Promise<Response>
  /** Removes an account with its sessions, where accounts are kept here. */
  removeUser?: (id: string) => Promise<void>
}

/** Set by the server from the connection; what a client writes into it is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-incasso-client-address'
