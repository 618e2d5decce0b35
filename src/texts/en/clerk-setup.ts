import { clerkSetup as italian } from '../it/clerk-setup.ts'
import type { Words } from '../words.ts'
import { outside } from './guides.ts'

const [, , , environment, start] = italian.steps

export const clerkSetup: Words<typeof italian> = {
  title: 'Clerk set-up guide',
  intro:
    'Without Clerk, people sign in with an email and password that Incasso keeps. With Clerk, it manages sign-in, verification emails and Google. There are six steps: the first five take about a quarter of an hour, and production also needs a domain.',
  tracker: 'The six steps',
  trackerHint: 'Click a step when you have finished it. Your progress stays in this browser.',
  badge: (done: number) => `${done} of 6 completed`,
  progress: 'Completed steps',
  restart: 'Start again',
  position: (step: number) => `Step ${step} of 6`,
  guide: 'Instructions for the step',
  previous: 'Previous step',
  next: 'Next step',
  code: { file: 'the lines of the .env file', command: 'the start command' },
  complete: {
    title: 'Set-up complete',
    text: 'You have ticked all six steps. The environments page shows the sign-in provider: it must be Clerk.',
    link: 'Go to the environments page',
  },
  keys: {
    title: 'Sample keys',
    text: 'Placeholders that show the form of each key. They are not valid. If you leave them, the server stops at start-up and names the variable to correct.',
    samples: [
      { name: 'CLERK_PUBLISHABLE_KEY', value: 'pk_test_EXAMPLE-your-publishable-key' },
      { name: 'CLERK_SECRET_KEY', value: 'sk_test_EXAMPLE-your-secret-key' },
      {
        name: 'CLERK_JWT_KEY',
        value: '-----BEGIN PUBLIC KEY-----\\nEXAMPLE\\n-----END PUBLIC KEY-----',
      },
    ],
  },
  steps: [
    {
      id: 'application',
      title: 'Create the application in Clerk',
      text: 'An application in Clerk holds the people who sign in to Incasso and the rules by which they do.',
      points: [
        'Open the Clerk dashboard, or create an account first.',
        'Choose “Create application” and call it `Incasso`: the name appears in the emails that Clerk sends.',
        'Clerk creates a development instance: it is enough for the first five steps and needs no domain.',
      ],
      code: '',
      links: [outside.signUp, outside.dashboard, outside.setupDocs],
    },
    {
      id: 'methods',
      title: 'Turn on email with password, and Google',
      text: 'Incasso shows Clerk’s sign-in form: the methods that you turn on here appear on the sign-in page, without further changes.',
      points: [
        'In “User & authentication” turn on sign-in and sign-up with email.',
        'In the “Password” tab turn on sign-up with a password and leave it required.',
        'Turn on first and last name too: Incasso greets people by name.',
        'In “SSO connections” choose “Add connection”, “For all users”, then Google. In the development instance Clerk’s shared credentials are enough.',
      ],
      code: '',
      links: [outside.signInOptions, outside.connections, outside.googleDocs],
    },
    {
      id: 'keys',
      title: 'Copy the keys',
      text: 'All keys are in “API keys”. Take them from the same instance: a test key and a production key together stop the start.',
      points: [
        '`CLERK_PUBLISHABLE_KEY` begins with `pk_test_` or `pk_live_`. It reaches the browser: it is not a secret.',
        '`CLERK_SECRET_KEY` begins with `sk_test_` or `sk_live_`. It stays on the server: keep it out of your code and out of email.',
        '`CLERK_JWT_KEY` is optional: the public key in PEM form (“JWKS Public Key”). With it the server verifies tokens without asking Clerk.',
      ],
      code: '',
      links: [outside.apiKeys],
    },
    {
      id: 'environment',
      title: 'Write the variables into the .env file',
      text: 'The `.env` file is in the folder of Incasso, beside `package.json`. Git does not record it.',
      points: [
        'The first two variables go together: one alone stops the start.',
        'The PEM key goes on one line: write `\\n` in place of each line break.',
        '`APP_URL` is the address that people type into the browser, without a path.',
        '`CLERK_AUTHORIZED_PARTIES` is rarely needed: the list of the origins whose tokens Incasso accepts, separated by commas. Without it `APP_URL` counts, and in development also `localhost` and `127.0.0.1` on the same port.',
      ],
      code: environment.code,
      links: [],
    },
    {
      id: 'start',
      title: 'Start Incasso and check',
      text: 'The variables are read once, at the start: stop the server and start it again.',
      points: [
        'If a variable is wrong, the server does not start and says which one, and what it expected.',
        'If all is well, the last lines of the start say `sign-in     Clerk (…)` with the name of your instance.',
        'Open the sign-in page in a private window and sign up: after the email is verified, the account set-up opens.',
        'Accounts created before with email and password stay in the database but are not used with Clerk: everyone signs up again, with a new business.',
      ],
      code: start.code,
      links: [],
    },
    {
      id: 'production',
      title: 'Move to staging and production',
      text: 'Clerk’s development instances are for tests: they have a limit of users, and users do not move to production.',
      points: [
        'Production: in the selector at the top choose “Create production instance” and enter your domain. “SSO connections” and “Paths” have to be set again.',
        'DNS: “Domains” lists the CNAME records to create with your provider, such as `clerk`, `accounts` and those for mail. Clerk issues the certificates when the records answer: this can take a day or two.',
        'Google: production needs your own credentials. Create them in the Google Cloud console, with the redirect URI that Clerk shows.',
        'Staging: Clerk has no staging instances. Create a second application with its own subdomain, such as `staging.example.com`.',
        'On the server: keys `pk_live_` and `sk_live_`, `APP_ENV=production`, `APP_URL` with https and a `SECRET_KEY`. Then restart.',
      ],
      code: '',
      links: [outside.productionDocs, outside.domains, outside.googleConsole, outside.instanceDocs],
    },
  ],
}
