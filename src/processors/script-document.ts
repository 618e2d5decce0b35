/** The only page whose document may admit a processor's script. */
const PATH = '/payments'

/** True while this document was loaded for that page and has shown no other page since. */
let isFresh = window.location.pathname === PATH

const metaTag = () => document.querySelector<HTMLMetaElement>('meta[name="incasso-script"]')

/** Returns whether this document's policy admits a processor's script, as the server's meta tag states. */
export const admitsScript = (processor: string): boolean =>
  [processor, 'any'].includes(metaTag()?.content ?? '')

/** Returns whether a reload may admit a script. It cannot for a document just loaded for the page. */
export const mayReload = (processor: string): boolean => !isFresh && !admitsScript(processor)

/** Returns whether this document was loaded for the page and has shown no other since. */
export const isFreshDocument = (): boolean => isFresh

/** Records that the page was left without loading another document. */
export const markPageLeft = (): void => {
  isFresh = false
}
