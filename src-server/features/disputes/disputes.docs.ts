import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { evidenceFields } from '#server/shared/disputes/evidence-fields.ts'
import { transaction } from '../transactions/transactions.docs.ts'
import { DisputeCaseState, DisputeReason } from './dispute-enums.schema.ts'
import type { disputesRouter } from './disputes.router.ts'
import {
  Dispute,
  DisputeDetail,
  DisputeEvent,
  EvidenceForm,
  ExportDisputes,
  SubmitDispute,
} from './disputes.schema.ts'
import {
  Evidence,
  EvidenceFile,
  type EvidenceTexts,
  SaveEvidence,
} from './evidence/evidence.schema.ts'

export const dispute: Dispute = {
  id: 'dsp_01KGB5N3R0A8W9X0Y1Z2A3B4C5',
  transactionId: transaction.id,
  reference: transaction.transactionId,
  customerName: transaction.customerName,
  customerEmail: transaction.customerEmail,
  amount: transaction.amount,
  currency: transaction.currency,
  withdrawn: transaction.amount,
  fee: '15.00',
  reason: 'product_not_received',
  networkReason: '13.1',
  state: 'needs_response',
  isRefundable: false,
  evidenceDueAt: '2026-02-08T09:10:11.123Z',
  submittedAt: null,
  acceptedAt: null,
  closedAt: null,
  createdAt: '2026-02-01T09:10:11.123Z',
  processor: 'sandbox',
}

export const wonDispute: Dispute = {
  ...dispute,
  withdrawn: '0.00',
  state: 'won',
  submittedAt: '2026-02-02T09:10:11.123Z',
  closedAt: '2026-02-09T09:10:11.123Z',
}

const noTexts = Object.fromEntries(evidenceFields.map((name) => [name, null])) as EvidenceTexts

export const evidence: Evidence = {
  version: 3,
  fields: {
    ...noTexts,
    explanation: 'The parcel was delivered to the customer’s door.',
    shippingCarrier: 'Poste Italiane',
    trackingNumber: 'XX000000000IT',
  },
  files: [
    {
      slot: 'shippingProof',
      name: 'delivery.pdf',
      type: 'application/pdf',
      size: 48_211,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      uploadedAt: '2026-02-02T08:10:11.123Z',
    },
  ],
}

const opened: DisputeEvent = {
  at: dispute.createdAt,
  type: 'opened',
  state: 'needs_response',
  actor: 'processor:sandbox',
}

const fields = {
  transactionId: 'The id of the disputed payment',
  reason: 'Reason of the dispute, on which the useful evidence depends',
  networkReason: "The card network's code, or the processor's own word; null when neither is known",
  state:
    '`warning`: the bank suspects fraud; `inquiry`: it requests information and has withdrawn no money. In the other states it has withdrawn the money, and returns it when the dispute is `won`',
  isRefundable: 'True if a refund of the payment can still end the dispute',
  evidenceDueAt: 'Time until which the bank accepts a response; null when it accepts none',
  submittedAt: 'Time at which evidence was sent to the bank, which is possible once',
  acceptedAt: 'Time at which the merchant accepted the loss',
  closedAt: 'Time at which the bank decided, or ended its inquiry or warning',
  processor: 'Processor that took the payment',
}

const csv = [
  "Dispute ID,Transaction ID,Opened (Europe/Rome),Opened (UTC),Customer,Email,Amount,Currency,Withdrawn,Fee,Reason,Bank's reason,State,Answer by (Europe/Rome),Answered (Europe/Rome),Accepted (Europe/Rome),Closed (Europe/Rome)",
  'dsp_01KGB5N3R0A8W9X0Y1Z2A3B4C5,TXN-7QK2M9X4ZD,2026-02-01 10:10:11,2026-02-01T09:10:11.123Z,Ada Rossi,ada@example.com,42.50,EUR,42.50,15.00,product_not_received,13.1,needs_response,2026-02-08 10:10:11,,,',
  '',
].join('\r\n')

export const disputesDocs = {
  tag: {
    name: 'Disputes',
    description: "Payments that the payer's bank disputes, and the merchant's responses.",
  },
  parameters: {
    id: { description: 'The id (`dsp_…`) of the dispute', example: dispute.id },
    search: { example: 'ada' },
    state: { description: 'Only this state' },
    reason: { description: 'Only this reason' },
    currency: { description: 'Only this currency' },
    customerId: { description: "Only this customer's disputes", example: transaction.customerId },
    transactionId: { example: dispute.transactionId },
    dueBefore: { example: '2026-02-10' },
    from: { example: '2026-02-01' },
    to: { example: '2026-02-28' },
    minAmount: { example: '10.00' },
    maxAmount: { example: '99.99' },
    slot: { description: 'Slot of the file; the dispute’s `form` names those that it has' },
    sort: {
      description:
        'Field to sort by; `-` puts the greatest first. `deadline` puts the urgent first',
    },
  },
  inputs: {
    EvidenceChange: describeSchema(SaveEvidence, {
      description: 'The texts of the evidence. Fields that are left out become empty.',
      fields: {
        version: 'The version that you have read; 0 when nothing was saved yet',
        fields: 'Texts by field; the dispute’s `form` names those that its evidence may have',
      },
      example: {
        version: 2,
        fields: { explanation: 'The parcel was delivered.', shippingCarrier: 'Poste Italiane' },
      },
    }),
    DisputeSubmission: describeSchema(SubmitDispute, {
      description: 'Version of the evidence to send.',
      fields: { version: 'The version that you have read; without it, the current one is sent' },
      example: { version: 3 },
    }),
  },
  outputs: {
    DisputeCaseState: describeSchema(DisputeCaseState),
    DisputeReason: describeSchema(DisputeReason),
    Dispute: describeSchema(Dispute, { description: 'A dispute.', fields, example: dispute }),
    DisputeDetail: describeSchema(DisputeDetail, {
      description: 'A dispute with its evidence and its history.',
      fields: {
        ...fields,
        evidence:
          'The evidence: a draft until it is sent; null for people without the right to respond to disputes and for keys without the scope `disputes`',
        form: 'Form of the evidence for this dispute',
        canAnswer: 'True while evidence can be sent',
        canAccept: 'True while the dispute can be accepted',
      },
      example: {
        ...dispute,
        evidence,
        events: [opened],
        form: {
          fields: [
            { name: 'explanation', isLong: true },
            { name: 'trackingNumber', isLong: false },
          ],
          slots: ['shippingProof'],
        },
        canAnswer: true,
        canAccept: true,
      },
    }),
    DisputeEvent: describeSchema(DisputeEvent, {
      description: 'An event in the history of a dispute.',
      fields: { actor: 'Author: `user:…`, `key:…`, `processor:…` or `system:…`' },
    }),
    Evidence: describeSchema(Evidence, {
      description: 'The evidence of a dispute.',
      fields: {
        version: 'Grows with each change; send it back with the next change. 0: nothing was saved',
        fields: 'Texts by field; null where there is none',
      },
      example: evidence,
    }),
    EvidenceFile: describeSchema(EvidenceFile, {
      description: 'A file of the evidence.',
      fields: { size: 'In bytes', sha256: 'Hash of the bytes, in hexadecimal' },
    }),
    EvidenceForm: describeSchema(EvidenceForm, {
      description: "Text fields and file slots of a dispute's evidence, in the order of the form.",
    }),
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/disputes/export',
      input: ExportDisputes,
      summary: 'Export disputes',
      description:
        'A CSV of exactly what the filter finds, however many rows, in UTF-8 with a byte order mark.',
      example: csv,
    },
  },
} satisfies DocsOf<typeof disputesRouter>
