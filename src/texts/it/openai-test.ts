import type { openaiTest as original } from '../en/openai-test.ts'
import type { Words } from '../words.ts'

/** Texts of the page that tests the AI service. */
export const openaiTest: Words<typeof original> = {
  title: 'Prova OpenAI',
  intro: 'Controlla se il modello risponde, e che cosa ricava dai tuoi dati.',
  connection: {
    title: 'Prova della connessione',
    about: 'Invia una breve domanda al modello configurato su questo server.',
    run: 'Prova la connessione a OpenAI',
    running: 'In attesa del modello…',
    works: 'Connessione riuscita',
    model: 'Modello',
    failed: 'Connessione non riuscita',
    setUp: 'Come configurare la chiave',
  },
  analysis: {
    title: 'Prova dell’analisi',
    about:
      'Un riepilogo dei tuoi pagamenti degli ultimi 90 giorni. Nessun nome, indirizzo o ID lascia il server.',
    prompt: 'Domanda',
    prefilled:
      'Analizza le tendenze attuali dei pagamenti nell’e-commerce: che cosa mostrano i miei dati, e che cosa dovrei guardare ora?',
    run: 'Esegui l’analisi',
    cancel: 'Annulla',
    running: 'Analisi in corso…',
    result: 'Analisi',
    builtin: 'Non prodotta da un modello',
    byModel: 'Prodotta da un modello: confrontala con i dati',
    raw: 'Risposta originale: non contiene un’analisi',
    failed: 'Analisi non riuscita',
    cancelled: 'Analisi annullata. Il testo ricevuto fin qui resta.',
    complete: 'L’analisi è completa.',
    figures: 'Dati utilizzati',
    noFigures: 'Negli ultimi 90 giorni non ci sono pagamenti.',
  },
  features: {
    title: 'Funzioni AI',
    about: 'Basate su GPT-4o se è impostata una chiave. Ognuna avvia un’analisi dei tuoi dati.',
    start: (name: string) => `Avvia: ${name}`,
    startShort: 'Avvia',
    list: [
      {
        analysis: 'fraud',
        name: 'Analisi delle frodi',
        about: 'Rifiuti ripetuti e giorni insoliti.',
        prompt: 'Quali dei miei dati potrebbero indicare una frode, e quali righe controllo prima?',
      },
      {
        analysis: 'patterns',
        name: 'Andamento delle transazioni',
        about: 'Metodi, giorni e ore della settimana.',
        prompt:
          'Quali andamenti mostrano le mie transazioni per metodo, giorno e ora della settimana?',
      },
      {
        analysis: 'risk',
        name: 'Valutazione dei rischi',
        about: 'Pagamenti non riusciti, incassi in calo, valute.',
        prompt: 'Quali rischi mostrano i miei dati, e quanto è grave ciascuno?',
      },
      {
        analysis: 'configuration',
        name: 'Consigli sulla configurazione',
        about: 'Che cosa manca ancora alla configurazione di questo server.',
        prompt: 'Che cosa andrebbe cambiato nella configurazione di questo server?',
      },
      {
        analysis: 'environment',
        name: 'Ottimizzazione dell’ambiente',
        about: 'Che cosa renderebbe più affidabile questo ambiente.',
        prompt: 'Come si può migliorare questo ambiente?',
      },
      {
        analysis: 'debug',
        name: 'Aiuto nella ricerca degli errori',
        about: 'Perché i pagamenti non riescono o restano in attesa.',
        prompt: 'Alcuni pagamenti non riescono o restano in attesa: che cosa controllo prima?',
      },
    ],
  },
}
