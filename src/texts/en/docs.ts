export type ServiceStatus = 'Available' | 'Coming Soon' | 'Planned'

/** Displayed texts for the specification's values. */
const statuses: Record<ServiceStatus, string> = {
  Available: 'Available',
  'Coming Soon': 'Coming Soon',
  Planned: 'Planned',
}

type Service = { name: string; text: string; status: ServiceStatus }
type Category = { title: string; services: readonly Service[] }

/** Services that this product offers or plans. */
const categories: readonly Category[] = [
  {
    title: 'Payments',
    services: [
      {
        name: 'Card, PayPal and bank transfer',
        text: 'In test mode the sandbox decides each outcome from the amount.',
        status: 'Available',
      },
      {
        name: 'Safe retries',
        text: 'With an Idempotency-Key, sending a payment again never charges twice.',
        status: 'Available',
      },
      {
        name: 'Refunds',
        text: 'Return all or part of a payment.',
        status: 'Available',
      },
      {
        name: 'Real payments',
        text: 'Cards with your own Stripe account, PayPal with your own PayPal account, bank transfers to your own IBAN.',
        status: 'Available',
      },
      {
        name: 'Payment links',
        text: 'Customers pay on a page that you send as a link, a mail or a QR code.',
        status: 'Available',
      },
      { name: 'Subscriptions', text: 'Recurring payments.', status: 'Planned' },
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
        text: 'Revenue, success rate and retention, with each figure linked to its payments.',
        status: 'Available',
      },
      {
        name: 'CSV export',
        text: 'Payments, refunds or takings by day, for a period or as filtered.',
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
        text: 'With scopes, an expiry date and rotation without downtime.',
        status: 'Available',
      },
      {
        name: 'Webhooks',
        text: 'Signed with Standard Webhooks, retried for days and sent again on request.',
        status: 'Available',
      },
      {
        name: 'SDK for TypeScript',
        text: 'Built from this project, for Node, Deno and edge runtimes.',
        status: 'Available',
      },
      {
        name: 'Command line',
        text: 'Webhook events on your own computer while you develop.',
        status: 'Coming Soon',
      },
    ],
  },
  {
    title: 'Access and operation',
    services: [
      {
        name: 'Built-in sign-in',
        text: 'Email and password, two-step verification, and Google when it is set up.',
        status: 'Available',
      },
      {
        name: 'Sign-in with Clerk',
        text: 'With two keys set, Clerk manages accounts and passwords.',
        status: 'Available',
      },
      {
        name: 'Team',
        text: 'Owners and staff, invited with a link.',
        status: 'Available',
      },
      {
        name: 'SQLite or PostgreSQL',
        text: 'One file on one machine, or a database shared by several processes.',
        status: 'Available',
      },
      { name: 'SAML single sign-on', text: 'For companies’ own directories.', status: 'Planned' },
    ],
  },
]

export const docs = {
  title: 'Docs',
  hero: {
    title: 'Take payments and see how they went',
    text: 'Incasso is a payments dashboard for merchants, with an API for their programs. What you do in the dashboard with payments, customers and figures, a program can do too.',
    start: 'Read the Quick Start',
    reference: 'Open the API reference',
  },
  steps: {
    title: 'Get started in four steps',
    items: [
      { title: 'Set up your account', text: 'Five short questions about your business.' },
      {
        title: 'Take a test payment',
        text: 'On Payments, 12.34 by card succeeds and 10.01 is declined. Test payments make no real charge.',
      },
      { title: 'Create an API key', text: 'Under API Integration. It is shown only once.' },
      {
        title: 'Get notified of every payment',
        text: 'Set a webhook URL there, and send yourself a test event.',
      },
    ],
    links: ['Open the set-up', 'Take a payment', 'Create a key', 'Set up webhooks'],
  },
  tabs: {
    label: 'Documentation',
    overview: 'Overview',
    quickStart: 'Quick Start',
    reference: 'API Reference',
    sdks: 'SDKs',
  },
  services: { title: 'Services', statuses, categories },
  targets: {
    title: 'Platform targets',
    text: 'What the platform is designed to grow to: targets, not measurements of this server.',
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
      'Each merchant’s data is separate: another merchant’s ID returns 404.',
      'Owners and staff: only owners manage keys, secrets, settings and the team.',
      'An audit log records who changed what and when, and a request log records what programs called.',
      'API keys and signing secrets are rotated with an overlap, so that nothing stops working.',
      'Webhooks are signed, retried for days and, in production, never sent to a private network.',
      'Several processes can share one PostgreSQL database: limits and idempotency apply across all of them.',
      'Erasing a customer removes their name and email everywhere, and the totals stay right.',
    ],
  },
  quickStart: {
    title: 'Quick Start',
    text: 'Replace `sk_test_…` with your API key. The amount decides the outcome: 12.34 succeeds.',
    baseUrl: 'Base URL',
    baseUrlWhat: 'the base URL',
    pay: 'Take a payment with curl',
    list: 'Read the latest payments with curl',
    typescript: 'Take a payment with TypeScript',
    typescriptHint: 'It runs as it is in Node 20 or newer, without any package.',
    key: 'Create a key under API Integration',
  },
  reference: {
    title: 'API Reference',
    text: 'Each call with its fields, errors and examples. You can try them there with your session or an API key.',
    read: 'Read and try the calls',
    document: 'The OpenAPI 3.1 document',
    read2: 'The same for version 2',
    document2: 'The OpenAPI document of version 2',
    documentHint: 'For tools: code generators, Postman, linters.',
    facts: [
      'Responses are JSON; errors are `application/problem+json` with a `code` and a `requestId`.',
      'Amounts are decimal strings such as `"12.34"`, times are ISO 8601 in UTC.',
      'Each key may send 100 requests a second, in bursts of up to 200.',
    ],
  },
  sdks: {
    title: 'SDKs',
    text: 'The package for TypeScript is built with npm run sdk, as its guide says. For other languages:',
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
