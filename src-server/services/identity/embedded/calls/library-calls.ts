import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context'
import { ahead } from '../passwords/password-hash.ts'

/** From here on Node carries a context with each promise at no cost that could be saved. */
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
 * A call of the sign-in library, all of which go through here. It remembers by asynchronous hooks whose call
 * it works on, as we do beside it, and once one was used, on older Nodes every promise of the process is dearer from
 * then on. While none of its calls is under way, nothing needs to be remembered, and the hooks are let go.
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
  // Another call may have begun meanwhile.
  if (underWay === 0) for (const storage of all) storage.disable()
}
