import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context'
import { ahead } from '../passwords/password-hash.ts'

/** First Node version in which asynchronous context costs nothing that disabling it could save. */
const FREE_SINCE_NODE = 24
const isDear = Number.parseInt(process.versions.node, 10) < FREE_SINCE_NODE

let underWay = 0
let known: AsyncLocalStorage<unknown>[] | undefined

const storages = async (): Promise<AsyncLocalStorage<unknown>[]> => {
  if (known) return known
  const ofTheLibrary = await Promise.all([
    getCurrentAuthContextAsyncLocalStorage(),
    getCurrentDBAdapterAsyncLocalStorage(),
    getRequestStateAsyncLocalStorage(),
  ])
  known = [...ofTheLibrary, ahead] as AsyncLocalStorage<unknown>[]
  return known
}

/**
 * Runs a call of the sign-in library; every call must go through here. The library keeps the context of its calls in
 * AsyncLocalStorage, as we do in `ahead`. Before Node 24, one use slows down every later promise of the process. So the
 * storages are disabled when no call runs.
 */
export async function asLibraryCall<T>(call: () => Promise<T>): Promise<T> {
  underWay += 1
  try {
    return await call()
  } finally {
    underWay -= 1
    if (isDear) await letGo()
  }
}

async function letGo(): Promise<void> {
  const all = await storages()
  // Keep the storages when another call has begun meanwhile.
  if (underWay === 0) for (const storage of all) storage.disable()
}
