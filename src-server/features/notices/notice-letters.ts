import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Letter } from '#server/core/ports/mailer.ts'
import { composeLetter } from '#server/services/mail/letter.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import type { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import type { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'
import { noticeKinds, noticeTexts } from '#server/shared/notices/notice-kinds.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'

const words = {
  it: {
    locale: 'it-IT',
    test: '[Prova] ',
    testNote: 'Riguarda l’ambiente di prova: non si muove denaro reale.',
    business: 'Attività',
    date: 'Data',
    open: 'Apri in Incasso',
    openAll: 'Apri gli avvisi',
    digest: (count: number) => (count === 1 ? 'Un avviso nuovo' : `${count} avvisi nuovi`),
    choices: 'Nel profilo, alla voce «Avvisi», si sceglie quali avvisi ricevere per email.',
  },
  en: {
    locale: 'en-US',
    test: '[Test] ',
    testNote: 'This is about test mode: no real money moves.',
    business: 'Business',
    date: 'Date',
    open: 'Open in Incasso',
    openAll: 'Open the notices',
    digest: (count: number) => (count === 1 ? 'One new notice' : `${count} new notices`),
    choices: 'Choose in your profile, under “Notices”, which notices to get by mail.',
  },
}

export type MailedNotice = { kind: NoticeKind; facts: NoticeFacts; createdAt: string }

type LetterContext = {
  merchant: Pick<ActingMerchant, 'businessName' | 'mode' | 'timezone'>
  language: MailLanguage
  appUrl: string
}

/** Writes the mail of one notice. */
export function writeNotice(notice: MailedNotice, context: LetterContext): Letter {
  const { language, merchant, appUrl } = context
  const { timezone } = merchant
  const { title, sentence } = noticeTexts(notice, { language, timezone })
  const { locale, test, testNote, business, date, open, choices } = words[language]
  const isTest = merchant.mode === 'test'
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: timezone,
    dateStyle: 'long',
    timeStyle: 'short',
  })
  return composeLetter({
    language,
    subject: isTest ? test + title : title,
    heading: title,
    opening: [sentence, ...(isTest ? [testNote] : [])],
    fields: [
      [business, quotedName(merchant.businessName)],
      [date, format.format(new Date(notice.createdAt))],
    ],
    closing: [choices],
    link: { text: open, url: urlOf(notice, appUrl) },
  })
}

function urlOf({ kind, facts }: MailedNotice, appUrl: string): string {
  const { path, search } = noticeKinds[kind].link(facts)
  return `${appUrl}${path}${search ? `?${new URLSearchParams(search)}` : ''}`
}

/** Writes the daily mail of several quiet notices. */
export function writeDigest(notices: readonly MailedNotice[], context: LetterContext): Letter {
  const { language, merchant, appUrl } = context
  const { timezone } = merchant
  const { test, testNote, business, openAll, digest, choices } = words[language]
  const isTest = merchant.mode === 'test'
  const subject = digest(notices.length)
  return composeLetter({
    language,
    subject: isTest ? test + subject : subject,
    heading: subject,
    opening: isTest ? [testNote] : [],
    fields: [
      [business, quotedName(merchant.businessName)],
      ...notices.map((notice) => {
        const { title, sentence } = noticeTexts(notice, { language, timezone })
        return [title, sentence] as const
      }),
    ],
    closing: [choices],
    link: { text: openAll, url: `${appUrl}/notices` },
  })
}
