import type { Call } from './every-call.ts'

/** Attacks that another origin's page runs in its visitor's browser. The code there knows only this plan. */
export type Plan = {
  target: string
  changes: (Pick<Call, 'method' | 'path' | 'input'> & { query: string })[]
  reads: string[]
  /** Pages of ours that it tries to show in frames. */
  screens: string[]
}

export type Spoils = { tried: number; read: string[] }

/** Runs every attack that needs no other window. */
export async function attackFromPage(plan: Plan): Promise<Spoils> {
  const { target, changes, reads, screens } = plan
  const spoils: Spoils = { tried: 0, read: [] }
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    const got = await work().catch(() => undefined)
    spoils.tried += 1
    if (typeof got === 'string') spoils.read.push(`${what}: ${got.slice(0, 80)}`)
  }
  const settled = (element: HTMLElement) =>
    new Promise<void>((resolve) => {
      element.addEventListener('load', () => resolve(), { once: true })
      element.addEventListener('error', () => resolve(), { once: true })
    })
  /** Returns the text in the frame, when the browser lets this page read it. */
  const inFrame = async (begin: (frame: HTMLIFrameElement) => void) => {
    const frame = document.createElement('iframe')
    frame.name = `frame${Math.random()}`
    document.body.append(frame)
    const done = settled(frame)
    begin(frame)
    await done
    const text = frame.contentDocument?.body.textContent
    frame.remove()
    return text || undefined
  }
  const post = (path: string, enctype: string, fields: [string, string][]) =>
    inFrame((frame) => {
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
  const element = async (tag: 'img' | 'script' | 'link', url: string) => {
    const made = document.createElement(tag)
    const done = settled(made)
    Object.assign(made, tag === 'link' ? { rel: 'stylesheet', href: url } : { src: url })
    document.body.append(made)
    await done
    made.remove()
  }
  const fetched = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, { credentials: 'include', ...init })
    return answer.type === 'opaque' ? undefined : `${answer.status} ${await answer.text()}`
  }
  const changed = async ({ method, path, input, query }: Plan['changes'][number]) => {
    const url = target + path
    const json = JSON.stringify(input)
    const fields = Object.entries(input).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    // A form sends this field as JSON text.
    const disguised: [string, string][] = [
      [`${json.slice(0, -1)}${json === '{}' ? '' : ','}"x":"`, '"}'],
    ]
    const plain = { method: 'POST', mode: 'no-cors', body: json } satisfies RequestInit
    const typed = { method, body: json, headers: { 'content-type': 'application/json' } }
    await attempt(`form ${path}`, () => post(path, 'application/x-www-form-urlencoded', fields))
    await attempt(`files ${path}`, () => post(path, 'multipart/form-data', fields))
    await attempt(`text ${path}`, () => post(path, 'text/plain', disguised))
    await attempt(`no-cors ${path}`, () => fetched(url, plain))
    await attempt(`cors ${path}`, () => fetched(url, typed))
    await attempt(`beacon ${path}`, async () => navigator.sendBeacon(url, json))
    await attempt(`image ${path}`, () => element('img', url + query))
  }
  const looked = async (path: string) => {
    for (const tag of ['img', 'script', 'link'] as const) {
      await attempt(`${tag} ${path}`, () => element(tag, target + path))
    }
    await attempt(`read ${path}`, () => fetched(target + path, {}))
  }
  const shown = (path: string) =>
    attempt(`frame ${path}`, () =>
      inFrame((frame) => {
        frame.src = target + path
      }),
    )
  const works = [
    ...changes.map((change) => () => changed(change)),
    ...reads.map((path) => () => looked(path)),
    ...screens.map((path) => () => shown(path)),
  ].values()
  const worker = async () => {
    for (const work of works) await work()
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return spoils
}

/** Opens our page and sends it messages. Records all messages and readable values in the returned list. */
export function openAndTalk({ target, text }: { target: string; text: string }): string[] {
  const heard: string[] = []
  addEventListener('message', ({ data }) => heard.push(String(data)))
  const opened = open(target)
  const tryTo = (what: string, work: () => unknown) => {
    try {
      const got = work()
      if (got !== undefined) heard.push(`${what}: ${String(got)}`)
    } catch {
      // The browser forbids it.
    }
  }
  const talk = () => {
    opened?.postMessage(text, '*')
    tryTo('document', () =>
      opened?.location.href === 'about:blank' ? undefined : opened?.document,
    )
  }
  talk()
  Object.assign(globalThis, { heard, talk })
  return heard
}
