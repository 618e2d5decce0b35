import { router, signedInMember } from '#server/core/calls/trpc.ts'
import { readPaymentReceipt } from './payment-receipt.ts'
import { PaymentReceipt, ReceiptKey, SentReceipt } from './receipts.schema.ts'
import { sendReceipt } from './send-receipt.ts'

/** For a payment's page in the dashboard. */
export const receiptsRouter = router({
  ofPayment: signedInMember
    .input(ReceiptKey)
    .output(PaymentReceipt.nullable())
    .query(({ ctx, input }) => readPaymentReceipt(ctx, input)),
  send: signedInMember
    .input(ReceiptKey)
    .output(SentReceipt)
    .mutation(({ ctx, input }) => sendReceipt(ctx, input)),
})
