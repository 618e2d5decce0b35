/**
 * Texts of the environment checks and their remedies: the server's English with our Italian. `{}` marks the
 * parts that vary between responses, in the same order in both.
 */
export const findings: readonly (readonly [server: string, here: string])[] = [
  [
    'Not in use: this server signs people in itself.',
    'Non in uso: è questo server a gestire gli accessi.',
  ],
  [
    'No endpoint is set, so no events are sent.',
    'Nessun endpoint impostato: gli eventi non partono.',
  ],
  ['Clerk has not been asked yet.', 'Clerk non è stato ancora interrogato.'],
  ['Run the checks again.', 'Ripeti le verifiche.'],
  ['Clerk’s signing keys cannot be read.', 'Le chiavi di firma di Clerk non si possono leggere.'],
  [
    'Check `CLERK_SECRET_KEY` and `CLERK_API_URL`, and that this server reaches Clerk; the log of the server names the reason. With `CLERK_JWT_KEY` sessions are verified without it.',
    'Controlla `CLERK_SECRET_KEY` e `CLERK_API_URL`, e che questo server raggiunga Clerk; il log del server indica il motivo. Con `CLERK_JWT_KEY` le sessioni si verificano anche senza.',
  ],
  [
    'Clerk responds, and the keys fit each other and this environment.',
    'Clerk risponde, e le chiavi sono coerenti tra loro e con questo ambiente.',
  ],
  [
    'Clerk signs people in with test keys, in production.',
    'Clerk gestisce gli accessi con chiavi di test, in produzione.',
  ],
  [
    'Set `CLERK_PUBLISHABLE_KEY` and `CLERK_SECRET_KEY` to the live keys of the production instance, then restart.',
    'Imposta in `CLERK_PUBLISHABLE_KEY` e `CLERK_SECRET_KEY` le chiavi live dell’istanza di produzione, poi riavvia.',
  ],
  [
    'Clerk signs people in with live keys, in development.',
    'Clerk gestisce gli accessi con chiavi live, in sviluppo.',
  ],
  [
    'Set the test keys of the development instance, so that trying things out touches no real account.',
    'Imposta le chiavi di test dell’istanza di sviluppo: le prove non toccheranno account reali.',
  ],
  ['Clerk did not respond within {} seconds.', 'Clerk non ha risposto entro {} secondi.'],
  ['Clerk cannot be reached.', 'Clerk non è raggiungibile.'],
  [
    'Check that this server reaches Clerk. With `CLERK_JWT_KEY` sessions are verified without it.',
    'Controlla che questo server raggiunga Clerk. Con `CLERK_JWT_KEY` le sessioni si verificano anche senza.',
  ],
  [
    'Not configured: no model can be asked.',
    'Non configurato: non si può interrogare alcun modello.',
  ],
  [
    'Set `OPENAI_API_KEY`, and for another provider `OPENAI_BASE_URL` and `OPENAI_MODEL`, then restart the server.',
    'Imposta `OPENAI_API_KEY`, e per un altro fornitore `OPENAI_BASE_URL` e `OPENAI_MODEL`, poi riavvia il server.',
  ],
  [
    'The list of models cannot be read: this is not a server that speaks OpenAI’s protocol.',
    'L’elenco dei modelli non si può leggere: questo server non usa il protocollo di OpenAI.',
  ],
  [
    'Check `OPENAI_BASE_URL`: it ends before `/chat/completions`, often with `/v1`.',
    'Controlla `OPENAI_BASE_URL`: termina prima di `/chat/completions`, spesso con `/v1`.',
  ],
  [
    'The server responds, but does not offer the model {} to this key.',
    'Il server risponde, ma non offre il modello {} a questa chiave.',
  ],
  [
    'Set `OPENAI_MODEL` to a model that it offers, or use a key that may ask this one.',
    'Imposta in `OPENAI_MODEL` un modello che offre, o usa una chiave abilitata a questo.',
  ],
  ['The server responds and offers the model.', 'Il server risponde e offre il modello.'],
  ['The key was refused ({}).', 'La chiave è stata rifiutata ({}).'],
  [
    'Set `OPENAI_API_KEY` to a key that is valid at this server, then restart.',
    'Imposta in `OPENAI_API_KEY` una chiave valida per quel server, poi riavvia.',
  ],
  [
    'The server responds, but does not list its models, so the model could not be looked for.',
    'Il server risponde, ma non elenca i suoi modelli: non è stato possibile cercare il modello.',
  ],
  [
    'If asking the model fails too, check `OPENAI_BASE_URL`: it often ends with `/v1`.',
    'Se anche le domande al modello non riescono, controlla `OPENAI_BASE_URL`: spesso termina con `/v1`.',
  ],
  [
    'The server responds, but takes no more requests with this key for now (429).',
    'Il server risponde, ma per ora non accetta altre richieste con questa chiave (429).',
  ],
  [
    'Wait a little. If it stays so, look at the limits and the credit of the account.',
    'Attendi qualche minuto. Se il problema resta, controlla i limiti e il credito dell’account.',
  ],
  ['The server responded with {}.', 'Il server ha risposto {}.'],
  [
    'Try again in a few minutes; if it stays so, ask the operator of that server.',
    'Riprova tra qualche minuto; se il problema resta, chiedi a chi gestisce quel server.',
  ],
  [
    'The server of the model did not respond within {} seconds.',
    'Il server del modello non ha risposto entro {} secondi.',
  ],
  ['The server of the model cannot be reached.', 'Il server del modello non è raggiungibile.'],
  [
    'Check `OPENAI_BASE_URL`, and that this server may reach it through the network.',
    'Controlla `OPENAI_BASE_URL`, e che questo server possa raggiungerlo in rete.',
  ],
  [
    'The database responds and its schema is up to date.',
    'Il database risponde e il suo schema è aggiornato.',
  ],
  [
    'The schema is behind: {} migration has not run.',
    'Lo schema non è aggiornato: {} migrazione non è stata eseguita.',
  ],
  [
    'The schema is behind: {} migrations have not run.',
    'Lo schema non è aggiornato: {} migrazioni non sono state eseguite.',
  ],
  [
    'Restart the server with `npm start`: it brings the schema up to date before it serves.',
    'Riavvia il server con `npm start`: aggiorna lo schema prima di rispondere.',
  ],
  [
    'The database has hardly any room left: writing will fail.',
    'Al database non resta quasi più spazio: le scritture non riusciranno.',
  ],
  ['The database is running out of room.', 'Lo spazio del database si sta esaurendo.'],
  [
    'Tell the operator of this server, whose log says how much is left: free space, or move the database file to a larger disk and set `DATABASE_URL`.',
    'Avvisa chi gestisce questo server, nel cui log si legge quanto ne resta: va liberato spazio, o il file del database va spostato su un disco più grande e `DATABASE_URL` va aggiornato.',
  ],
  [
    'A newer release has changed the schema of this database.',
    'Una versione più recente ha cambiato lo schema di questo database.',
  ],
  [
    'Run that release, or go back to a copy of the data from before it.',
    'Esegui quella versione, o torna a una copia dei dati precedente.',
  ],
  [
    'The database responds slowly: a query took {} ms.',
    'Il database risponde lentamente: una richiesta ha richiesto {} ms.',
  ],
  [
    'Look at the load of its machine, and at what else uses the database.',
    'Controlla il carico del server del database e quali altri programmi lo usano.',
  ],
  [
    'The database did not respond within {} seconds.',
    'Il database non ha risposto entro {} secondi.',
  ],
  ['The database cannot be reached.', 'Il database non è raggiungibile.'],
  [
    'Start the database, or check `DATABASE_URL` and the disk; the log of the server names the reason.',
    'Avvia il database, o controlla `DATABASE_URL` e il disco; il log del server indica il motivo.',
  ],
  ['The webhook queue could not be read.', 'Non è stato possibile leggere la coda dei webhook.'],
  [
    'The queue is in the database: see the check of the database.',
    'La coda è nel database: guarda la verifica del database.',
  ],
  ['You have no merchant yet.', 'Non hai ancora un account merchant.'],
  ['Complete the onboarding.', 'Completa la configurazione.'],
  [
    'The endpoint was disabled: it failed for five days, or it responded with 410 Gone.',
    'L’endpoint è stato disattivato: non ha funzionato per cinque giorni, o ha risposto 410 Gone.',
  ],
  [
    'Repair it, then save its address again under API Integration and send the failed events again.',
    'Riparalo, poi salva di nuovo il suo indirizzo in Integrazione API e invia ancora gli eventi non consegnati.',
  ],
  [
    'The endpoint fails: its last responses were errors.',
    'L’endpoint non funziona: le sue ultime risposte sono errori.',
  ],
  [
    'Look at the latest webhook events under API Integration: each attempt shows its response.',
    'Guarda gli ultimi eventi webhook in Integrazione API: ogni tentativo riporta la risposta.',
  ],
  [
    'The processor names refunds that exceed their payments, so they are not recorded.',
    'Il gestore dei pagamenti riporta rimborsi superiori ai relativi pagamenti, perciò non sono registrati.',
  ],
  [
    'Compare these payments with the processor’s own dashboard, and tell the operator of this server.',
    'Confronta questi pagamenti con il pannello del gestore dei pagamenti, e avvisa chi gestisce questo server.',
  ],
  [
    'A processor took the money of payments that had failed or were cancelled before.',
    'Un gestore dei pagamenti ha incassato pagamenti già non riusciti o annullati.',
  ],
  [
    'Open these payments: an owner refunds the money there, or at the processor’s own site.',
    'Apri questi pagamenti: un titolare rimborsa l’importo dalla loro pagina o dal sito del gestore dei pagamenti.',
  ],
  ['Payments', 'Pagamenti'],
  ['Events wait for longer than they should.', 'Gli eventi attendono più del dovuto.'],
  [
    'Look at the log of the server: the process that sends events may have stopped. Restart it.',
    'Guarda il log del server: il processo che invia gli eventi potrebbe essersi fermato. Riavvialo.',
  ],
  ['Events are on their way.', 'Gli eventi sono in consegna.'],
  ['Every event has been delivered.', 'Tutti gli eventi sono stati consegnati.'],
  ['Kind', 'Tipo'],
  ['Query time', 'Tempo di risposta'],
  ['Migrations', 'Migrazioni'],
  ['{} of {} ran', '{} di {} eseguite'],
  ['Sign-in', 'Accesso'],
  ['E-mail and password', 'E-mail e password'],
  ['Google', 'Google'],
  ['Configured', 'Configurato'],
  ['Not configured', 'Non configurato'],
  ['Instance', 'Istanza'],
  ['Keys', 'Chiavi'],
  ['Live', 'Live'],
  ['Test', 'Test'],
  ['Tokens verified', 'Verifica dei token'],
  ['With CLERK_JWT_KEY', 'Con CLERK_JWT_KEY'],
  ['With Clerk’s keys', 'Con le chiavi di Clerk'],
  ['Since', 'Dal'],
  ['Host', 'Host'],
  ['Model', 'Modello'],
  ['Models offered', 'Modelli offerti'],
  ['Endpoint', 'Endpoint'],
  ['Waiting', 'In attesa'],
  ['{} or more', '{} o più'],
  ['Oldest waits for', 'Il più vecchio attende da'],
  ['less than a minute', 'meno di un minuto'],
  ['1 minute', '1 minuto'],
  ['{} minutes', '{} minuti'],
  ['{} hours', '{} ore'],
]
