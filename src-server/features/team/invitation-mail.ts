import type { Letter } from '#server/core/ports/mailer.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'
import type { CreatedInvitation, TeamRole } from './team.schema.ts'

type Offer = { name: string; role: TeamRole; link: string }
type MailWriters = Record<'it' | 'en', (offer: Offer) => Letter>

const roles: Record<'it' | 'en', Record<TeamRole, string>> = {
  it: {
    owner: 'titolare, con tutti i permessi',
    staff: 'collaboratore',
    accountant: 'commercialista',
  },
  en: {
    owner: 'an owner, with every permission',
    staff: 'a member of staff',
    accountant: 'an accountant',
  },
}

const mailWriters: MailWriters = {
  it: ({ name, role, link }) => ({
    subject: 'Sei stato invitato a lavorare su Incasso',
    text: [
      'Ciao,',
      `un’attività che si chiama «${name}» ti invita a lavorare su Incasso come ${roles.it[role]}. Per accettare, apri questo link:`,
      link,
      'Vale per sette giorni e una volta sola, per chi accede con questo indirizzo e-mail.',
      'Non conosci chi ti invita? Ignora questo messaggio: non cambia nulla.',
      'Incasso',
    ].join('\n\n'),
  }),
  en: ({ name, role, link }) => ({
    subject: 'You are invited to work on Incasso',
    text: [
      'Hello,',
      `a business called “${name}” invites you to work on Incasso as ${roles.en[role]}. To accept, open this link:`,
      link,
      'It works once, for seven days, for a person who signs in with this email address.',
      'Do you not know who invites you? Ignore this message: nothing changes.',
      'Incasso',
    ].join('\n\n'),
  }),
}

/** Returns the mail to the only e-mail address that may accept. Its subject contains no text chosen by the sender. */
export const writeInvitationMail = (
  businessName: string,
  { role, link }: Pick<CreatedInvitation, 'role' | 'link'>,
  language: 'it' | 'en' = 'it',
): Letter => mailWriters[language]({ name: quotedName(businessName), role, link })
