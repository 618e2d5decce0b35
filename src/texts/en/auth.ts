import type { auth as original } from '../it/auth.ts'
import type { Words } from '../words.ts'

const duration = (seconds: number): string => {
  if (seconds <= 60) return seconds === 1 ? 'one second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

export const auth: Words<typeof original> = {
  signIn: {
    title: 'Sign in to Incasso',
    subtitle: 'Your gateway for digital payments',
    submit: 'Sign in',
    other: 'No account yet?',
    otherLink: 'Sign up',
    hint: 'If signing in with Google does not work, use your email and password or contact support.',
  },
  signUp: {
    title: 'Sign up to Incasso',
    subtitle: 'Create your merchant account',
    submit: 'Sign up',
    other: 'Already have an account?',
    otherLink: 'Sign in',
    hint: 'To sign up quickly, use your email and a password. Google will be available soon.',
  },
  name: 'First and last name',
  email: 'Email',
  password: 'Password',
  passwordHelp: 'At least 8 characters that are hard to guess: a phrase is best.',
  newPassword: 'New password',
  showPassword: 'Show or hide the password',
  pending: 'Sending…',
  loading: 'Loading',
  close: 'Close',
  backToSignIn: 'Back to sign in',
  google: {
    submit: 'Continue with Google',
    or: 'or',
  },

  forgotLink: 'Forgotten your password?',
  lockedOut: 'Choose a new password',

  missing: {
    name: 'Enter your first and last name.',
    email: 'Enter your email address.',
    emailInvalid: 'Enter a complete email address, such as name@company.com.',
    password: 'Enter your password.',
    passwordShort: 'The password must have at least 8 characters.',
  },
  failures: {
    USER_ALREADY_EXISTS:
      'There is already an account with this email. Sign in, or use another email.',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
      'There is already an account with this email. Sign in, or use another email.',
    INVALID_EMAIL_OR_PASSWORD: 'The email or the password is not right.',
    INVALID_EMAIL: 'The email address is not valid.',
    CARD_NUMBER: 'The email address must not contain a card number.',
    CARD_NUMBER_IN_NAME: 'The name must not contain a card number.',
    INVALID_NAME: 'The name must be on one line, with at most 200 characters.',
    PASSWORD_TOO_SHORT: 'The password must have at least 8 characters.',
    PASSWORD_TOO_LONG: 'The password is too long.',
    PASSWORD_TOO_COMMON: 'This password is easy to guess. Choose another, such as a phrase.',
    INVALID_CODE: 'The code is not right. Enter the one that the app shows now.',
    CODE_ALREADY_USED: 'This code has already been used. Wait for the next one.',
    INVALID_BACKUP_CODE: 'The recovery code is not right or has already been used.',
    INVALID_TWO_FACTOR_COOKIE: 'Too much time has passed. Sign in again.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in again.',
    ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Try again in 15 minutes.',
    EMAIL_NOT_VERIFIED: 'Confirm your email address first.',
    GOOGLE_UNREACHABLE: 'Google does not respond. Try again, or use your email and password.',
  },
  linkErrors: {
    access_denied: 'Signing in with Google was cancelled.',
    account_not_linked:
      'There is already an account with this email. Sign in with your email and password.',
    google_unreachable: 'Google does not respond. Try again, or use your email and password.',
    google_email_unverified:
      'Google has not verified your email address yet. Verify it there, or use your email and password.',
    INVALID_TOKEN: 'The link is not valid. Sign in to receive a new one.',
    TOKEN_EXPIRED: 'The link has expired. Sign in to receive a new one.',
  },
  linkError: 'Signing in with Google did not work. Try again, or use your email and password.',
  tooMany: 'Too many attempts. Wait a few seconds and try again.',
  wait: (seconds: number) => `Too many attempts. Try again in ${duration(seconds)}.`,
  offline: 'The server does not respond. Check your connection and try again.',
  general: 'The request could not be completed. Try again.',
}
