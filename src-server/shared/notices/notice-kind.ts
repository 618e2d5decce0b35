import { z } from 'zod'
import { Month } from '../day.ts'
import type { MailLanguage } from '../language.ts'
import { Currency, Decimal } from '../money/money.ts'
import { Instant } from '../text/text.ts'

/** Facts of a notice's cause, from which its texts and its link are made. They name no customer. */
export const NoticeFacts = z.strictObject({
  amount: Decimal.optional(),
  currency: Currency.optional(),
  /** Reference of the payment: TXN-… */
  reference: z.string().optional(),
  disputeId: z.string().optional(),
  /** Deadline for a response. */
  dueAt: Instant.optional(),
  /** Time at which the owner's rule accepts the dispute. */
  acceptsAt: Instant.optional(),
  /** Time at which the cause ends by itself. */
  until: Instant.optional(),
  outcome: z.enum(['won', 'lost', 'closed']).optional(),
  payoutId: z.string().optional(),
  /** Title of a payment link that belongs to no single customer, or a processor's word for a kind of entry. */
  title: z.string().optional(),
  /** Id of the link; absent when all links are meant. */
  linkId: z.string().optional(),
  /** Host of a webhook endpoint. */
  host: z.string().optional(),
  /** Label of a processor, such as PayPal. */
  processor: z.string().optional(),
  /** A calendar month, `2026-01`. */
  month: Month.optional(),
})
export type NoticeFacts = z.infer<typeof NoticeFacts>

/** Ways in which a member gets notices of a kind. */
export const noticeChoices = ['page', 'mail', 'both', 'none'] as const
export type NoticeChoice = (typeof noticeChoices)[number]

/** Facts as the texts print them: amounts and dates are formatted in the reader's language. */
export type FactTexts = Pick<NoticeFacts, 'outcome' | 'linkId'> &
  Record<
    | 'amount'
    | 'reference'
    | 'dueAt'
    | 'acceptsAt'
    | 'until'
    | 'title'
    | 'host'
    | 'processor'
    | 'month',
    string
  >

/** A page of the product, with the search values of its URL. */
export type NoticeLink = { path: string; search?: Record<string, string> }

export type NoticeTexts = { title: string; sentence: string }

/** Everything about a kind of notice. `raiseNotice` creates a notice, `endNotices` ends it. */
export type NoticeKindDefinition = {
  /** Members who see the notice; bookkeepers are owners and accountants. */
  audience: 'everyone' | 'owners' | 'bookkeepers'
  /** Sent in the daily digest: it needs no immediate action. */
  isInDigest: boolean
  /** Default choice of each role. A kind without `accountant` is off for accountants. */
  defaults: { owner: NoticeChoice; staff: NoticeChoice; accountant?: NoticeChoice }
  /** Days until the notice expires; null if only `endNotices` ends it. */
  endsAfterDays: number | null
  /** Returns the link to the page that shows the notice's object. */
  link: (facts: NoticeFacts) => NoticeLink
  /** Name of the kind, for filters and choices. */
  name: Record<MailLanguage, string>
  texts: Record<MailLanguage, (facts: FactTexts) => NoticeTexts>
}

/** Links to the dispute's page. Notices of an earlier release name the payment only. */
export const disputeLink = (facts: NoticeFacts): NoticeLink =>
  facts.disputeId === undefined ? paymentLink(facts) : { path: `/disputes/${facts.disputeId}` }

/** Links to the payment's page. */
export const paymentLink = ({ reference = '' }: NoticeFacts): NoticeLink => ({
  path: `/transactions/${reference}`,
})
