import type { EnvironmentName } from '#server/features/environment/environment.schema.ts'
import type { EnvironmentCard, environment as original } from '../it/environment.ts'
import type { Words } from '../words.ts'

const cards: Record<EnvironmentName, EnvironmentCard> = {
  development: {
    name: 'Development',
    text: 'To try things on this computer. It is the environment when nothing is set.',
    demands: [
      'No variable is required: it starts without a `.env` file too.',
      '`SECRET_KEY` is created beside the SQLite file; with PostgreSQL it must be set.',
      'It accepts pages from `APP_URL` and, on the same port, from `localhost` and `127.0.0.1`.',
      'Without `SMTP_URL` emails are in the server’s log.',
      '`RATE_LIMITS=off` is allowed, for load tests.',
    ],
  },
  staging: {
    name: 'Staging',
    text: 'For the dress rehearsal, on a server that can be reached and with invented data.',
    demands: [
      '`APP_ENV=staging` and `APP_URL` with the public address: other origins are refused.',
      '`SECRET_KEY` is required with PostgreSQL; with SQLite it is created.',
      'Without `SMTP_URL` and `MAIL_FROM` no email is sent.',
      '`RATE_LIMITS=off` is allowed, for load tests.',
      'The sign-in page offers no demo.',
    ],
  },
  production: {
    name: 'Production',
    text: 'For everyday work.',
    demands: [
      '`SECRET_KEY` is always required, with SQLite too.',
      '`RATE_LIMITS=off` and `WEBHOOK_PRIVATE=all` are refused: the server does not start.',
      '`APP_ENV=production` and `APP_URL` with the public address: other origins are refused.',
      'Without `SMTP_URL` and `MAIL_FROM` no email is sent.',
      'The sign-in page offers no demo.',
    ],
  },
}

export const environment: Words<typeof original> = {
  title: 'Environments',
  intro:
    'Which environment this server works in, what each of them requires and how to prepare it.',
  current: {
    title: 'Current environment',
    failed: 'The environment could not be read',
    version: (version: string) => `Incasso ${version}`,
    signIn: { embedded: 'Sign-in with email and password', clerk: 'Sign-in with Clerk' },
    sandbox:
      'Test payments go to the sandbox or to a connected test account: no real charges. Live payments go to the account that each business connects.',
  },
  all: 'The three environments',
  inUse: 'In use',
  notInUse: 'Not in use here',
  demands: 'What it requires',
  cards,
  actions: {
    title: 'Quick actions',
    choose: 'Environment to prepare',
    download: 'Download the .env template',
    downloadHint:
      'The template has every variable and no secret. Complete it, rename it to `.env` and put it beside `package.json`.',
    command: 'npm start',
    runChecks: 'Run all checks',
    openStatus: 'Open the status',
    copyCommand: 'Copy the start command',
    commandWhat: 'npm start',
    commandHint:
      'The command `npm start` installs, builds, updates the database and starts the server.',
  },
  next: {
    title: 'Next steps',
    steps: [
      {
        title: 'Choose who signs people in',
        text: 'The built-in sign-in works at once, without a network too; with Clerk, it manages passwords, email verification and Google.',
      },
      {
        title: 'Prepare the .env file',
        text: 'Download the template of the environment that you want, complete it and restart the server.',
      },
      {
        title: 'Try a payment',
        text: 'The sandbox decides the outcome by the amount: `12.34` succeeds, `10.01` is declined.',
      },
      {
        title: 'Change the Clerk instance',
        text: 'When you move from test to staging or production: what this server still needs, and in which order.',
      },
      {
        title: 'Go to production',
        text: 'The guide that follows from the configuration of this server.',
      },
    ],
    setup: 'Open the Clerk guide',
    actions: 'Go to the quick actions',
    payments: 'Open payments',
    migration: 'Open the migration guide',
    production: 'Open the production guide',
  },
}
