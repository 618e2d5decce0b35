import type {
  aiGuides as originalGuides,
  clerkMigration as originalMigration,
  clerkProduction as originalProduction,
} from '../it/ai-guides.ts'
import type { Words } from '../words.ts'
import { outside } from './guides.ts'

export const aiGuides: Words<typeof originalGuides> = {
  failed: 'Error',
  openaiFailed: 'OpenAI error',
  invalid: 'Invalid response',
  unknown: 'Unknown error',
  missing: 'No guide available',
  making: 'Preparing the guide…',
  ready: 'The guide is ready.',
  text: 'Text of the guide',
}

export const clerkProduction: Words<typeof originalProduction> = {
  title: 'Clerk in production',
  intro: 'What it takes to move from test keys to production keys.',
  checklist: {
    title: 'Before you start',
    points: [
      'A domain of your own, with access to its DNS records.',
      'A production instance in Clerk: test keys do not work outside of development.',
      'Your own Google credentials: the credentials that Clerk shares are for tests only.',
      'An https address in `APP_URL`.',
    ],
  },
  guide: {
    title: 'The guide for this server',
    text: 'It follows from the present configuration. With an OpenAI key the model writes it, otherwise Incasso does.',
    run: 'Generate guide',
    again: 'Generate again',
  },
  environments: {
    title: 'Test, staging, production',
    points: [
      '`development`: a test instance, keys `pk_test_` and `sk_test_`.',
      '`staging`: an instance of its own with its own domain and its own `pk_live_` keys.',
      '`production`: the production instance, keys `pk_live_` and `sk_live_`.',
    ],
  },
  links: [outside.productionDocs, outside.domains, outside.apiKeys, outside.googleDocs],
}

export const clerkMigration: Words<typeof originalMigration> = {
  title: 'Clerk migration',
  intro: 'The present state of the configuration and the steps to production.',
  checklist: {
    title: 'What changes between instances',
    points: [
      'Users of one instance do not move to another by themselves.',
      'Each instance has its own keys: never mix `test` and `live`.',
      'Open sessions end when the instance changes.',
    ],
  },
  status: {
    title: 'State and plan',
    text: 'Read from the server when you ask for it; secrets stay hidden.',
    run: 'Generate plan',
    again: 'Generate again',
    environment: 'Current environment',
    publicKey: 'Public key',
    secretKey: 'Secret key',
    notSet: 'not set',
    issues: 'Issues',
    noIssues: 'No issues found.',
    recommendations: 'Recommendations',
    plan: 'Plan',
    steps: 'Steps',
  },
  links: [outside.instanceDocs, outside.productionDocs, outside.dashboard],
}
