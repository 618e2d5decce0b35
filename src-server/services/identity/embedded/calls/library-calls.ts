import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context'
import { precomputedHash } from '../passwords/password-hash.ts'

/** First Node version in which asynchronous context costs nothing that disabling it could save. */
const FREE_SINCE_NODE = 24
const isContextCostly = Number.parseInt(process.versions.node, 10) < FREE_SINCE_NODE

let runningCalls = 0
let cachedStorages: AsyncLocalStorage<unknown>[] | undefined

const loadStorages = async (): Promise<AsyncLocalStorage<unknown>[]> => {
  if (cachedStorages) return cachedStorages
  const libraryStorages = await Promise.all([
    getCurrentAuthContextAsyncLocalStorage(),
    getCurrentDBAdapterAsyncLocalStorage(),
    getRequestStateAsyncLocalStorage(),
  ])
  cachedStorages = [...libraryStorages, precomputedHash] as AsyncLocalStorage<unknown>[]
  return cachedStorages
}

/**
 * Runs a call of the sign-in library; every call must go through here. The library keeps the context of its calls in
 * AsyncLocalStorage, as `precomputedHash` does. Before Node 24, one use slows down every later promise of the process.
 * So the storages are disabled when no call runs.
 */
export async function runLibraryCall<T>(call: () => Promise<T>): Promise<T> {
  runningCalls += 1
  try {
    return await call()
  } finally {
    runningCalls -= 1
    if (isContextCostly) await disableStorages()
  }
}

async function disableStorages(): Promise<void> {
  const all = await loadStorages()
  // A call that began meanwhile still needs the storages.
  if (runningCalls === 0) for (const storage of all) storage.disable()
}
