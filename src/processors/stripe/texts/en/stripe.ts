const imported = (count: number, shown: string) =>
  `${shown} ${count === 1 ? 'payment' : 'payments'} imported`

export const stripe = {
  title: 'Cards by Stripe',
  text: {
    test: 'Payments by card go to the sandbox. Connect Stripe’s test mode to try real card forms.',
    live: 'Connect Stripe to take real card payments.',
  },
  connectedText: {
    test: 'Payments by card go to the test mode of your Stripe account. No money moves.',
    live: 'Payments by card go to your Stripe account.',
  },
  takes: {
    card: {
      test: 'Stripe’s test mode takes the card typed below. No real money moves.',
      live: 'Your Stripe account takes the card typed below. If the bank asks, the customer confirms the payment.',
    },
    paypal: {
      test: 'Stripe’s test mode takes the payment by PayPal. Next, open Stripe’s page or send its link: the customer pays there. No real money moves.',
      live: 'Your Stripe account takes the payment by PayPal. Next, open Stripe’s page or send its link: the customer pays there.',
    },
  },
  card: {
    note: 'Card details go straight to Stripe: they never reach us.',
    unreachable: {
      title: 'Stripe cannot be reached from this browser',
      text: 'Cards are typed into fields of Stripe’s. An extension or the network may block js.stripe.com.',
      others: 'The other payment methods work.',
      retry: 'Retry',
    },
  },
  facts: {
    key: 'Key',
    publishableKey: 'Publishable key',
    arrival: 'Payment results arrive',
    since: 'Connected since',
    byEvents: (elapsed: string) => `By events, last ${elapsed} ago`,
    byPolling: (elapsed: string) => `By polling, last checked ${elapsed} ago`,
    notPolled: 'By polling, not checked yet',
    unheard: 'The webhook endpoint has not called yet.',
  },
  address: {
    label: 'Webhook URL',
    copy: 'Copy the webhook URL',
    none: 'Optional: add an endpoint with this URL in Stripe, then enter its secret under “Change keys”. Until then Incasso requests the outcomes from Stripe.',
    pasted: 'The endpoint that you added in Stripe calls this URL.',
  },
  fields: {
    secretKey: 'Restricted key',
    publishableKey: 'Publishable key',
    webhookSecret: 'Webhook secret',
    makeWebhook: 'Receive outcomes at once (recommended)',
    makeWebhookHelp:
      'Incasso creates a webhook endpoint in Stripe, which reports how each payment ends.',
    whereKeys: 'Stripe shows both keys under Developers, API keys.',
    whereKeysLink: 'Open API keys in Stripe',
    permissions: 'In Stripe, give the restricted key these permissions:',
    optional: 'Optional:',
    webhookSecretLater: (start: string) =>
      `Optional. Stripe shows it once an endpoint exists. The URL of that endpoint begins with ${start} and is shown after connecting.`,
    webhookSecretNew:
      'Of an endpoint that you added in Stripe. The former secret works for 24 more hours.',
  },
  fullKey:
    'A full secret key can do everything in your Stripe account, also pay money out. A restricted key can do only what payments need, so it is safer.',
  missing: {
    secretKey: 'Enter the restricted key.',
    publishableKey: 'Enter the publishable key.',
    any: 'Enter at least one new key.',
  },
  malformed: {
    secretKey: (mode: string) => `Enter a complete restricted key: it begins with rk_${mode}_.`,
    publishableKey: (mode: string) =>
      `Enter a complete publishable key: it begins with pk_${mode}_.`,
    webhookSecret: () => 'Enter a complete webhook secret: it begins with whsec_.',
  },
  otherMode: {
    test: 'This key is of Stripe’s live mode. Test mode takes keys of test mode only.',
    live: 'This key is of Stripe’s test mode. Live mode takes keys of live mode only.',
  },
  unknownKey: 'Stripe does not accept this key. Below is why, in Stripe’s own words.',
  check: { open: 'Check key', pending: 'Checking…' },
  connect: {
    open: 'Connect Stripe',
    title: 'Connect Stripe',
    submit: 'Connect',
    submitting: 'Connecting…',
    cancel: 'Cancel',
    failed: 'Not connected',
    done: { title: 'Stripe connected', message: 'Payments by card go to Stripe from now on.' },
  },
  change: {
    title: 'Change keys',
    text: 'For the same Stripe account. What you leave empty stays as it is.',
    submit: 'Save keys',
    submitting: 'Saving…',
    cancel: 'Cancel',
    failed: 'Not saved',
    done: { title: 'Keys saved', message: 'They are used from now on.' },
  },
  methods: {
    title: 'Payment methods on Stripe’s page',
    text: 'Customers see the methods that fit their payment: its currency, its amount and when it is captured. A payment captured later has no iDEAL, Bancontact or SEPA Direct Debit.',
    off: 'Off in Stripe',
    offText: 'Switch it on in Stripe’s dashboard, under Settings, Payment methods.',
    last: 'At least one method must stay on.',
    failed: 'Not saved',
    further: 'Payments by PayPal go to this account',
    furtherText:
      'Customers who choose PayPal pay on Stripe’s page. Payments made before stay where they are. Connecting a PayPal account switches this off.',
    furtherOff: 'Switch PayPal on in Stripe’s dashboard first, under Settings, Payment methods.',
    unreadable:
      'The key may not read which methods the account has. Until it may, Stripe’s page offers all that are on in Stripe. Here is why, in Stripe’s own words.',
  },
  import: {
    title: 'Earlier payments',
    offer:
      'Payments that this account took without Incasso are added on their original dates, marked as earlier ones, and counted in all figures. Customers get no emails.',
    start: 'Import the last 90 days',
    running: (count: number, shown: string) =>
      count === 0 ? 'Payments are being imported.' : `${imported(count, shown)} so far.`,
    done: (count: number, shown: string) => `${imported(count, shown)}.`,
    again: 'Look for more',
    delayed:
      'Stripe does not respond, or does not let the key read payments. Incasso tries again automatically; “Test permissions” shows what the key may do.',
    failed: 'Nothing imported',
    refused: 'With this key earlier payments cannot be read. Here is why, in Stripe’s own words.',
  },
  disconnectText: {
    test: 'New payments by card go to the sandbox again.',
    live: 'No new payments by card are taken until you connect Stripe again.',
  },
} as const
