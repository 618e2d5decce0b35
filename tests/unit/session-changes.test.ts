import { expect, test } from 'vitest'
import { changingSession, watchSession } from '#client/lib/session/session-changes.ts'

test('what was asked beside a call that replaces the session is asked again once that call ended', async () => {
  let answer = (_: string) => {}
  const call = new Promise<string>((resolve) => {
    answer = resolve
  })
  const changed = changingSession(call)
  const isReplaced = watchSession()

  const asked = isReplaced()
  answer('a new session')

  expect(await changed).toBe('a new session')
  expect(await asked).toBe(true)
})

test('a call that began and ended while a question was on its way counts, and one before it does not', async () => {
  await changingSession(Promise.resolve())
  const isReplaced = watchSession()
  expect(await isReplaced()).toBe(false)

  await expect(changingSession(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await isReplaced()).toBe(true)
})
