import type { MailLanguage } from '../language.ts'
import { moneyFormat } from '../money/currencies.ts'
import { connectionKinds } from './connection-kinds.ts'
import { disputeKinds } from './dispute-kinds.ts'
import { linkKinds } from './link-kinds.ts'
import type { NoticeChoice, NoticeFacts, NoticeKindDefinition, NoticeTexts } from './notice-kind.ts'
import { type NoticeKind, noticeKindNames } from './notice-kind-names.ts'
import { refundKinds } from './refund-kinds.ts'

/** All kinds of notices. Another kind is another entry, and its name in `notice-kind-names.ts`. */
export const noticeKinds: Readonly<Record<NoticeKind, NoticeKindDefinition>> = {
  ...disputeKinds,
  ...refundKinds,
  ...linkKinds,
  ...connectionKinds,
}

type Role = keyof NoticeKindDefinition['defaults']

/** A member's choices; kinds without an entry keep their default. */
export type MemberChoices = Partial<Record<NoticeKind, NoticeChoice>>

/** Returns the kinds that a member with this role may get. */
export const kindsFor = (role: Role): NoticeKind[] =>
  noticeKindNames.filter((kind) => role === 'owner' || noticeKinds[kind].audience === 'everyone')

/** Returns the kinds that a member gets in the page, or by mail. */
export const kindsBy = (
  way: 'page' | 'mail',
  { role, choices }: { role: Role; choices: MemberChoices },
): NoticeKind[] =>
  kindsFor(role).filter((kind) =>
    [way, 'both'].includes(choices[kind] ?? noticeKinds[kind].defaults[role]),
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
  })
}
