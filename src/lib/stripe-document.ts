/** The only page whose document may let Stripe's script in. */
const PATH = '/payments'

/** Whether this document is that page's own, and has been shown as nothing else since. */
let isOwn = window.location.pathname === PATH

/** Whether the policy of this document lets Stripe's script in: the server says so where it does. */
export const admitsStripe = (): boolean =>
  document.querySelector('meta[name="incasso-stripe"]') !== null

/** Whether loading the page anew may help: what has just been loaded would only be the same once more. */
export const mayLoadAnew = (): boolean => !isOwn && !admitsStripe()

/** The page was left without loading another document. */
export const notePageLeft = (): void => {
  isOwn = false
}
