import type { MailLanguage } from '../language.ts'
import type { MemberRole } from '../member-role.ts'
import { moneyFormat } from '../money/currencies.ts'
import { connectionKinds } from './connection-kinds.ts'
import { disputeKinds } from './dispute-kinds.ts'
import { linkKinds } from './link-kinds.ts'
import { moneyKinds } from './money-kinds.ts'
import { monthKinds } from './month-kinds.ts'
import type { NoticeChoice, NoticeFacts, NoticeKindDefinition, NoticeTexts } from './notice-kind.ts'
import { type NoticeKind, noticeKindNames } from './notice-kind-names.ts'
import { refundKinds } from './refund-kinds.ts'

/** All kinds of notices. To add a kind, add an entry here and a name in `notice-kind-names.ts`. */
export const noticeKinds: Readonly<Record<NoticeKind, NoticeKindDefinition>> = {
  ...disputeKinds,
  ...refundKinds,
  ...moneyKinds,
  ...linkKinds,
  ...connectionKinds,
  ...monthKinds,
}

/** Roles of members who read notices. */
export type ReaderRole = MemberRole

/** A member's choices; kinds without an entry keep their default. */
export type MemberChoices = Partial<Record<NoticeKind, NoticeChoice>>

/** Returns the kinds that a member with this role may get. */
export const kindsFor = (role: ReaderRole): NoticeKind[] =>
  noticeKindNames.filter((kind) => {
    const { audience } = noticeKinds[kind]
    const isBookkeeping = audience === 'bookkeepers' && role === 'accountant'
    return role === 'owner' || audience === 'everyone' || isBookkeeping
  })

/** Returns the default choice of a role. */
export const defaultChoice = (kind: NoticeKind, role: ReaderRole): NoticeChoice =>
  noticeKinds[kind].defaults[role] ?? 'none'

/** Returns the kinds that a member gets in the dashboard, or by mail. */
export const kindsBy = (
  channel: 'page' | 'mail',
  { role, choices }: { role: ReaderRole; choices: MemberChoices },
): NoticeKind[] =>
  kindsFor(role).filter((kind) =>
    [channel, 'both'].includes(choices[kind] ?? defaultChoice(kind, role)),
  )

type Reader = { language: MailLanguage; timezone: string }

/** Returns a notice's title and sentence in the reader's language. */
export function noticeTexts(
  { kind, facts }: { kind: NoticeKind; facts: NoticeFacts },
  { language, timezone: timeZone }: Reader,
): NoticeTexts {
  const { amount, currency, outcome, linkId } = facts
  const instantText = (at: string | undefined): string =>
    at === undefined
      ? ''
      : new Intl.DateTimeFormat(language === 'it' ? 'it-IT' : 'en-US', {
          timeZone,
          dateStyle: 'long',
          timeStyle: 'short',
        }).format(new Date(at))
  return noticeKinds[kind].texts[language]({
    outcome,
    linkId,
    amount:
      amount === undefined || currency === undefined
        ? ''
        : new Intl.NumberFormat(language, moneyFormat(currency)).format(
            amount as Intl.StringNumericLiteral,
          ),
    reference: facts.reference ?? '',
    dueAt: instantText(facts.dueAt),
    acceptsAt: instantText(facts.acceptsAt),
    until: instantText(facts.until),
    title: facts.title ?? '',
    host: facts.host ?? '',
    processor: facts.processor ?? '',
    month: monthText(facts.month, language),
  })
}

/** Returns the name of a month with its year: "November 2026". */
const monthText = (month: string | undefined, language: MailLanguage): string =>
  month === undefined
    ? ''
    : new Intl.DateTimeFormat(language === 'it' ? 'it-IT' : 'en-US', {
        timeZone: 'UTC',
        month: 'long',
        year: 'numeric',
      }).format(new Date(`${month}-01T00:00:00Z`))
