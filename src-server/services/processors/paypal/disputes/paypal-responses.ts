import {
  type DisputeResponses,
  type ProcessorDispute,
  ProcessorRefusedError,
} from '#server/core/ports/processor.ts'
import type { PayPalClient } from '../paypal-client.ts'
import { DisputeDetails } from '../paypal-resources.schema.ts'
import { DISPUTES, readDispute } from './paypal-disputes.ts'
import { formOf } from './paypal-evidence-form.ts'
import { evidencesOf, messageOf, refusalOf, responseProgressOf } from './paypal-responses.rules.ts'

/** Runs a call with a PayPal client that has the API key of the dispute's account. */
type RunWithKey = <T>(
  account: Pick<ProcessorDispute, 'merchantId' | 'accountId'>,
  act: (client: PayPalClient) => Promise<T>,
) => Promise<T>

const NOTE_OF_ACCEPTANCE = 'The merchant accepts the claim.'

/**
 * Returns the calls that respond to disputes at PayPal. The response to an inquiry is a message to the payer; the
 * response to a claim is evidence for PayPal. PayPal keeps idempotency keys for 72 hours only. So each call reads the
 * dispute first, and sends no response that PayPal has already.
 */
export const createPayPalResponses = (withKey: RunWithKey): DisputeResponses => ({
  fee: null,
  takesFiles: ({ isInquiry }) => !isInquiry,
  refusalOf,
  submit: (dispute, evidence) =>
    withKey(dispute, async (client) => {
      const details = await readDetails(client, dispute)
      if (responseProgressOf(dispute, 'submit', details).status === 'received') return
      const isInquiry = details.dispute_life_cycle_stage === 'INQUIRY'
      const fileCount = evidence.files.length
      const refusal = refusalOf({ ...dispute, isInquiry }, { ...evidence, fileCount })
      if (refusal !== undefined) throw new ProcessorRefusedError(`The evidence ${refusal}`)
      const action = isInquiry ? 'send-message' : 'provide-evidence'
      assertAccepts(details, action)
      const content = isInquiry
        ? { body: { message: messageOf(dispute, evidence) } }
        : { content: formOf({ evidences: evidencesOf(dispute, evidence) }, evidence.files) }
      const path = `${DISPUTES}/${dispute.ref}/${action}`
      await client.call({ method: 'POST', path, requestId: `${dispute.id}:${action}`, ...content })
    }),
  accept: (dispute) =>
    withKey(dispute, async (client) => {
      const details = await readDetails(client, dispute)
      if (responseProgressOf(dispute, 'accept', details).status === 'received') return
      assertAccepts(details, 'accept-claim')
      await client.call({
        method: 'POST',
        path: `${DISPUTES}/${dispute.ref}/accept-claim`,
        requestId: `${dispute.id}:accept`,
        body: { note: NOTE_OF_ACCEPTANCE, accept_claim_type: 'REFUND' },
      })
    }),
  readProgress: (dispute, kind) =>
    withKey(dispute, async (client) =>
      responseProgressOf(dispute, kind, await readDetails(client, dispute)),
    ),
})

const readDetails = async (client: PayPalClient, { ref }: ProcessorDispute) =>
  DisputeDetails.parse(await readDispute(client, ref))

/** Throws unless PayPal accepts a call now: a dispute links to the calls that PayPal accepts in its present state. */
function assertAccepts({ links }: DisputeDetails, action: string): void {
  if (links.some(({ rel }) => rel === action)) return
  throw new ProcessorRefusedError(`PayPal takes no ${action} for this dispute now`)
}
