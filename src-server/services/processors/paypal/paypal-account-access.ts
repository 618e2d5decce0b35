import { z } from 'zod'
import type { AccountAccess } from '#server/core/ports/account-access.ts'
import { createMoneyAccess } from './money/paypal-money.ts'
import type { PayPalClient, PayPalClients } from './paypal-client.ts'
import { isForbidden, isRefusedRequest, keyProblemOf, toOwnError } from './paypal-errors.ts'
import { parsePosition } from './paypal-events.rules.ts'
import { testPermissions } from './paypal-permissions.ts'
import { parseRef } from './paypal-refs.rules.ts'
import type { CertificateKeys } from './paypal-signature.ts'
import { readState } from './paypal-state.ts'
import { createEventAccess } from './paypal-webhooks.ts'

type Options = { clients: PayPalClients; certificateKeys: CertificateKeys; allowsHttp: boolean }

const UserInfo = z.object({ payer_id: z.string().optional() })

/** Returns access to merchants' accounts at PayPal, each call with the credentials of their own REST app. */
export function createPayPalAccess({
  clients,
  certificateKeys,
  allowsHttp,
}: Options): AccountAccess {
  const withKey = async <T>(
    secretKey: string,
    act: (client: PayPalClient) => Promise<T>,
  ): Promise<T> => {
    try {
      return await act(clients.of(secretKey))
    } catch (error) {
      throw toOwnError(error)
    }
  }
  return {
    paymentMethod: 'paypal',
    // Credentials that are valid in neither mode are accepted here: the test of permissions rejects them.
    isKeyForMode: (key, mode) =>
      clients.modeOf(key).then(
        (actual) => actual === null || actual === mode,
        // A host gave no response, so the mode is not known yet: the credentials may be valid in the other mode.
        () => undefined,
      ),
    maskKey: (key) => {
      const [clientId = ''] = key.split(':')
      return `${clientId.slice(0, 6)}…${clientId.slice(-4)}`
    },
    tryPermissions: (secretKey, names) => testPermissions(clients.of(secretKey), names),
    neededForHistory: [],
    refOf: (secretKey) => withKey(secretKey, accountRefOf),
    canReadEvent: async (secretKey, ref) => {
      const { id } = parsePosition(ref) ?? {}
      if (id === undefined) return false
      const path = `/v1/notifications/webhooks-events/${id}`
      return withKey(secretKey, (client) => canRead(client.call({ method: 'GET', path })))
    },
    canReadPayment: (secretKey, ref) => withKey(secretKey, (client) => canReadState(client, ref)),
    ...createEventAccess({ clients, certificateKeys, allowsHttp, withKey }),
    money: createMoneyAccess(withKey),
  }
}

const canReadState = (client: PayPalClient, ref: string): Promise<boolean> =>
  readState(client, parseRef(ref)).then(
    ({ order, captures, authorizations }) =>
      order !== undefined || captures.length > 0 || authorizations.length > 0,
    (error: unknown) => {
      if (!isRefusedRequest(error)) throw error
      return false
    },
  )

/** Reads PayPal's id of the merchant; null when the app may not read it. */
async function accountRefOf(client: PayPalClient): Promise<string | null> {
  try {
    const path = '/v1/identity/oauth2/userinfo?schema=paypalv1.1'
    return UserInfo.parse(await client.call({ method: 'GET', path })).payer_id ?? null
  } catch (error) {
    if (keyProblemOf(error) === undefined && !isRefusedRequest(error)) throw error
    return null
  }
}

const canRead = (reading: Promise<unknown>): Promise<boolean> =>
  reading.then(
    () => true,
    (error: unknown) => {
      if (!isRefusedRequest(error) && !isForbidden(error)) throw error
      return false
    },
  )
