import { auth } from '../../texts/auth.ts'

export type Credentials = { name: string; email: string; password: string }

export type CredentialErrors = Partial<Record<keyof Credentials, string>>

const MIN_PASSWORD_LENGTH = 8

/** What is missing, in the order of the fields. The server has the last word. */
export function checkCredentials(
  { name, email, password }: Credentials,
  { withName }: { withName: boolean },
): CredentialErrors {
  const errors: CredentialErrors = {}
  if (withName && !name) errors.name = auth.missing.name
  if (!email) errors.email = auth.missing.email
  else if (!/^\S+@\S+\.\S+$/.test(email)) errors.email = auth.missing.emailInvalid
  if (!password) errors.password = auth.missing.password
  else if (withName && password.length < MIN_PASSWORD_LENGTH) {
    errors.password = auth.missing.passwordShort
  }
  return errors
}
