import { type FieldErrors, isBlank, isEmail } from '#client/lib/hooks/use-form.ts'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { failureText } from '#client/lib/words/failure-text.ts'
import { auth } from '#client/texts/en/auth.ts'

export type Credentials = { name: string; email: string; password: string }

export type CredentialErrors = FieldErrors<Credentials>

const MIN_PASSWORD_LENGTH = 8

/** What is missing, in the order of the fields. The server has the last word. */
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

/** Which field the server refused, by its code. */
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

/** What the server refused, said at its field; nothing where it is no field's fault. */
export function refusalsOf(failure: AuthFailure): CredentialErrors {
  const field = failure.code === undefined ? undefined : refusedFields[failure.code]
  return field ? { [field]: failureText(failure, auth) } : {}
}

export function checkEmail(email: string): string | undefined {
  if (isBlank(email)) return auth.missing.email
  return isEmail(email) ? undefined : auth.missing.emailInvalid
}

const checkPassword = (password: string): string | undefined =>
  password ? undefined : auth.missing.password

/** Length is all that can be judged here; the server also knows which passwords are guessed first. */
export function checkNewPassword(password: string): string | undefined {
  if (password && password.length < MIN_PASSWORD_LENGTH) return auth.missing.passwordShort
  return checkPassword(password)
}
