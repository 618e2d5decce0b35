/** The only page whose document may let a processor's script in. */
const PATH = '/payments'

/** Whether this document is that page's own, and has been shown as nothing else since. */
let isOwn = window.location.pathname === PATH

const mark = () => document.querySelector<HTMLMetaElement>('meta[name="incasso-script"]')

/** Whether the policy of this document lets a processor's script in: the server says so where it does. */
export const admitsScript = (processor: string): boolean =>
  [processor, 'any'].includes(mark()?.content ?? '')

/** Whether loading the page anew may let a script in: what has just been loaded would only be the same once more. */
export const mayLoadAnew = (processor: string): boolean => !isOwn && !admitsScript(processor)

/** Whether the document is the page's own, which nothing would change. */
export const isOwnDocument = (): boolean => isOwn

/** The page was left without loading another document. */
export const notePageLeft = (): void => {
  isOwn = false
}
