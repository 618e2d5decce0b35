import { clerkQuick as italian } from '../it/clerk-quick.ts'
import type { Words } from '../words.ts'
import { outside } from './guides.ts'

export const clerkQuick: Words<typeof italian> = {
  title: 'Clerk quick set-up',
  intro: 'The essentials in seven points, for a test on this computer.',
  checklist: 'Checklist',
  hint: 'Tick the points as you go: they stay ticked in this browser.',
  progress: (done: number) => `${done} of 7 done`,
  items: [
    {
      id: 'application',
      title: 'Application created',
      text: '“Create application”, name `Incasso`.',
      link: outside.dashboard,
    },
    {
      id: 'password',
      title: 'Email and password on',
      text: 'Sign-in and sign-up with email, password required.',
      link: outside.signInOptions,
    },
    {
      id: 'google',
      title: 'Google on',
      text: '“Add connection”, “For all users”, Google. In development no credentials are needed.',
      link: outside.connections,
    },
    {
      id: 'keys',
      title: 'Keys copied',
      text: 'The pair `pk_test_` and `sk_test_`, from the same instance.',
      link: outside.apiKeys,
    },
    {
      id: 'environment',
      title: '.env file written',
      text: 'Both keys and `APP_URL`; the lines are on this page.',
      link: undefined,
    },
    {
      id: 'start',
      title: 'Server restarted',
      text: 'The lines of the start say `sign-in     Clerk (…)`.',
      link: undefined,
    },
    {
      id: 'check',
      title: 'Tried out',
      text: 'Sign-up in a private window, email verification, account set-up.',
      link: undefined,
    },
  ],
  file: {
    title: 'The lines of the .env file',
    text: 'Paste them into the `.env` file beside `package.json`, and put your keys in place of the dots.',
    what: 'the lines of the .env file',
    code: italian.file.code,
  },
  start: { title: 'Start', what: 'the start command', code: 'npm start' },
  trouble: {
    title: 'If the server does not start',
    points: [
      '“must be set too”: one of the two keys is missing. To return to the built-in sign-in, remove both.',
      '“take both from the same instance”: one key is for tests and the other for production.',
      '“must begin with”: the key is cut off or is another one. Copy the whole key again.',
    ],
  },
  more: {
    title: 'Learn more',
    full: 'Full guide in six steps',
    visual: 'Visual guide',
    environments: 'Environments',
  },
}
