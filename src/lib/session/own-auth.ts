import { queryClient } from '#client/trpc.ts'
import { callAuth, mapOutcome, type Outcome, textIn } from './auth-call.ts'

/** Refetches all queries after a success, because sign-in methods and sessions may have changed. */
async function refetchAfterSuccess<T>(outcome: Outcome<T>): Promise<Outcome<T>> {
  if (outcome.ok) await queryClient.invalidateQueries()
  return outcome
}

export const changePassword = async (change: {
  currentPassword: string
  newPassword: string
  revokeOtherSessions: boolean
}): Promise<Outcome<unknown>> => refetchAfterSuccess(await callAuth('change-password', change))

const codesIn = ({ backupCodes }: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(backupCodes) ? backupCodes.map(String) : []

/**
 * A second step of signing in, before it is turned on. An authenticator app scans `uri`; a correct code from
 * the app turns the step on.
 */
export type NewSecondStep = { uri: string; recoveryCodes: string[] }

/** Prepares a second step of signing in, which `finishSecondStep` turns on. */
export const beginSecondStep = async (password: string): Promise<Outcome<NewSecondStep>> =>
  mapOutcome(await callAuth('two-factor/enable', { password }), (response) => ({
    uri: textIn(response, 'totpURI'),
    recoveryCodes: codesIn(response),
  }))

/** Turns the second step on with a code from the authenticator app. */
export const finishSecondStep = async (code: string): Promise<Outcome<unknown>> =>
  refetchAfterSuccess(await callAuth('two-factor/verify-totp', { code, trustDevice: false }))

/** Turns the second step of signing in off. */
export const endSecondStep = async (password: string): Promise<Outcome<unknown>> =>
  refetchAfterSuccess(await callAuth('two-factor/disable', { password }))

/** Creates new recovery codes; the previous ones become invalid. */
export const createRecoveryCodes = async (password: string): Promise<Outcome<string[]>> =>
  mapOutcome(await callAuth('two-factor/generate-backup-codes', { password }), codesIn)
