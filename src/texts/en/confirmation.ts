export const confirmation = {
  title: 'Confirm that it is you',
  text: 'This needs a recent sign-in. Enter your password to continue.',
  password: 'Password',
  showPassword: 'Show or hide the password',
  missing: 'Enter your password.',
  wrong: 'This password is not right.',
  submit: 'Confirm',
  cancel: 'Cancel',
  /** For a person who has no password here. */
  signInAgainText:
    'This needs a recent sign-in, and you have no password here. Sign in again, then repeat the action.',
  signInAgain: 'Sign in again',
  /** Shown when Clerk should confirm the person but is unreachable. */
  unreachableText:
    'This needs a recent sign-in, but Clerk does not respond. Check your connection and try again.',
  close: 'Close',
  loading: 'Loading',
} as const
