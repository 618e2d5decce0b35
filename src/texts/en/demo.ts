export const demo = {
  /** On the sign-in page, which speaks Italian. */
  invite: 'Vuoi solo dare un’occhiata?',
  start: 'Prova la demo',
  starting: 'Preparazione della demo…',
  failed: 'La demo non è stata preparata. Riprova.',
  userName: 'Ospite Demo',
  marked: 'Demo data',
  remove: 'Remove the demo',
  removeTitle: 'Remove the demo?',
  removeText:
    'The demo merchant, all of its payments and customers, and this guest account will be deleted. This cannot be undone.',
  removeAction: 'Remove',
  keep: 'Keep the demo',
  removing: 'Removing…',
  removeFailed: 'The demo could not be removed',
} as const
