import type { Call } from './every-call.ts'

/** The attacks for a page of another origin. The code of that page runs in a browser and can use no other variables. */
export type Plan = {
  target: string
  changes: (Pick<Call, 'method' | 'path' | 'input'> & { query: string })[]
  reads: string[]
  /** Pages of Incasso that the attacking page tries to show in frames. */
  screens: string[]
}

/** The number of attempted attacks, and the texts that the attacking page could read. `read` must be empty. */
export type AttackResult = { tried: number; read: string[] }

/** Runs, inside the attacking page, every attack that needs no second window. */
export async function attackFromPage(plan: Plan): Promise<AttackResult> {
  const { target, changes, reads, screens } = plan
  const result: AttackResult = { tried: 0, read: [] }
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    const readable = await work().catch(() => undefined)
    result.tried += 1
    if (typeof readable === 'string') result.read.push(`${what}: ${readable.slice(0, 80)}`)
  }
  const waitForLoad = (element: HTMLElement) =>
    new Promise<void>((resolve) => {
      element.addEventListener('load', () => resolve(), { once: true })
      element.addEventListener('error', () => resolve(), { once: true })
    })
  /** Returns the text in the frame, when the browser lets this page read it. */
  const readFrame = async (begin: (frame: HTMLIFrameElement) => void) => {
    const frame = document.createElement('iframe')
    frame.name = `frame${Math.random()}`
    document.body.append(frame)
    const done = waitForLoad(frame)
    begin(frame)
    await done
    const text = frame.contentDocument?.body.textContent
    frame.remove()
    return text || undefined
  }
  const post = (path: string, enctype: string, fields: [string, string][]) =>
    readFrame((frame) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: target + path, enctype, target: frame.name })
      for (const [name, value] of fields) {
        const field = document.createElement('input')
        Object.assign(field, { type: 'hidden', name, value })
        form.append(field)
      }
      document.body.append(form)
      form.submit()
      form.remove()
    })
  const loadElement = async (tag: 'img' | 'script' | 'link', url: string) => {
    const created = document.createElement(tag)
    const done = waitForLoad(created)
    Object.assign(created, tag === 'link' ? { rel: 'stylesheet', href: url } : { src: url })
    document.body.append(created)
    await done
    created.remove()
  }
  const fetchText = async (url: string, init: RequestInit) => {
    const response = await fetch(url, { credentials: 'include', ...init })
    return response.type === 'opaque' ? undefined : `${response.status} ${await response.text()}`
  }
  const tryChange = async ({ method, path, input, query }: Plan['changes'][number]) => {
    const url = target + path
    const json = JSON.stringify(input)
    const fields = Object.entries(input).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    // A form sends this field as JSON text.
    const jsonFields: [string, string][] = [
      [`${json.slice(0, -1)}${json === '{}' ? '' : ','}"x":"`, '"}'],
    ]
    const plain = { method: 'POST', mode: 'no-cors', body: json } satisfies RequestInit
    const jsonRequest = { method, body: json, headers: { 'content-type': 'application/json' } }
    await attempt(`form ${path}`, () => post(path, 'application/x-www-form-urlencoded', fields))
    await attempt(`files ${path}`, () => post(path, 'multipart/form-data', fields))
    await attempt(`text ${path}`, () => post(path, 'text/plain', jsonFields))
    await attempt(`no-cors ${path}`, () => fetchText(url, plain))
    await attempt(`cors ${path}`, () => fetchText(url, jsonRequest))
    await attempt(`beacon ${path}`, async () => navigator.sendBeacon(url, json))
    await attempt(`image ${path}`, () => loadElement('img', url + query))
  }
  const tryRead = async (path: string) => {
    for (const tag of ['img', 'script', 'link'] as const) {
      await attempt(`${tag} ${path}`, () => loadElement(tag, target + path))
    }
    await attempt(`read ${path}`, () => fetchText(target + path, {}))
  }
  const tryFrame = (path: string) =>
    attempt(`frame ${path}`, () =>
      readFrame((frame) => {
        frame.src = target + path
      }),
    )
  const attacks = [
    ...changes.map((change) => () => tryChange(change)),
    ...reads.map((path) => () => tryRead(path)),
    ...screens.map((path) => () => tryFrame(path)),
  ].values()
  const worker = async () => {
    for (const work of attacks) await work()
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return result
}

/** Opens Incasso's page in a window and sends it messages. Returns the list of all messages and readable values. */
export function openAndSendMessages({ target, text }: { target: string; text: string }): string[] {
  const messages: string[] = []
  addEventListener('message', ({ data }) => messages.push(String(data)))
  const opened = open(target)
  const recordIfReadable = (what: string, work: () => unknown) => {
    try {
      const readable = work()
      if (readable !== undefined) messages.push(`${what}: ${String(readable)}`)
    } catch {
      // The browser forbids it.
    }
  }
  const sendMessages = () => {
    opened?.postMessage(text, '*')
    recordIfReadable('document', () =>
      opened?.location.href === 'about:blank' ? undefined : opened?.document,
    )
  }
  sendMessages()
  Object.assign(globalThis, { received: messages, talk: sendMessages })
  return messages
}
