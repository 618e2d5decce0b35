import type { Mail } from '#server/core/mailer.ts'
import type { CreatedInvitation, TeamRole } from './team.schema.ts'

const roles: Record<TeamRole, string> = {
  owner: 'titolare, con tutti i permessi',
  staff: 'collaboratore',
}

const LONGEST_NAME = 60

/**
 * The name of a business as a mail may quote it: strangers get it, in words that its sender chose. Cut,
 * without signs that end a quotation, and without anything that a mail program would make a link of.
 */
export function quotedName(businessName: string): string {
  const plain = businessName
    .normalize('NFKC')
    .replaceAll(/[\p{C}<>«»"“”@/\\:]+/gu, ' ')
    // "S.r.l." stays as it is; "example.com" and "192.0.2.1" do not.
    .replaceAll(/[.。｡](?=\p{L}{2}|\p{N})/gu, '. ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const letters = [...plain]
  const isLong = letters.length > LONGEST_NAME
  return isLong
    ? `${letters
        .slice(0, LONGEST_NAME - 1)
        .join('')
        .trim()}…`
    : plain
}

/** To the one address that may accept it. Its subject holds no word that the sender chose. */
export const invitationMail = (
  businessName: string,
  { role, link }: Pick<CreatedInvitation, 'role' | 'link'>,
): Omit<Mail, 'to'> => ({
  subject: 'Sei stato invitato a lavorare su Incasso',
  text: [
    'Ciao,',
    `un’attività che si chiama «${quotedName(businessName)}» ti invita a lavorare su Incasso come ${roles[role]}. Per accettare, apri questo link:`,
    link,
    'Vale per sette giorni e una volta sola, per chi accede con questo indirizzo e-mail.',
    'Non conosci chi ti invita? Ignora questo messaggio: non cambia nulla.',
    'Incasso',
  ].join('\n\n'),
})
