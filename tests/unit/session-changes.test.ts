import { expect, test } from 'vitest'
import { trackSessionChange, watchSessionChanges } from '#client/lib/session/session-changes.ts'

test('a request sent during a call that replaces the session is repeated after that call', async () => {
  let endCall = (_: string) => {}
  const call = new Promise<string>((resolve) => {
    endCall = resolve
  })
  const changed = trackSessionChange(call)
  const isReplaced = watchSessionChanges()

  const replaced = isReplaced()
  endCall('a new session')

  expect(await changed).toBe('a new session')
  expect(await replaced).toBe(true)
})

test('a call that started and ended while a request was pending counts, and an earlier one does not', async () => {
  await trackSessionChange(Promise.resolve())
  const isReplaced = watchSessionChanges()
  expect(await isReplaced()).toBe(false)

  await expect(trackSessionChange(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await isReplaced()).toBe(true)
})
