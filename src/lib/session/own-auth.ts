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

/** `uri` is for an authenticator app to scan. The second step is only turned on after a correct code. */
export type NewSecondStep = { uri: string; recoveryCodes: string[] }

export const beginSecondStep = async (password: string): Promise<Outcome<NewSecondStep>> =>
  mapOutcome(await callAuth('two-factor/enable', { password }), (answer) => ({
    uri: textIn(answer, 'totpURI'),
    recoveryCodes: codesIn(answer),
  }))

export const finishSecondStep = async (code: string): Promise<Outcome<unknown>> =>
  refetchAfterSuccess(await callAuth('two-factor/verify-totp', { code, trustDevice: false }))

export const endSecondStep = async (password: string): Promise<Outcome<unknown>> =>
  refetchAfterSuccess(await callAuth('two-factor/disable', { password }))

/** Creates new recovery codes; the previous ones become invalid. */
export const createRecoveryCodes = async (password: string): Promise<Outcome<string[]>> =>
  mapOutcome(await callAuth('two-factor/generate-backup-codes', { password }), codesIn)
