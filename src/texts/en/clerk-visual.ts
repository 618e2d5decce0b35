import type { clerkVisual as original } from '../it/clerk-visual.ts'
import type { Words } from '../words.ts'
import { outside } from './guides.ts'

export const clerkVisual: Words<typeof original> = {
  title: 'Visual guide to Clerk',
  intro: 'How Clerk connects to Incasso, in six pictures.',
  contents: 'Contents',
  scenes: [
    {
      id: 'roles',
      title: 'Who does what',
      picture:
        'Diagram: the browser signs in with Clerk, receives a token and takes it to Incasso, which verifies it.',
      points: [
        'Clerk knows the people: passwords, verified emails, Google.',
        'The browser receives a signed token from Clerk, which lasts about a minute and renews itself.',
        'Incasso verifies the token on every request. Payments and customers stay in Incasso’s database.',
      ],
      links: [],
    },
    {
      id: 'application',
      title: 'Create the application',
      picture:
        'Drawing of a form: the name Incasso, the switches Email, Password and Google turned on, the button Create application.',
      points: [
        'Choose “Create application” and call it `Incasso`.',
        'Turn on sign-in with email and password, and Google if you want it.',
        'You can change your mind: the sign-in page follows what you turn on in Clerk.',
      ],
      links: [outside.dashboard, outside.signInOptions, outside.connections],
    },
    {
      id: 'keys',
      title: 'Take the keys to the .env file',
      picture:
        'Drawing: two keys go from the API keys page of Clerk to the .env file, the publishable one with a globe and the secret one with a padlock.',
      points: [
        '`CLERK_PUBLISHABLE_KEY` is for the browser, `CLERK_SECRET_KEY` for the server only.',
        'They go together, and come from the same instance.',
        '`CLERK_JWT_KEY`, which is optional, lets the server verify tokens without a network.',
      ],
      links: [outside.apiKeys],
    },
    {
      id: 'start',
      title: 'Start and check',
      picture:
        'Drawing of a terminal: after npm start it shows the address of Incasso and the line sign-in Clerk.',
      points: [
        'Stop the server and start it again with `npm start`.',
        'The line `sign-in` shows the sign-in provider: it must be Clerk.',
        'A wrong variable stops the start, with its name and what to correct.',
      ],
      links: [],
    },
    {
      id: 'environments',
      title: 'Three environments, three pairs of keys',
      picture:
        'Diagram: test, staging and production as three lanes. Test uses pk_test keys; staging and production use pk_live keys, each of an application of its own.',
      points: [
        'Test: the development instance, with `pk_test_` keys and shared Google credentials.',
        'Staging: a second Clerk application, with its own production instance and a subdomain.',
        'Production: the production instance of the application, with `pk_live_` keys and your own Google credentials.',
      ],
      links: [outside.instanceDocs, outside.productionDocs],
    },
    {
      id: 'dns',
      title: 'The DNS records',
      picture:
        'Diagram: from the domain example.com come pay, which leads to Incasso, and the CNAME records clerk, accounts and clkmail, which lead to Clerk.',
      points: [
        'In production Clerk works under your domain: it needs the CNAME records listed in “Domains”.',
        'The names in the picture are examples: copy the names that Clerk shows you.',
        'Records can take up to a day or two to answer everywhere.',
      ],
      links: [outside.domains, outside.productionDocs],
    },
  ],
  pictures: {
    clerk: 'who you are',
    browser: 'The browser',
    page: 'the page',
    signsIn: '1. signs in',
    token: '2. signed token',
    request: '3. request',
    verifies: '4. verifies',
    withKey: 'with the key',
    lanes: [
      { name: 'Test', note: 'this computer' },
      { name: 'Staging', note: 'subdomain' },
      { name: 'Production', note: 'domain' },
    ],
    application: (name: string) => `Application ${name}`,
    dns: 'your DNS',
  },
  next: {
    title: 'What next?',
    full: 'Follow the full guide in six steps',
    quick: 'Use the quick set-up',
  },
}
