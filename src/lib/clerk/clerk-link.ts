import { useSyncExternalStore } from 'react'
import { config } from '../config.ts'

/** What Clerk's script does for the page, once it runs. */
export type ClerkLink = {
  /** Null when no person is signed in; throws when Clerk has to be asked and cannot be reached. */
  getToken: () => Promise<string | null>
  signOut: () => Promise<void>
  /** Whether the person proved again who they are; the next token says so. */
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

function tell() {
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setClerkState(next: ClerkState) {
  state = next
  tell()
}

/** A script of Clerk's could not be fetched. Should a later try of its library work, it says so. */
export function noteClerkAbsent() {
  if (state.name === 'loading') setClerkState({ name: 'failed' })
}

export function connectClerk(next: ClerkLink | undefined) {
  link = next
}

/** Undefined until Clerk's script runs, and always with the embedded provider. */
export const clerkLink = (): ClerkLink | undefined => link

export const useClerkState = (): ClerkState => useSyncExternalStore(listen, () => state)

/** Counts the tries to load Clerk's script. */
export const useClerkAttempt = (): number => useSyncExternalStore(listen, () => attempt)

export function retryClerk() {
  if (state.name !== 'failed') return
  attempt += 1
  setClerkState({ name: 'loading' })
}

/** Whether it is still open who is signed in: then no visitor is sent to the sign-in page. */
export function useIsDeciding(): boolean {
  const clerk = useClerkState()
  if (config.identity !== 'clerk') return false
  return clerk.name === 'loading' || (clerk.name === 'ready' && clerk.userId === undefined)
}

/** What a call carries to say who makes it; nothing where the cookie says it. */
export async function authorization(): Promise<{ Authorization?: string }> {
  const token = await link?.getToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}
