import { expect, test } from 'vitest'
import { trackSessionChange, watchSessionChanges } from '#client/lib/session/session-changes.ts'

test('what was asked beside a call that replaces the session is asked again once that call ended', async () => {
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

test('a call that began and ended while a question was on its way counts, and one before it does not', async () => {
  await trackSessionChange(Promise.resolve())
  const isReplaced = watchSessionChanges()
  expect(await isReplaced()).toBe(false)

  await expect(trackSessionChange(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await isReplaced()).toBe(true)
})
