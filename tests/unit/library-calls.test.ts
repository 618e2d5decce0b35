import { AsyncLocalStorage } from 'node:async_hooks'
import { getRequestStateAsyncLocalStorage } from '@better-auth/core/context'
import { expect, test, vi } from 'vitest'
import { runLibraryCall } from '#server/services/identity/embedded/calls/library-calls.ts'

const isHookCostly = Number.parseInt(process.versions.node, 10) < 24

test.runIf(isHookCostly)(
  'the hooks of the sign-in library are released after the last of its calls, and not before',
  async () => {
    const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
    const storage = (await getRequestStateAsyncLocalStorage()) as AsyncLocalStorage<unknown>
    let endFirst = () => {}
    const firstMayEnd = new Promise<void>((resolve) => {
      endFirst = resolve
    })
    const seen: unknown[] = []
    const first = runLibraryCall(() =>
      storage.run('the first call', async () => {
        await firstMayEnd
        seen.push(storage.getStore())
      }),
    )

    await runLibraryCall(async () => {})
    await expect(runLibraryCall(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(disable).not.toHaveBeenCalled()
    endFirst()
    await first

    expect(seen).toEqual(['the first call'])
    expect(disable).toHaveBeenCalledTimes(4)
    // The storages work again in the next call.
    await runLibraryCall(() =>
      storage.run('the next call', async () => {
        await Promise.resolve()
        seen.push(storage.getStore())
      }),
    )
    expect(seen[1]).toBe('the next call')
    disable.mockRestore()
  },
)
