/** Asks the person before they sign out; resolves to true when they still want to sign out. */
type ConfirmSignOut = () => Promise<boolean>

let confirmSignOut: ConfirmSignOut | undefined

/** Registers a question to ask before each sign-out; the returned function removes it. */
export function askBeforeSignOut(confirm: ConfirmSignOut): () => void {
  confirmSignOut = confirm
  return () => {
    if (confirmSignOut === confirm) confirmSignOut = undefined
  }
}

/** Resolves to true when signing out loses nothing, or the person accepts the loss. */
export const maySignOut = async (): Promise<boolean> => (await confirmSignOut?.()) ?? true
