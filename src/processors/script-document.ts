/** The only page whose document may admit a processor's script. */
const PATH = '/payments'

/** True while this document was loaded for that page and has shown no other page since. */
let isOwn = window.location.pathname === PATH

const mark = () => document.querySelector<HTMLMetaElement>('meta[name="incasso-script"]')

/** Returns whether this document's policy admits a processor's script, as the server's meta tag states. */
export const admitsScript = (processor: string): boolean =>
  [processor, 'any'].includes(mark()?.content ?? '')

/** Returns whether a reload may admit a script. It cannot for a document just loaded for the page. */
export const mayLoadAnew = (processor: string): boolean => !isOwn && !admitsScript(processor)

/** Returns whether this document was loaded for the page and has shown no other since. */
export const isOwnDocument = (): boolean => isOwn

/** Records that the page was left without loading another document. */
export const notePageLeft = (): void => {
  isOwn = false
}
