import { useSyncExternalStore } from 'react'
import { config } from '../config.ts'

/** Functions of Clerk's script for the page, once it runs. */
export type ClerkLink = {
  /**
   * Resolves to the session's token, or to null when no person is signed in. Rejects when it needs Clerk and
   * cannot reach it.
   */
  getToken: () => Promise<string | null>
  signOut: () => Promise<void>
  /** Resolves to true when the person confirmed their identity; the next token states the confirmation. */
  reverify: () => Promise<boolean>
}

/** `userId` is null when no person is signed in, and undefined while that is changing. */
export type ClerkState =
  | { name: 'loading' }
  | { name: 'failed' }
  | { name: 'ready'; userId: string | null | undefined }

let state: ClerkState = { name: 'loading' }
let link: ClerkLink | undefined
let attempt = 0
const listeners = new Set<() => void>()

function notifyListeners() {
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setClerkState(next: ClerkState) {
  state = next
  notifyListeners()
}

/** Records that a script of Clerk's could not be fetched. A later success of its library overrides this. */
export function markClerkUnavailable() {
  if (state.name === 'loading') setClerkState({ name: 'failed' })
}

/** Stores Clerk's functions for the page; undefined means that Clerk's script no longer provides them. */
export function connectClerk(next: ClerkLink | undefined) {
  link = next
}

/** Returns Clerk's functions; undefined until Clerk's script runs, and always with the embedded provider. */
export const clerkLink = (): ClerkLink | undefined => link

export const useClerkState = (): ClerkState => useSyncExternalStore(listen, () => state)

/** Returns the number of retries of loading Clerk's script. */
export const useClerkAttempt = (): number => useSyncExternalStore(listen, () => attempt)

/** Loads Clerk's script again if loading it has failed. */
export function retryClerk() {
  if (state.name !== 'failed') return
  attempt += 1
  setClerkState({ name: 'loading' })
}

/** Returns true until Clerk has stated who is signed in: no visitor is sent to the sign-in page before. */
export function useIsIdentityPending(): boolean {
  const clerk = useClerkState()
  if (config.identity !== 'clerk') return false
  return clerk.name === 'loading' || (clerk.name === 'ready' && clerk.userId === undefined)
}

/**
 * Returns the header with the token of Clerk's session; an empty object without a token, where the session
 * cookie identifies the caller.
 */
export async function authorization(): Promise<{ Authorization?: string }> {
  const token = await link?.getToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}
