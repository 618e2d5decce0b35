import type { LegalLanguage, LegalName } from './legal.ts'

/** The sandbox's own documents, separate from the texts of their links, which the sign-in page loads too. */
export const legalDocuments: Record<LegalLanguage, Record<LegalName, string>> = {
  it: {
    terms: `# Termini e condizioni

## Che cos'è questo servizio

Incasso è un pannello per i pagamenti di un'attività e un'API per i suoi programmi. I pagamenti di prova passano da una **sandbox**: l'esito dipende dall'importo, e nessun denaro si muove. Quelli reali passano dall'account Stripe dell'attività o arrivano sul suo conto: il servizio non tiene denaro.

## Che cosa puoi fare

- Provare il pannello e l'API con dati inventati.
- Invitare altre persone nella tua attività e creare chiavi per i tuoi programmi.
- Esportare i tuoi pagamenti in ogni momento.

## Che cosa non devi fare

- Scrivere numeri di carta in campi che non sono per la carta, dati di altre persone senza il loro consenso, o segreti.
- Incassare per beni o servizi vietati dalla legge o dalle condizioni di Stripe.
- Disturbare il servizio o i dati di altri.

## Il tuo account

Sei responsabile della tua password e delle tue chiavi: chi le ha agisce a tuo nome. Revoca subito una chiave che altri possono aver visto. Chi gestisce il server può sospendere un'attività; un'attività sospesa legge i suoi dati e non prende pagamenti.

## Garanzie

Il servizio è offerto così com'è, senza garanzia di continuità né di idoneità a uno scopo. Il programma è distribuito con la licenza MIT.

## Chi risponde

Risponde chi gestisce questo server: il suo nome, il suo indirizzo e il foro competente devono stare nel testo che sostituisce questo.
`,
    privacy: `# Privacy policy

## Quali dati conserva questo server

- **Di chi accede:** nome, email, l'impronta della password (non la password), le sessioni con indirizzo di rete e browser, le scelte fatte.
- **Dell'attività:** nome, tipo, telefono, indirizzo, sito e ciò che scrivi nella configurazione.
- **Dei clienti dell'attività:** nome, email, importi, date e descrizioni dei pagamenti. I dati della carta vanno dal browser di chi paga a Stripe, dove è collegato, e non arrivano mai a questo server.
- **Di ciò che accade:** un registro di chi ha cambiato che cosa, e delle chiamate delle chiavi API senza i loro contenuti.

## Perché

Per far funzionare il pannello e l'API, per la sicurezza degli account e per rispondere di ogni modifica. Nessun dato è venduto o usato per pubblicità, e nessuna pagina carica strumenti di misurazione.

## Per quanto tempo

Gli eventi inviati ai webhook, le risposte alle richieste ripetute e ciò che si sa delle email inviate si cancellano dopo 30 giorni. I pagamenti restano finché l'attività resta. Un cliente si può cancellare in ogni momento: nome, email, descrizioni e note spariscono, gli importi rimangono.

## A chi arrivano

All'indirizzo webhook scelto dall'attività e, se l'attività lo ha collegato, a Stripe ciò che serve al pagamento. Se chi gestisce il server li ha impostati, anche: al servizio di posta i messaggi, anche quelli ai clienti, a Clerk o Google gli accessi, al modello di AI le somme e le tue domande, senza nomi né email.

## Cookie

Uno per la sessione e uno che riconosce il tuo dispositivo, entrambi necessari. Il browser ricorda anche il tema e la lingua.

## I tuoi diritti

Puoi chiedere a chi gestisce questo server di vedere, correggere, esportare o cancellare i tuoi dati. Il suo nome e il suo recapito, e quelli di chi tratta i dati per suo conto, devono stare nel testo che sostituisce questo.
`,
  },
  en: {
    terms: `# Terms and conditions

## What this service is

Incasso is a dashboard for the payments of a business and an API for its programs. Test payments go to a **sandbox**: the amount decides the outcome, and no money moves. Real ones go through the business's own Stripe account or come to its bank account: the service holds no money.

## What you may do

- Try the dashboard and the API with invented data.
- Invite other people to your business and make keys for your programs.
- Export your payments at any time.

## What you must not do

- Enter card numbers in fields that are not for the card, data of other people without their consent, or secrets.
- Take payments for what the law or Stripe's terms forbid.
- Disturb the service or the data of others.

## Your account

You are responsible for your password and your keys: any person who has them acts in your name. If other people may have seen a key, revoke it immediately. The operator of the server can suspend a business; a suspended business reads its data and takes no payments.

## Warranties

The service is offered as it is, with no warranty that it is always there or fit for a purpose. The program is distributed under the MIT licence.

## Who answers for it

The operator of this server does: their name, their address and the place of jurisdiction must stand in the text that replaces this one.
`,
    privacy: `# Privacy policy

## Which data this server keeps

- **Of people who sign in:** name, e-mail, a hash of the password (not the password), sessions with network address and browser, and choices that were made.
- **Of the business:** name, type, telephone, address, website and what you write in the set-up.
- **Of the customers of the business:** name, e-mail, amounts, dates and descriptions of payments. Card details go from the payer's browser to Stripe, where that is connected, and never reach this server.
- **Of what happens:** a log of who changed what, and of the calls of API keys without their contents.

## What for

To make the dashboard and the API work, to keep accounts secure, and to account for every change. No data are sold or used for advertising, and no page loads tools that measure visitors.

## For how long

Events that were sent to webhooks, answers to requests that may be repeated, and what is known of mails are removed after 30 days. Payments stay as long as the business does. A customer can be erased at any time: name, e-mail, descriptions and notes go, the amounts stay.

## Who receives them

The webhook address that the business chose and, where the business connected it, Stripe what a payment needs. Where the operator has set them up, also: the mail service the messages, those to customers among them, Clerk or Google the sign-ins, the AI model sums and your questions, without names or e-mails.

## Cookies

One for the session and one that recognises your device, both of them necessary. The browser also remembers the colour scheme and the language.

## Your rights

You can ask the operator of this server to see, correct, export or erase your data. Their name and how to reach them, and the same of those who process data for them, must stand in the text that replaces this one.
`,
  },
}
