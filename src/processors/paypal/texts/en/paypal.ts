export const paypal = {
  title: 'PayPal',
  text: {
    test: 'PayPal payments go to the sandbox. Connect a PayPal test account to try PayPal’s own pages.',
    live: 'Connect your PayPal account, so that customers can pay you with PayPal.',
  },
  connectedText: {
    test: 'PayPal payments go to your PayPal test account. No real money moves.',
    live: 'PayPal payments go to your PayPal account.',
  },
  takes: {
    paypal: {
      test: 'Your PayPal test account takes the payment. Next, open PayPal’s page or send its link: the customer approves there. No real money moves.',
      live: 'Your PayPal account takes the payment. Next, open PayPal’s page or send its link: the customer approves there.',
    },
  },
  facts: {
    clientId: 'Client ID',
    environment: 'Mode',
    environments: { test: 'PayPal sandbox', live: 'Live' },
    arrival: 'Payment results arrive',
    since: 'Connected since',
    byEvents: (elapsed: string) => `Sent by PayPal at once, last ${elapsed} ago`,
    byPolling: (elapsed: string) => `Incasso checks at PayPal, last ${elapsed} ago`,
    notPolled: 'By polling, not checked yet',
    unheard: 'PayPal has not sent anything yet.',
    notReachable: 'PayPal can only send results at once to public sites with https.',
    reconnect: 'To get results at once, disconnect PayPal and connect it again.',
  },
  form: {
    steps: {
      test: [
        'Sign in to PayPal for developers with your PayPal business account.',
        'Open Apps & Credentials, choose Sandbox, and create an app.',
        'Copy the app’s Client ID and Secret key here.',
      ],
      live: [
        'Sign in to PayPal for developers with your PayPal business account.',
        'Open Apps & Credentials, choose Live, and create an app.',
        'Copy the app’s Client ID and Secret key here.',
      ],
    },
    keysPage: 'Open Apps & Credentials at PayPal',
    clientId: 'Client ID',
    secret: 'Secret key',
    notify: 'Get results at once (recommended)',
    notifyHelp:
      'PayPal informs Incasso as soon as a payment, a refund or a dispute changes. Otherwise Incasso checks at PayPal, and results come a little later.',
    notReachable: (url: string) =>
      `Not possible here: PayPal can only reach public sites with https, and this one is at ${url}. Incasso checks at PayPal instead, and results come a little later.`,
  },
  missing: { clientId: 'Enter the client ID.', secret: 'Enter the secret key.' },
  malformed: {
    clientId: 'Enter the whole client ID as PayPal shows it: letters, digits, - and _ only.',
    secret: 'Enter the whole secret key as PayPal shows it: letters, digits, - and _ only.',
    same: 'This is the client ID again. Enter the secret key, which PayPal shows below it.',
  },
  otherMode: {
    test: 'Test mode needs the keys of an app under Sandbox. Those under Live do not work here.',
    live: 'Live mode needs the keys of an app under Live. Those under Sandbox do not work here.',
  },
  connect: {
    title: 'Connect PayPal',
    submit: 'Connect',
    submitting: 'Connecting…',
    cancel: 'Cancel',
    done: { title: 'PayPal connected', message: 'PayPal payments go to your account from now on.' },
  },
  change: {
    title: 'Change keys',
    text: 'For the same PayPal account. Enter both keys.',
    submit: 'Save keys',
    submitting: 'Saving…',
    cancel: 'Cancel',
    done: { title: 'Keys saved', message: 'They are used from now on.' },
  },
  disconnectText: {
    test: 'New PayPal payments go to the sandbox again.',
    live: 'No new PayPal payments are taken until you connect PayPal again.',
  },
} as const
