import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath } from '#client/lib/canonical-path.ts'
import { anyCharacter } from '../support/characters.ts'

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/payments', '/payments'],
  ['/payments/', '/payments'],
  ['//payments///', '/payments'],
  ['/%70ayments', '/payments'],
  ['/%50ayments', '/Payments'],
  ['/Payments', '/Payments'],
  ['/api%2dintegrations', '/api-integrations'],
  ['/a%2Fb', '/a%2Fb'],
  ['/%2570ayments', '/%2570ayments'],
  ['/a%3Fb%23c', '/a%3Fb%23c'],
  ['/caff%C3%A8/', '/caff%C3%A8'],
  ['/50%/', '/50%'],
])('%s is %s', (typed, canonical) => {
  expect(canonicalPath(typed)).toBe(canonical)
})

test('any typed path keeps its meaning, is stable, and leads to this host', () => {
  const typed = fc
    .array(fc.oneof(anyCharacter, fc.constantFrom('/', '%2f', '%70', '%5', '%%', '%41')))
    .map((parts) => new URL(`http://page/${parts.join('').replaceAll(/[?#]/g, '')}`).pathname)

  fc.assert(
    fc.property(typed, (pathname) => {
      const canonical = canonicalPath(pathname)
      expect(canonical).toMatch(/^\/(?!\/)/)
      expect(canonicalPath(canonical)).toBe(canonical)
      expect(new URL(canonical, 'http://page').host).toBe('page')
    }),
  )
})
