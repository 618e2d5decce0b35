import type { PermissionResult } from '#server/core/ports/account-access.ts'
import type { PayPalClient, PayPalRequest } from './paypal-client.ts'
import { isRefusedRequest, keyProblemOf } from './paypal-errors.ts'
import { type PayPalPermission, payPalPermissions } from './paypal-keys.schema.ts'

type Probe = {
  needs: 'read' | 'write'
  /** True when no payment can be completed without the permission. */
  isNeeded: boolean
  /** Calls that change nothing: they read, or they send a request that PayPal cannot carry out. */
  tries: readonly PayPalRequest[]
}

/** An id that no resource at PayPal has. */
const NONE = '0'

const probes: Record<PayPalPermission, Probe> = {
  paypal_orders: {
    needs: 'write',
    isNeeded: true,
    tries: [
      { method: 'GET', path: `/v2/checkout/orders/${NONE}` },
      { method: 'POST', path: '/v2/checkout/orders', body: {} },
    ],
  },
  paypal_captures: {
    needs: 'write',
    isNeeded: true,
    tries: [
      { method: 'GET', path: `/v2/payments/captures/${NONE}` },
      { method: 'POST', path: `/v2/payments/captures/${NONE}/refund`, body: {} },
    ],
  },
  paypal_disputes: {
    needs: 'write',
    isNeeded: false,
    tries: [
      { method: 'GET', path: '/v1/customer/disputes?page_size=1' },
      { method: 'POST', path: `/v1/customer/disputes/${NONE}/accept-claim`, body: {} },
    ],
  },
  paypal_webhooks: {
    needs: 'write',
    isNeeded: false,
    tries: [
      { method: 'GET', path: '/v1/notifications/webhooks' },
      { method: 'GET', path: '/v1/notifications/webhooks-events?page_size=1' },
    ],
  },
  paypal_transaction_search: {
    needs: 'read',
    isNeeded: false,
    tries: [{ method: 'GET', path: '/v1/reporting/balances' }],
  },
}

/** Tests which permissions an app has, by calls that change nothing. */
export const testPermissions = (
  client: PayPalClient,
  names: readonly string[] = payPalPermissions,
): Promise<PermissionResult[]> =>
  Promise.all(
    names.map((name) => {
      const permission = payPalPermissions.find((each) => each === name)
      if (!permission) throw new Error(`PayPal has no permission ${name}`)
      return testPermission(client, permission)
    }),
  )

async function testPermission(
  client: PayPalClient,
  name: PayPalPermission,
): Promise<PermissionResult> {
  const { needs, isNeeded, tries } = probes[name]
  const result = { name, needs, isNeeded }
  for (const request of tries) {
    try {
      await client.call(request)
    } catch (error) {
      const says = keyProblemOf(error)
      if (says !== undefined) return { ...result, state: 'missing', says }
      // PayPal refuses an impossible request as invalid only if the app has the permission for it.
      if (!isRefusedRequest(error)) return { ...result, state: 'unknown', says: null }
    }
  }
  return { ...result, state: 'allowed', says: null }
}
