import type { authMore as original } from '../it/auth-more.ts'
import type { Words } from '../words.ts'

export const authMore: Words<typeof original> = {
  secondStep: {
    title: 'Two-step verification',
    help: 'Enter the 6-digit code that your authenticator app shows now.',
    code: 'Code',
    recoveryHelp: 'Enter one of the recovery codes that you saved. Each works once.',
    recoveryCode: 'Recovery code',
    toRecovery: 'Use a recovery code',
    toApp: 'Use the app’s code',
    trust: 'Do not ask for a code on this device for 30 days',
    submit: 'Verify',
    missing: 'Enter the 6 digits of the code.',
    missingRecovery: 'Enter a recovery code.',
  },
  checkMail: {
    title: 'Check your email',
    text: (email: string) =>
      `We sent a link to ${email}. Open it to confirm your address: it works for one hour.`,
    help: 'Has it not arrived? Look in your junk mail too.',
    again: 'Send again',
    sent: 'Sent again.',
  },
  forgot: {
    title: 'Forgotten your password?',
    subtitle: 'We send you a link to choose a new one',
    submit: 'Send the link',
    doneTitle: 'Check your email',
    done: (email: string) =>
      `If there is an account with ${email}, you will receive a link to choose a new password. It works for one hour.`,
    development: 'In development, without SMTP, the link is in the server’s log.',
    again: 'Use another address',
    unavailable:
      'This server cannot send email. Ask the people who run it to help you with your password.',
  },
  reset: {
    title: 'Choose a new password',
    subtitle: 'You will have to sign in again on all your devices',
    submit: 'Save the password',
    done: 'Your password was changed. You can sign in now.',
    toSignIn: 'Sign in',
    invalid: 'This link is not valid, has expired or has already been used.',
    askAgain: 'Ask for a new link',
  },
  clerk: {
    loading: 'Loading the form',
    failed: 'The form does not load',
    failedText:
      'Clerk, the service that signs people in, does not respond. Check your connection, and that your browser does not block content on this page, then try again.',
    retry: 'Retry',
    refused: 'The server does not recognise this sign-in',
    refusedText:
      'You signed in with Clerk, but the server does not accept your session. Try again; if that does not help, sign out and in again, or contact support.',
    signOut: 'Sign out',
    signOutFailed: 'You could not be signed out. Check your connection and try again.',
  },
}
