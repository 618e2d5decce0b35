import type { Mail } from '../../mail/mailer.ts'
import type { CreatedInvitation, TeamRole } from './team.schema.ts'

const roles: Record<TeamRole, string> = {
  owner: 'titolare, con tutti i permessi',
  staff: 'collaboratore',
}

/** To whoever alone may accept it. */
export const invitationMail = (
  businessName: string,
  { role, link }: Pick<CreatedInvitation, 'role' | 'link'>,
): Omit<Mail, 'to'> => ({
  subject: `${businessName} ti invita su Incasso`,
  text: [
    'Ciao,',
    `${businessName} ti invita a lavorare su Incasso come ${roles[role]}. Per accettare, apri questo link:`,
    link,
    'Vale per sette giorni e una volta sola, per chi accede con questo indirizzo e-mail.',
    'Non conosci chi ti invita? Ignora questo messaggio: non cambia nulla.',
    'Incasso',
  ].join('\n\n'),
})
