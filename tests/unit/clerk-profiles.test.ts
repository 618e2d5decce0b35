import { expect, test } from 'vitest'
import { AppError } from '#server/core/calls/errors.ts'
import type { ClerkApi } from '#server/services/identity/clerk/clerk-api.ts'
import { createProfileCache } from '#server/services/identity/clerk/profiles.ts'
import { testClock } from '../support/clock.ts'

const FRESH_MS = 5 * 60_000

/** Creates profiles on a fake of Clerk's API in the same process, which records its calls and can fail. */
function people(users: Record<string, object> = {}) {
  const clock = testClock()
  const paths: string[] = []
  let isDown = false
  const api: ClerkApi = {
    status: () => ({ isReachable: null, lastError: null, since: null }),
    get: async (path, schema) => {
      paths.push(path)
      await Promise.resolve()
      if (isDown) throw new AppError('unavailable', 'down')
      const { pathname, searchParams } = new URL(path, 'http://clerk')
      const [, , id] = pathname.split('/')
      if (id === undefined) {
        return schema.parse(searchParams.getAll('user_id').flatMap((each) => users[each] ?? []))
      }
      return users[id] && schema.parse(users[id])
    },
  }
  return {
    ...createProfileCache({ api, now: clock.now }),
    clock,
    paths,
    users,
    setDown: (now: boolean) => {
      isDown = now
    },
  }
}

const user = (id: string, more: object = {}) => ({
  id,
  first_name: 'Ada',
  last_name: 'Rossi',
  image_url: 'https://img.clerk.com/x',
  primary_email_address_id: 'idn_2',
  email_addresses: [
    { id: 'idn_1', email_address: 'old@example.com' },
    { id: 'idn_2', email_address: 'ada@example.com' },
  ],
  ...more,
})

test('a person is fetched once in five minutes, despite repeated and concurrent requests', async () => {
  const { find, paths, clock } = people({ user_a: user('user_a') })

  const [first, second] = await Promise.all([find(['user_a']), find(['user_a', 'user_a'])])

  expect(paths).toEqual(['/users/user_a'])
  expect(first).toEqual(second)
  expect(first.get('user_a')).toEqual({
    id: 'user_a',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Rossi',
    profileImageUrl: 'https://img.clerk.com/x',
  })
  clock.advance(FRESH_MS - 1)
  await find(['user_a'])
  expect(paths).toHaveLength(1)
  clock.advance(1)
  await find(['user_a'])
  expect(paths).toHaveLength(2)
})

test.each([
  ['the primary address', {}, 'ada@example.com'],
  ['the first, when none is primary', { primary_email_address_id: null }, 'old@example.com'],
  ['the first, when the primary is missing', { primary_email_address_id: 'x' }, 'old@example.com'],
  ['nothing, when there is none', { email_addresses: [] }, ''],
])('the e-mail is %s', async (_, more, email) => {
  const { find } = people({ user_a: user('user_a', more) })

  expect((await find(['user_a'])).get('user_a')).toMatchObject({ email })
})

test('missing fields are empty', async () => {
  const bare = { id: 'user_a', first_name: null, last_name: null }
  const { find } = people({ user_a: bare })

  expect((await find(['user_a'])).get('user_a')).toEqual({
    id: 'user_a',
    email: '',
    firstName: '',
    lastName: '',
    profileImageUrl: '',
  })
})

test('cached people are served while Clerk is down, and no other person counts as deleted', async () => {
  const { find, clock, setDown, users } = people({ user_a: user('user_a') })
  await find(['user_a'])
  setDown(true)
  clock.advance(24 * 3_600_000)

  const meanwhile = await find(['user_a', 'user_b'])

  expect(meanwhile.get('user_a')).toMatchObject({ firstName: 'Ada' })
  expect(meanwhile.get('user_b')).toBe('unknown')
  setDown(false)
  users.user_a = user('user_a', { first_name: 'Augusta' })
  expect((await find(['user_a', 'user_b'])).get('user_a')).toMatchObject({ firstName: 'Augusta' })
  expect((await find(['user_b'])).get('user_b')).toBe('gone')
})

test('a deleted or banned person is gone', async () => {
  const { find } = people({ user_b: user('user_b', { banned: true }) })

  const found = await find(['user_a', 'user_b'])

  expect([...found.values()]).toEqual(['gone', 'gone'])
})

test('many people are fetched together, a hundred at a time', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `user_${index}`)
  const { find, paths } = people(Object.fromEntries(ids.map((id) => [id, user(id)])))

  const found = await find(ids)

  expect(found.size).toBe(150)
  expect([...found.values()].every((profile) => typeof profile === 'object')).toBe(true)
  expect(paths).toHaveLength(2)
})

test('a thousand people are cached, and the one requested longest ago is evicted', async () => {
  const ids = Array.from({ length: 1001 }, (_, index) => `user_${index}`)
  const { find, paths } = people(Object.fromEntries(ids.map((id) => [id, user(id)])))
  for (const id of ids) await find([id])
  expect(paths).toHaveLength(1001)

  await find(['user_1000'])
  await find(['user_1'])
  expect(paths).toHaveLength(1001)
  await find(['user_0'])

  expect(paths).toHaveLength(1002)
})
