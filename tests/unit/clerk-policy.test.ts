import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/http/entrance/content-security-policy.ts'
import { stripeScript } from '#server/services/processors/stripe/stripe-script.ts'

const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )

const commonDirectives = {
  'default-src': "'none'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

test('the policy without Clerk allows no other host, and inline styles need the nonce', () => {
  expect(directivesOf(contentSecurityPolicy({ nonce: 'bm9uY2U=' }))).toEqual({
    ...commonDirectives,
    'script-src': "'self'",
    'style-src': "'self' 'nonce-bm9uY2U='",
    'img-src': "'self' data:",
    'connect-src': "'self'",
  })
})

test('the policy with Clerk allows Clerk’s hosts, and no others', () => {
  const policy = contentSecurityPolicy({
    nonce: 'bm9uY2U=',
    clerk: { frontendApi: 'clerk.example.com' },
  })

  expect(directivesOf(policy)).toEqual({
    ...commonDirectives,
    'script-src': "'self' https://clerk.example.com https://challenges.cloudflare.com",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: https://img.clerk.com",
    'connect-src': "'self' https://clerk.example.com",
    'worker-src': "'self' blob:",
    'frame-src': 'https://challenges.cloudflare.com',
  })
})

const script = stripeScript({ apiUrl: 'https://api.stripe.com', jsUrl: 'https://js.stripe.com' })

test('the policy for a card in Stripe’s fields allows Stripe’s hosts, and no others', () => {
  const scripts = 'https://js.stripe.com https://*.js.stripe.com'
  expect(directivesOf(contentSecurityPolicy({ nonce: 'bm9uY2U=', script }))).toEqual({
    ...commonDirectives,
    'script-src': `'self' ${scripts}`,
    'style-src': "'self' 'nonce-bm9uY2U='",
    'img-src': "'self' data:",
    'connect-src': "'self' https://api.stripe.com",
    'frame-src': `${scripts} https://hooks.stripe.com`,
  })
})

test('the policy with Clerk and Stripe allows both, and a Stripe stand-in has its own host', () => {
  const url = 'http://127.0.0.1:12111'
  const directives = directivesOf(
    contentSecurityPolicy({
      nonce: 'bm9uY2U=',
      clerk: { frontendApi: 'clerk.example.com' },
      script: stripeScript({ apiUrl: url, jsUrl: url }),
    }),
  )

  expect(directives['script-src']).toBe(
    `'self' https://clerk.example.com https://challenges.cloudflare.com https://js.stripe.com https://*.js.stripe.com ${url}`,
  )
  expect(directives['connect-src']).toBe(
    `'self' https://clerk.example.com https://api.stripe.com ${url}`,
  )
  expect(directives['frame-src']).toBe(
    `https://challenges.cloudflare.com https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com ${url}`,
  )
})

test.each([undefined, { frontendApi: 'clerk.example.com' }])(
  'neither policy allows plug-ins, other bases or inline scripts (%j)',
  (clerk) => {
    const directives = directivesOf(contentSecurityPolicy({ nonce: 'bm9uY2U=', clerk }))

    expect(directives['object-src'] ?? directives['default-src']).toBe("'none'")
    expect(directives['base-uri']).toBe("'none'")
    expect(directives['script-src']).not.toMatch(/unsafe|nonce|data:|\*/)
  },
)
