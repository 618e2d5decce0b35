/** Asks the person before a form with unsaved data is lost; resolves to true when they leave it. */
type ConfirmLeave = () => Promise<boolean>

const openForms: ConfirmLeave[] = []
let isAgreed = false

/** Registers a form with unsaved data; the returned function removes it. */
export function askBeforeLeaving(confirm: ConfirmLeave): () => void {
  openForms.push(confirm)
  return () => {
    openForms.splice(openForms.indexOf(confirm), 1)
  }
}

/**
 * Resolves to true when the page can be reloaded: no form has unsaved data, or the person accepts the loss. Asks in the
 * newest form only, for all forms. The browser then does not ask again, because `isLeavingForms` returns true.
 */
export async function mayDiscardForms(): Promise<boolean> {
  const newest = openForms.at(-1)
  isAgreed = newest === undefined || (await newest())
  return isAgreed
}

/** Returns true once the person has agreed to leave all forms. */
export const isLeavingForms = (): boolean => isAgreed
