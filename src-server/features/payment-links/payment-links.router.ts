import { z } from 'zod'
import { member, middleware, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { answersOf, purchaseOf } from '#server/features/payment-links/link-payments.ts'
import { findLink, findLinkAnswers } from '#server/features/payment-links/links.queries.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { changeLink, closeLink, pauseLink, resumeLink } from './change-link.ts'
import { createLink, duplicateLink, noLink } from './create-link.ts'
import { choicesOf } from './link-choices.rules.ts'
import { summarizeLinks } from './link-summary.ts'
import { sendLink } from './mails/send-link.ts'
import { linkList } from './payment-links.list.ts'
import { methodTypesOf } from './payment-links.rules.ts'
import {
  ChangedPaymentLink,
  LinkCode,
  LinkOptions,
  ListPaymentLinks,
  NewPaymentLink,
  PaymentAnswers,
  PaymentLink,
  PaymentLinkKey,
  PaymentLinkPage,
  PaymentLinkPageV2,
  PaymentLinkSummary,
  PaymentLinkV2,
  SendPaymentLink,
  SentLink,
  SummarizePaymentLinks,
} from './payment-links.schema.ts'
import { linkUrlOf, linkWithoutUrl, presentLink } from './present-link.ts'
import { renderQrCode } from './qr-code.ts'

/** Adds the URL to a response that is stored without it, because a copy of the database must reveal no link's URL. */
const addUrl = middleware(async ({ ctx, next }) => {
  const result = await next()
  const merchantId = (await ctx.findMembership())?.merchant.id
  if (!result.ok || merchantId === undefined) return result
  // A repeated response keeps the version in which it was sent first.
  const link = z.union([PaymentLink, PaymentLinkV2]).parse(result.data)
  const row = await findLink(ctx.db, { merchantId, id: link.id })
  if (!row) throw new Error('a link vanished while its response was made')
  return { ...result, data: { ...link, url: linkUrlOf(ctx, row) } }
})

export const paymentLinksRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/payment-links',
        v2: PaymentLinkPageV2,
        isList: true,
        summary: 'List payment links',
        description: 'Newest first, unless `sort` says otherwise.',
      },
    })
    .input(ListPaymentLinks)
    .output(PaymentLinkPage)
    .query(({ ctx, input }) => listPage(ctx, linkList, input)),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/payment-links/{id}',
        v2: PaymentLinkV2,
        summary: 'Get a payment link',
        errors: ['not_found'],
      },
    })
    .input(PaymentLinkKey)
    .output(PaymentLink)
    .query(async ({ ctx, input: { id } }) => {
      const row = await findLink(ctx.db, { merchantId: ctx.merchant.id, id })
      if (!row) throw noLink()
      return presentLink(ctx, row)
    }),
  create: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/payment-links',
        v2: PaymentLinkV2,
        status: 201,
        summary: 'Make a payment link',
        description:
          'A page on which customers pay by themselves. Send its `url`, or print its QR code. Its payments are listed by `GET /api/transactions?linkId=`.',
        errors: ['conflict', 'unprocessable'],
      },
    })
    .input(NewPaymentLink)
    .use(addUrl)
    .use(enforceIdempotency)
    .output(PaymentLink)
    .mutation(async ({ ctx, input }) => linkWithoutUrl(ctx, await createLink(ctx, input))),
  update: member
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/payment-links/{id}',
        v2: PaymentLinkV2,
        summary: 'Change a payment link',
        description:
          'Fields that are left out stay unchanged. The address, the currency and the customer do not change.',
        errors: ['not_found'],
      },
    })
    .input(ChangedPaymentLink)
    .output(PaymentLink)
    .mutation(async ({ ctx, input }) => presentLink(ctx, await changeLink(ctx, input))),
  pause: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/payment-links/{id}/pause',
        v2: PaymentLinkV2,
        summary: 'Pause a payment link',
        description: 'The page takes no payments until the link is resumed, and says so.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(PaymentLinkKey)
    .output(PaymentLink)
    .mutation(async ({ ctx, input }) => presentLink(ctx, await pauseLink(ctx, input))),
  resume: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/payment-links/{id}/resume',
        v2: PaymentLinkV2,
        summary: 'Resume a payment link',
        description:
          'Also one that was paused automatically, because many cards were declined there.',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(PaymentLinkKey)
    .output(PaymentLink)
    .mutation(async ({ ctx, input }) => {
      const link = await resumeLink(ctx, input)
      return presentLink({ ...ctx, merchant: { ...ctx.merchant, linksPausedUntil: null } }, link)
    }),
  close: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/payment-links/{id}/close',
        v2: PaymentLinkV2,
        summary: 'Close a payment link',
        description:
          'Permanently: it can be neither paused nor resumed, and its page says that it is closed. Payments that have begun continue.',
        errors: ['not_found'],
      },
    })
    .input(PaymentLinkKey)
    .output(PaymentLink)
    .mutation(async ({ ctx, input }) => presentLink(ctx, await closeLink(ctx, input))),
  /** For the dashboard: creates a link with the same settings. */
  duplicate: signedInMember
    .input(PaymentLinkKey)
    .output(PaymentLink)
    .mutation(async ({ ctx, input }) => presentLink(ctx, await duplicateLink(ctx, input))),
  /** For the dashboard: mails the link to its customer. */
  send: signedInMember
    .input(SendPaymentLink)
    .output(SentLink)
    .mutation(({ ctx, input }) => sendLink(ctx, input)),
  /** For the dashboard: the link's URL as a QR code to print. */
  qr: signedInMember
    .input(PaymentLinkKey)
    .output(LinkCode)
    .query(async ({ ctx, input: { id } }) => {
      const row = await findLink(ctx.db, { merchantId: ctx.merchant.id, id })
      if (!row) throw noLink()
      return renderQrCode(linkUrlOf(ctx, row))
    }),
  /** For the dashboard: choices and methods of a link's payers, which version 1 does not have. */
  choices: signedInMember
    .input(PaymentLinkKey)
    .output(LinkOptions)
    .query(async ({ ctx, input: { id } }) => {
      const row = await findLink(ctx.db, { merchantId: ctx.merchant.id, id })
      if (!row) throw noLink()
      return { ...choicesOf(row), methodTypes: methodTypesOf(row) }
    }),
  /** For the dashboard, next to the list. */
  summary: signedInMember
    .input(SummarizePaymentLinks)
    .output(PaymentLinkSummary)
    .query(({ ctx, input }) => summarizeLinks(ctx, input)),
  /** For a payment's page in the dashboard: the payment's link and its payer's answers. */
  ofPayment: signedInMember
    .input(PaymentLinkKey)
    .output(PaymentAnswers)
    .query(async ({ ctx, input: { id: key } }) => {
      const merchantId = ctx.merchant.id
      const payment = await findTransaction(ctx.db, { merchantId, key })
      const answersRow =
        payment && (await findLinkAnswers(ctx.db, { merchantId, transactionId: payment.id }))
      const link = answersRow && (await findLink(ctx.db, { merchantId, id: answersRow.linkId }))
      return {
        link: link ? { id: link.id, title: link.title } : null,
        answers: answersOf(answersRow),
        ...purchaseOf(answersRow),
      }
    }),
})
