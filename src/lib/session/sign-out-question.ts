/** Asks the person before they sign out, and resolves to whether they still want to. */
type Ask = () => Promise<boolean>

let asking: Ask | undefined

/** Registers a question to ask before each sign-out; the returned function removes it. */
export function askBeforeSignOut(ask: Ask): () => void {
  asking = ask
  return () => {
    if (asking === ask) asking = undefined
  }
}

/** Resolves to true when signing out loses nothing, or the person accepts the loss. */
export const maySignOut = async (): Promise<boolean> => (await asking?.()) ?? true
