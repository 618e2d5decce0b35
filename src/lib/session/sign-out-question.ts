/** Asks the person before they sign out, and answers whether they still want to. */
type Ask = () => Promise<boolean>

let asking: Ask | undefined

/** Has each signing out asked about first, for as long as it is not taken back. */
export function askBeforeSignOut(ask: Ask): () => void {
  asking = ask
  return () => {
    if (asking === ask) asking = undefined
  }
}

/** Whether nothing is lost by signing out, or the person knows and wants to all the same. */
export const maySignOut = async (): Promise<boolean> => (await asking?.()) ?? true
