import { expect, test } from 'vitest'
import { sessionCookieNames, tokensOf } from '#server/services/identity/clerk/token-sources.ts'

const names = sessionCookieNames('pk_test_bmF0aXZlLWhlcm9uLTEyLmNsZXJrLmFjY291bnRzLmRldiQ')
const [suffixed = ''] = names

test('the suffix of the second cookie is derived from the publishable key as Clerk does', () => {
  expect(names).toEqual(['__session_PhYRuNck', '__session'])
})

test.each([
  ['nothing', {}, []],
  ['the cookie', { cookie: '__session=a' }, ['a']],
  ['both cookies', { cookie: `x=y;__session=a; ${suffixed} = b ` }, ['b', 'a']],
  ['the first of two with one name', { cookie: '__session=a; __session=b' }, ['a']],
  ['no cookie of another name', { cookie: '__session_x=a; my__session=b; __session' }, []],
  ['the header', { authorization: 'Bearer a.b.c' }, ['a.b.c']],
  ['the header alone', { authorization: 'Bearer a.b.c', cookie: '__session=d' }, ['a.b.c']],
  ['no cookie beside another header', { authorization: 'Basic x', cookie: '__session=d' }, []],
  ['no cookie beside an empty header', { authorization: '', cookie: '__session=d' }, []],
  ['no header with two words', { authorization: 'Bearer a b' }, []],
])('%s is read', (_, headers: Record<string, string>, tokens) => {
  expect(tokensOf(new Headers(headers), names)).toEqual(tokens)
})
