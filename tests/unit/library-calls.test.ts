import { AsyncLocalStorage } from 'node:async_hooks'
import { getRequestStateAsyncLocalStorage } from '@better-auth/core/context'
import { expect, test, vi } from 'vitest'
import { asLibraryCall } from '#server/services/identity/embedded/calls/library-calls.ts'

const isDear = Number.parseInt(process.versions.node, 10) < 24

test.runIf(isDear)(
  'the hooks of the sign-in library are let go after the last of its calls, and not before',
  async () => {
    const letGo = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
    const storage = (await getRequestStateAsyncLocalStorage()) as AsyncLocalStorage<unknown>
    let endFirst = () => {}
    const waiting = new Promise<void>((resolve) => {
      endFirst = resolve
    })
    const seen: unknown[] = []
    const first = asLibraryCall(() =>
      storage.run('the first call', async () => {
        await waiting
        seen.push(storage.getStore())
      }),
    )

    await asLibraryCall(async () => {})
    await expect(asLibraryCall(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(letGo).not.toHaveBeenCalled()
    endFirst()
    await first

    expect(seen).toEqual(['the first call'])
    expect(letGo).toHaveBeenCalledTimes(4)
    // The storages work again in the next call.
    await asLibraryCall(() =>
      storage.run('the next call', async () => {
        await Promise.resolve()
        seen.push(storage.getStore())
      }),
    )
    expect(seen[1]).toBe('the next call')
    letGo.mockRestore()
  },
)
