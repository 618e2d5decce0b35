import { type FieldErrors, isBlank, isEmail } from '#client/lib/hooks/use-form.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { failureText } from '#client/lib/words/failure-text.ts'
import { auth } from '#client/texts/en/auth.ts'

export type Credentials = { name: string; email: string; password: string }

export type CredentialErrors = FieldErrors<Credentials>

const MIN_PASSWORD_LENGTH = 8

/** Returns the errors of missing or invalid fields, in screen order. The server validates again. */
export function checkCredentials(
  { name, email, password }: Credentials,
  { withName }: { withName: boolean },
): CredentialErrors {
  const nameError = withName && isBlank(name) ? auth.missing.name : undefined
  const emailError = checkEmail(email)
  const passwordError = withName ? checkNewPassword(password) : checkPassword(password)
  return {
    ...(nameError && { name: nameError }),
    ...(emailError && { email: emailError }),
    ...(passwordError && { password: passwordError }),
  }
}

/** The field that each of the server's error codes refers to. */
const refusedFields: Readonly<Record<string, keyof Credentials>> = {
  INVALID_NAME: 'name',
  CARD_NUMBER_IN_NAME: 'name',
  INVALID_EMAIL: 'email',
  CARD_NUMBER: 'email',
  USER_ALREADY_EXISTS: 'email',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
}

/** Returns the server's refusal as a field error; empty when it refers to no field. */
export function refusalsOf(failure: AuthFailure): CredentialErrors {
  const field = failure.code === undefined ? undefined : refusedFields[failure.code]
  return field ? { [field]: failureText(failure, auth) } : {}
}

/** Returns the error of an e-mail address; undefined when it is valid. */
export function checkEmail(email: string): string | undefined {
  if (isBlank(email)) return auth.missing.email
  return isEmail(email) ? undefined : auth.missing.emailInvalid
}

const checkPassword = (password: string): string | undefined =>
  password ? undefined : auth.missing.password

/**
 * Returns the error of a new password; undefined when it is long enough. The server also rejects passwords
 * that are easily guessed.
 */
export function checkNewPassword(password: string): string | undefined {
  if (password && password.length < MIN_PASSWORD_LENGTH) return auth.missing.passwordShort
  return checkPassword(password)
}
