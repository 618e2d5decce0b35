import { describe, expect, test } from 'vitest'
import { headerTitle } from '#client/features/shell/navigation.ts'
import { delayOf, variantOf } from '#client/lib/app-variant.ts'

describe('the host decides which app it serves', () => {
  test.each([
    ['127.0.0.1', 'full'],
    ['[::1]', 'full'],
    ['pay.example.com', 'full'],
    ['192.168.1.20', 'full'],
    ['', 'full'],
    ['localhost', 'development'],
    ['LOCALHOST', 'development'],
    ['incasso.localhost', 'development'],
    ['localhost.example.com', 'development'],
    ['shop.user.replit.dev', 'development'],
    ['replit.com', 'development'],
  ] as const)('%s is the %s app', (hostname, variant) => {
    expect(variantOf(hostname)).toBe(variant)
  })
})

describe('the shell waits a second in the full app', () => {
  test.each(['/sign-in', '/sign-up', '/dashboard', '/clerk-visual-guide', '/clerk-quick-setup'])(
    'but not on %s',
    (path) => expect(delayOf('full', path)).toBe(0),
  )

  test.each(['/', '/payments', '/onboarding', '/sign-in/more', '/no-such-page'])(
    'also on %s',
    (path) => {
      expect(delayOf('full', path)).toBe(1000)
      expect(delayOf('development', path)).toBe(0)
    },
  )
})

test.each([
  ['/', 'Dashboard', 'Dashboard'],
  ['/payments', 'Process Payment', 'Process Payment'],
  ['/transactions', 'Transaction History', 'Transaction History'],
  ['/transactions/TXN-1', 'Transaction History', 'Transaction History'],
  ['/customers', 'Customer Management', 'Customer Management'],
  ['/analytics', 'Analytics & Reports', 'Analytics & Reports'],
  ['/onboarding', 'Configurazione Account', 'Configurazione Account'],
  ['/dashboard', 'Dashboard', 'Dashboard'],
  ['/environment-management', 'Dashboard', 'Incasso'],
  ['/anything', 'Dashboard', 'Incasso'],
])('%s has the header title %s in the full app and %s in the other', (path, full, development) => {
  expect(headerTitle(path, 'full')).toBe(full)
  expect(headerTitle(path, 'development')).toBe(development)
})
