/** The only page whose document may let a processor's script in. */
const PATH = '/payments'

/** Whether this document is that page's own, and has been shown as nothing else since. */
let isOwn = window.location.pathname === PATH

const mark = () => document.querySelector<HTMLMetaElement>('meta[name="incasso-script"]')

/** True where the policy of this document lets a processor's script in, as the server says by a mark. */
export const admitsScript = (processor: string): boolean =>
  [processor, 'any'].includes(mark()?.content ?? '')

/** True where loading the page anew may let a script in: what has just been loaded would be the same once more. */
export const mayLoadAnew = (processor: string): boolean => !isOwn && !admitsScript(processor)

/** True while this document is the one that was loaded for the page. */
export const isOwnDocument = (): boolean => isOwn

/** The page was left without loading another document. */
export const notePageLeft = (): void => {
  isOwn = false
}
