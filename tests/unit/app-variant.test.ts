import { describe, expect, test } from 'vitest'
import { type Crumbs, crumbsOf } from '#client/features/shell/navigation.ts'
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

const crumbText = ({ parent, title }: Crumbs) => (parent ? `${parent.label} / ${title}` : title)

test.each([
  ['/', 'Dashboard'],
  ['/payments', 'Process Payment'],
  ['/transactions', 'Transaction History'],
  ['/customers', 'Customer Management'],
  ['/analytics', 'Analytics & Reports'],
  ['/integration', 'API Integration'],
  ['/api-integrations', 'API Integration'],
  ['/onboarding', 'Configurazione Account'],
  ['/dashboard', 'Dashboard'],
])('%s has the title %s, regardless of the page’s own name', (path, title) => {
  for (const variant of ['full', 'development'] as const) {
    expect(crumbText(crumbsOf(path, variant, 'Anything'))).toBe(title)
  }
})

test.each([
  ['/environment-management', 'Gestione', 'Dashboard / Gestione', 'Incasso / Gestione'],
  ['/settings', 'Settings', 'Dashboard / Settings', 'Incasso / Settings'],
  ['/profile', 'Profile', 'Dashboard / Profile', 'Incasso / Profile'],
  ['/anything', undefined, 'Dashboard', 'Incasso'],
  ['/transactions/TXN-1', '#TXN-1', 'Transactions / #TXN-1', 'Transactions / #TXN-1'],
  ['/transactions/TXN-1', 'Transactions', 'Transactions', 'Transactions'],
  ['/customers/cus_1', 'Ada', 'Customers / Ada', 'Customers / Ada'],
])('%s, which names itself %s, is %s in the full app and %s in the other', (...expected) => {
  const [path, name, full, development] = expected
  expect(crumbText(crumbsOf(path, 'full', name))).toBe(full)
  expect(crumbText(crumbsOf(path, 'development', name))).toBe(development)
})

test('a page that has not loaded yet has the name of its entry in the sidebar', () => {
  expect(crumbText(crumbsOf('/environment-status', 'full', undefined))).toBe(
    'Dashboard / Environment',
  )
})
