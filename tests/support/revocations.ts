import { expect } from 'vitest'
import { type Credentials, callOrThrow } from './foreign-merchant.ts'
import type { KeepAliveClient } from './keep-alive.ts'

/** Valid credentials, a path that accepts them, and the call that revokes them. */
export type Revocable = {
  path: string
  credentials: Credentials
  /** Resolves once the server has confirmed the revocation. */
  revoke: () => Promise<void>
}

/** A way to revoke credentials. `begin` creates new credentials to revoke. */
export type Revocation = { name: string; begin: () => Promise<Revocable> }

const PASSWORDS = ['correct horse battery', 'another horse battery']

/** The people whose credentials are revoked. */
export type RevocationOptions = {
  client: KeepAliveClient
  owner: Credentials
  ownerEmail: string
  /** A person with an account and no merchant yet. */
  guest: Credentials
  guestEmail: string
}

/** Returns every way in which valid credentials can be revoked over HTTP. */
export function listRevocations(options: RevocationOptions): Revocation[] {
  return [
    ...keyRevocations(options),
    ...sessionRevocations(options),
    passwordRevocations(options),
    ...memberRevocations(options),
  ]
}

const callerOf =
  (client: KeepAliveClient, credentials: Credentials) =>
  (method: string, path: string, body?: unknown) =>
    callOrThrow(client, credentials, [method, path, body])

function keyRevocations({ client, owner }: RevocationOptions): Revocation[] {
  const call = callerOf(client, owner)
  const make = async (revoke: (id: string) => Promise<void>): Promise<Revocable> => {
    const { id, secret } = await call('POST', '/api/api-keys', { name: 'Race' })
    const credentials = { authorization: `Bearer ${secret}` }
    return { path: '/api/transactions?limit=1', credentials, revoke: () => revoke(id) }
  }
  return [
    {
      name: 'key revoked',
      begin: () => make((id) => call('DELETE', `/api/api-keys/${id}`)),
    },
    {
      name: 'key rotated',
      begin: () =>
        make(async (id) => {
          await call('POST', `/api/api-keys/${id}/rotate`, { overlapDays: 0 })
        }),
    },
  ]
}

async function signIn(
  { send }: KeepAliveClient,
  email: string,
  password: string,
): Promise<Credentials> {
  const body = { email, password }
  const response = await send({ method: 'POST', path: '/api/auth/sign-in/email', body })
  expect(response.status, response.body).toBe(200)
  return cookiesIn(response.headers['set-cookie'])
}

const cookiesIn = (lines: string | string[] = []): Credentials => ({
  cookie: [lines]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; '),
})

function sessionRevocations({ client, owner, ownerEmail }: RevocationOptions): Revocation[] {
  const signInAgain = () => signIn(client, ownerEmail, String(PASSWORDS[0]))
  const path = '/api/merchants'
  const call = callerOf(client, owner)
  const idOf = async (credentials: Credentials): Promise<string> => {
    const response = await callOrThrow(client, credentials, ['GET', '/trpc/identity.sessions'])
    return response.result.data.find((each: { isCurrent: boolean }) => each.isCurrent).id
  }
  return [
    {
      name: 'signed out',
      begin: async () => {
        const credentials = await signInAgain()
        const revoke = () => callOrThrow(client, credentials, ['POST', '/api/auth/sign-out', {}])
        return { path, credentials, revoke }
      },
    },
    {
      name: 'session ended',
      begin: async () => {
        const credentials = await signInAgain()
        const sessionId = await idOf(credentials)
        return {
          path,
          credentials,
          revoke: () => call('POST', '/trpc/identity.endSession', { sessionId }),
        }
      },
    },
    {
      name: 'other sessions ended',
      begin: async () => ({
        path,
        credentials: await signInAgain(),
        revoke: () => call('POST', '/trpc/identity.endOtherSessions', {}),
      }),
    },
  ]
}

/** Changes the password on another device, and requests to sign out all other sessions. */
function passwordRevocations({ client, guest, guestEmail }: RevocationOptions): Revocation {
  let currentSession = guest
  let changes = 0
  return {
    name: 'password changed',
    begin: async () => {
      const currentPassword = String(PASSWORDS[changes % 2])
      const credentials = await signIn(client, guestEmail, currentPassword)
      const revoke = async () => {
        changes += 1
        const newPassword = PASSWORDS[changes % 2]
        const response = await client.send({
          method: 'POST',
          path: '/api/auth/change-password',
          headers: currentSession,
          body: { currentPassword, newPassword, revokeOtherSessions: true },
        })
        expect(response.status, response.body).toBe(200)
        currentSession = cookiesIn(response.headers['set-cookie'])
      }
      return { path: '/trpc/identity.sessions', credentials, revoke }
    },
  }
}

/** Removes another person from the team, or lowers their role. The person joins again each time. */
function memberRevocations({ client, owner, ownerEmail }: RevocationOptions): Revocation[] {
  const call = callerOf(client, owner)
  const email = `member-of-${ownerEmail}`
  let member: { credentials: Credentials; userId: string } | undefined
  const getMember = async () => {
    if (member) return member
    const body = { email, password: PASSWORDS[0], name: 'Member' }
    const response = await client.send({ method: 'POST', path: '/api/auth/sign-up/email', body })
    expect(response.status, response.body).toBe(200)
    const credentials = cookiesIn(response.headers['set-cookie'])
    member = { credentials, userId: JSON.parse(response.body).user.id }
    return member
  }
  const joinTeam = async (role: 'owner' | 'staff') => {
    const { credentials, userId } = await getMember()
    const team = await call('GET', '/trpc/team.list')
    const isMember = team.result.data.members.some(
      (each: { userId: string }) => each.userId === userId,
    )
    if (isMember) await call('POST', '/trpc/team.remove', { userId })
    const invitation = await call('POST', '/trpc/team.invite', { role })
    const token = String(invitation.result.data.link.split('#')[1])
    await callOrThrow(client, credentials, ['POST', '/trpc/team.accept', { token }])
    return { credentials, userId }
  }
  return [
    {
      name: 'member removed',
      begin: async () => {
        const { credentials, userId } = await joinTeam('staff')
        const revoke = () => call('POST', '/trpc/team.remove', { userId })
        return { path: '/api/transactions?limit=1', credentials, revoke }
      },
    },
    {
      name: 'role lowered',
      begin: async () => {
        const { credentials, userId } = await joinTeam('owner')
        const revoke = () => call('POST', '/trpc/team.changeRole', { userId, role: 'staff' })
        return { path: '/api/api-keys', credentials, revoke }
      },
    },
  ]
}
