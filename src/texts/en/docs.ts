export type ServiceStatus = 'Available' | 'Coming Soon' | 'Planned'

type Service = { name: string; text: string; status: ServiceStatus }
type Category = { title: string; services: readonly Service[] }

/** What this product does and does not do yet. */
const categories: readonly Category[] = [
  {
    title: 'Payments',
    services: [
      {
        name: 'Card, PayPal and bank transfer',
        text: 'Taken in the sandbox, which decides each outcome from the amount.',
        status: 'Available',
      },
      {
        name: 'Payments that are paid once',
        text: 'An Idempotency-Key makes it safe to send a payment again.',
        status: 'Available',
      },
      {
        name: 'Refunds',
        text: 'Giving back all or a part of a payment.',
        status: 'Coming Soon',
      },
      {
        name: 'Payments with real money',
        text: 'A processor other than the sandbox.',
        status: 'Planned',
      },
      { name: 'Subscriptions', text: 'Payments that recur by themselves.', status: 'Planned' },
    ],
  },
  {
    title: 'Customers and figures',
    services: [
      {
        name: 'Customers',
        text: 'Who paid, how much and when, with erasure on request.',
        status: 'Available',
      },
      {
        name: 'Analytics',
        text: 'Revenue, success rate and retention, each figure leading to its payments.',
        status: 'Available',
      },
      {
        name: 'CSV export',
        text: 'Exactly the payments that the filters show.',
        status: 'Available',
      },
      {
        name: 'AI analysis',
        text: 'Questions about your own figures, answered in words.',
        status: 'Available',
      },
    ],
  },
  {
    title: 'For programs',
    services: [
      {
        name: 'REST API',
        text: 'Payments, customers, figures and webhook events, described by OpenAPI 3.1, in two versions.',
        status: 'Available',
      },
      {
        name: 'API keys',
        text: 'With scopes, an end and rotation without a gap.',
        status: 'Available',
      },
      {
        name: 'Webhooks',
        text: 'Signed by Standard Webhooks, tried again for days and sent anew on request.',
        status: 'Available',
      },
      {
        name: 'Client libraries',
        text: 'Packages for TypeScript and other languages.',
        status: 'Planned',
      },
    ],
  },
  {
    title: 'Access and operation',
    services: [
      {
        name: 'Built-in sign-in',
        text: 'E-mail and password, a second step, and Google when it is set up.',
        status: 'Available',
      },
      {
        name: 'Sign-in with Clerk',
        text: 'Two keys hand accounts and passwords to Clerk.',
        status: 'Available',
      },
      {
        name: 'Team',
        text: 'Owners and staff, who join by a link.',
        status: 'Available',
      },
      {
        name: 'SQLite or PostgreSQL',
        text: 'One file on one machine, or a database that several processes share.',
        status: 'Available',
      },
      { name: 'SAML single sign-on', text: 'For companies’ own directories.', status: 'Planned' },
    ],
  },
]

export const docs = {
  title: 'Docs',
  hero: {
    title: 'Take payments, and know how they went',
    text: 'Incasso is a payments dashboard for merchants and an API for the programs that work with them. What the dashboard shows of payments, customers and figures, a program can read and do.',
    start: 'Read the Quick Start',
    reference: 'Open the API reference',
  },
  steps: {
    title: 'Get started in four steps',
    items: [
      { title: 'Set up your account', text: 'Five short questions about your business.' },
      {
        title: 'Take a test payment',
        text: 'On Payments, 12.34 by card succeeds and 10.01 is declined. No money moves.',
      },
      { title: 'Make an API key', text: 'Under API Integration. It is shown once.' },
      {
        title: 'Hear of every payment',
        text: 'Give a webhook address there, and send yourself a test event.',
      },
    ],
    links: ['Open the set-up', 'Take a payment', 'Make a key', 'Set up webhooks'],
  },
  tabs: {
    label: 'Documentation',
    overview: 'Overview',
    quickStart: 'Quick Start',
    reference: 'API Reference',
    sdks: 'SDKs',
  },
  services: { title: 'Services', categories },
  targets: {
    title: 'Platform targets',
    text: 'What the platform is designed to grow to. They are aims, not measurements of this server.',
    items: [
      { figure: '150+', name: 'countries' },
      { figure: '100+', name: 'currencies' },
      { figure: '500+', name: 'payment methods' },
      { figure: '99.9%', name: 'uptime' },
    ],
  },
  enterprise: {
    title: 'Enterprise features',
    points: [
      'Every merchant’s data are apart from all others’: another merchant’s id answers 404.',
      'Owners and staff: keys, secrets, settings and the team are for owners alone.',
      'An audit log says who changed what and when, and the request log what programs asked.',
      'Rotating API keys and signing secrets takes an overlap, so that nothing stops meanwhile.',
      'Webhooks are signed, tried again for days, and never sent into a private network in production.',
      'Several processes share one PostgreSQL; limits and idempotency count across all of them.',
      'Erasing a customer removes their name and e-mail everywhere, and keeps the sums right.',
    ],
  },
  quickStart: {
    title: 'Quick Start',
    text: 'Put your API key in place of `sk_test_…`. The amount decides the outcome: 12.34 succeeds.',
    baseUrl: 'Base URL',
    baseUrlWhat: 'the base URL',
    pay: 'Take a payment with curl',
    list: 'Read the latest payments with curl',
    typescript: 'Take a payment with TypeScript',
    typescriptHint: 'It runs as it stands in Node 20 or newer, and needs no package.',
    key: 'Make a key under API Integration',
  },
  reference: {
    title: 'API Reference',
    text: 'Each call with all its fields, errors and examples. You can try them there with your session or a key.',
    read: 'Read and try the calls',
    document: 'The OpenAPI 3.1 document',
    read2: 'The same for version 2',
    document2: 'The OpenAPI document of version 2',
    documentHint: 'For tools: code generators, Postman, linters.',
    facts: [
      'Answers are JSON; refusals are `application/problem+json` with a `code` and a `requestId`.',
      'Amounts are decimal texts such as `"12.34"`, instants are ISO-8601 in UTC.',
      'Each key may send 100 requests a second, in bursts of up to 200.',
    ],
  },
  sdks: {
    title: 'SDKs',
    text: 'There is no client library to install yet. What there is:',
    points: [
      'The API is plain HTTP and JSON: the `fetch` of Node, Deno, Bun and browsers, or curl, is enough.',
      'Client code for most languages can be generated from the OpenAPI document.',
      'Webhooks follow Standard Webhooks 1.0.0, whose libraries verify them in many languages.',
    ],
    document: 'Open the OpenAPI document',
    libraries: 'Libraries of Standard Webhooks',
  },
  guides: {
    label: 'Guides',
    api: 'Calling the API',
    webhooks: 'Receiving webhooks',
    problems: 'Problems and declines',
    reference: 'API reference',
    docs: 'Docs',
  },
  copy: (what: string) => `Copy ${what}`,
  newTab: '(opens in a new tab)',
  callToAction: {
    title: 'Ready?',
    text: 'The first payment takes less than a minute.',
    button: 'Take a test payment',
  },
} as const
