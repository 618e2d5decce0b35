import { z } from 'zod'
import { type ApiCall, type ApiResponse, callApi } from '#client/lib/call-api.ts'
import { integration } from '#client/texts/en/integration.ts'

const texts = integration.endpoints

/** An endpoint of the REST API that the page can call as a test. */
export type Endpoint = {
  id: 'list' | 'pay' | 'update'
  method: ApiCall['method']
  path: string
  text: string
  /** The confirmation shown before a call that changes data. */
  question?: { title: string; text: string; action: string }
}

export const endpoints: Endpoint[] = [
  { id: 'list', method: 'GET', path: '/api/transactions', text: texts.list },
  {
    id: 'pay',
    method: 'POST',
    path: '/api/payments',
    text: texts.pay,
    question: { title: texts.payTitle, text: texts.payText, action: texts.payAction },
  },
  {
    id: 'update',
    method: 'PUT',
    path: '/api/transactions/{id}',
    text: texts.update,
    question: { title: texts.updateTitle, text: texts.updateText, action: texts.updateAction },
  },
]

/** A test request and its response; without a response, `failure` states the reason. */
export type Trial = { call: ApiCall; response?: ApiResponse; failure?: string }

const paymentCall = (paymentMethod: 'card' | 'bank'): ApiCall => ({
  method: 'POST',
  path: '/api/payments',
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: {
    amount: '1.00',
    currency: 'USD',
    customerName: texts.customer,
    customerEmail: 'api.test@example.com',
    paymentMethod,
    description: texts.description,
  },
})

/** Calls an endpoint with test data. The update changes a payment that it has just created for the test. */
export function tryEndpoint(id: Endpoint['id']): Promise<Trial> {
  switch (id) {
    case 'list':
      return tryCall({ method: 'GET', path: '/api/transactions?limit=3' })
    case 'pay':
      return tryCall(paymentCall('card'))
    case 'update':
      return tryUpdate()
  }
}

async function tryCall(call: ApiCall): Promise<Trial> {
  try {
    return { call, response: await callApi(call) }
  } catch {
    return { call, failure: texts.unreachable }
  }
}

const Created = z.object({ id: z.string() })

/** Cancels a payment created for the test, so that no payment of the merchant's is touched. */
async function tryUpdate(): Promise<Trial> {
  const trial = await tryCall(paymentCall('bank'))
  if (trial.response?.status !== 201) return { ...trial, failure: trial.failure ?? texts.preparing }
  const { id } = Created.parse(JSON.parse(trial.response.body))
  return tryCall({
    method: 'PUT',
    path: `/api/transactions/${id}`,
    body: { status: 'failed', reason: texts.reason },
  })
}
