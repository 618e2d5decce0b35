import type { TeamRole } from '#server/features/team/team.schema.ts'
import type { join as original } from '../it/join.ts'
import type { Words } from '../words.ts'

const roles: Record<TeamRole, string> = {
  owner: 'Owner: you can do everything, including managing keys, settings and the team.',
  staff: 'Staff: you can take payments and see everything, without keys, settings and the team.',
  accountant: 'Accountant: you can see everything, export it, and close months.',
}

export const join: Words<typeof original> = {
  title: 'Your invitation',
  subtitle: 'Work with your team on Incasso',
  loading: 'Loading the invitation',
  invites: 'You are invited by',
  role: 'Your role',
  roles,
  until: (time: string) => `Valid until ${time}.`,
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signedIn: 'You are signed in.',
  accept: 'Accept the invitation',
  accepting: 'One moment…',
  decline: 'Not now',
  signIn: 'Sign in to accept',
  signUp: 'Sign up to accept',
  verifyFirst:
    'If you sign up now, open the link of the invitation again after you have confirmed your email.',
  done: (business: string) => ({
    title: 'Invitation accepted',
    message: `Welcome to ${business}.`,
  }),
  none: {
    title: 'No invitation',
    text: 'Open the link that you received: without it, this page does not know which invitation to show.',
  },
  ended: {
    title: 'This invitation is no longer valid',
    text: 'It has expired, was used already or was revoked. Ask for a new link.',
  },
  alreadyMember: {
    title: 'You already belong to a business',
    text: 'An account works for one business. Leave yours first, or use another account.',
  },
  otherEmail: {
    title: 'The invitation is for another email address',
    text: 'Sign in with the address that it was sent to, or ask for a new link.',
  },
  emailUnknown: {
    title: 'Your email address is not known',
    text: 'The service that signs people in does not respond. Try again in a moment.',
  },
  failed: {
    title: 'The invitation could not be loaded',
    text: 'Check your connection and try again.',
  },
  notAccepted: {
    title: 'The invitation was not accepted',
    text: 'Check your connection and try again.',
  },
  retry: 'Retry',
  home: 'Go to Incasso',
  otherAccount: 'Use another account',
  signOutFailed: 'You could not be signed out. Check your connection and try again.',
}
