import type { PayPalClient } from './paypal-client.ts'
import { isMissing } from './paypal-errors.ts'
import type { PayPalRef } from './paypal-refs.rules.ts'
import { Authorization, Capture, Order, type PayPalRefund } from './paypal-resources.schema.ts'

/** PayPal's resources of a payment. `order` is undefined when PayPal no longer has it. */
export type PayPalState = {
  order: Order | undefined
  authorizations: readonly Authorization[]
  captures: readonly Capture[]
  refunds: readonly PayPalRefund[]
}

const get = (client: PayPalClient, path: string) => client.call({ method: 'GET', path })

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
  return undefined
}

export const stateOfOrder = (order: Order): PayPalState => {
  const payments = order.purchase_units.flatMap((unit) => unit.payments ?? [])
  return {
    order,
    authorizations: payments.flatMap(({ authorizations }) => authorizations),
    captures: payments.flatMap(({ captures }) => captures),
    refunds: payments.flatMap(({ refunds }) => refunds),
  }
}

const EMPTY_STATE: PayPalState = { order: undefined, authorizations: [], captures: [], refunds: [] }

export const readCapture = async (client: PayPalClient, id: string): Promise<Capture> =>
  Capture.parse(await get(client, `/v2/payments/captures/${id}`))

const readAuthorization = async (client: PayPalClient, id: string): Promise<Authorization> =>
  Authorization.parse(await get(client, `/v2/payments/authorizations/${id}`))

const readOrder = async (client: PayPalClient, id: string): Promise<Order> =>
  Order.parse(await get(client, `/v2/checkout/orders/${id}`))

/** Reads a payment by its order, which lists all that followed: authorizations, captures and refunds. */
export async function readState(
  client: PayPalClient,
  { kind, id }: PayPalRef,
): Promise<PayPalState> {
  if (kind === 'order') {
    const order = await readOrder(client, id).catch(unlessMissing)
    return order ? stateOfOrder(order) : EMPTY_STATE
  }
  const [authorizations, captures] =
    kind === 'capture'
      ? [[], [await readCapture(client, id)]]
      : [[await readAuthorization(client, id)], []]
  const orderId = [...authorizations, ...captures][0]?.supplementary_data?.related_ids?.order_id
  const order =
    orderId === undefined ? undefined : await readOrder(client, orderId).catch(unlessMissing)
  return order ? stateOfOrder(order) : { ...EMPTY_STATE, authorizations, captures }
}
