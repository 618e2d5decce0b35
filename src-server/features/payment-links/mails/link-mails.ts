import type { Letter } from '#server/core/ports/mailer.ts'
import { composeLetter } from '#server/services/mail/letter.ts'
import { localDateTime } from '#server/shared/day.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'

/** `title`: null when all links are paused. */
type PauseNotice = {
  title: string | null
  pausedUntil: string
  timezone: string
  language: MailLanguage
}

const words = {
  it: {
    subject: 'Link di pagamento in pausa per 30 minuti',
    heading: 'Un link di pagamento è in pausa',
    opening: [
      'In pochi minuti molte carte sono state rifiutate a questo link. Di solito è qualcuno che prova numeri di carte rubate.',
      'Per questo il link non accetta pagamenti per mezz’ora, poi riprende da solo. Nessun pagamento già riuscito è cambiato.',
    ],
    link: 'Link',
    until: 'In pausa fino a',
    all: {
      subject: 'Tutti i link di pagamento in pausa per 30 minuti',
      heading: 'Tutti i link di pagamento sono in pausa',
      opening: [
        'In pochi minuti molte carte sono state rifiutate ai tuoi link. Di solito è qualcuno che prova numeri di carte rubate.',
        'Per questo nessun link accetta pagamenti per mezz’ora, poi tutti riprendono da soli. Nessun pagamento già riuscito è cambiato.',
      ],
      closing: ['Riattivandone uno nella pagina dei link di pagamento riprendono tutti.'],
    },
    closing: [
      'Nella pagina dei link di pagamento si può riattivarlo prima, o sostituirlo con un altro link e mandare quello.',
    ],
  },
  en: {
    subject: 'Payment link paused for 30 minutes',
    heading: 'A payment link is paused',
    opening: [
      'Within a few minutes many cards were declined at this link. Mostly that is somebody who tries stolen card numbers.',
      'So the link takes no payments for half an hour, and then goes on by itself. No payment that succeeded has changed.',
    ],
    link: 'Link',
    until: 'Paused until',
    all: {
      subject: 'All payment links paused for 30 minutes',
      heading: 'All payment links are paused',
      opening: [
        'Within a few minutes many cards were declined at your links. Mostly that is somebody who tries stolen card numbers.',
        'So no link takes payments for half an hour, and then all go on by themselves. No payment that succeeded has changed.',
      ],
      closing: ['Resuming one of them on the page of payment links resumes all.'],
    },
    closing: [
      'On the page of payment links you can resume it sooner, or make another link in its place and send that one.',
    ],
  },
}

/** Writes the mail to a merchant about a link, or all links, paused because many cards were declined. */
export function writePausedLetter({ title, pausedUntil, timezone, language }: PauseNotice): Letter {
  const texts = words[language]
  const { subject, heading, opening, closing } = title === null ? texts.all : texts
  const until: [string, string] = [
    texts.until,
    `${localDateTime(pausedUntil, timezone)} (${timezone})`,
  ]
  return composeLetter({
    language,
    subject,
    heading,
    opening,
    fields: title === null ? [until] : [[texts.link, quotedName(title)], until],
    closing,
  })
}
