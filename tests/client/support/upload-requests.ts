import type { Network } from './network.ts'

const bytesOf = (file: Blob): Promise<Buffer> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(Buffer.from(reader.result as ArrayBuffer)))
    reader.readAsArrayBuffer(file)
  })

/** Returns a class like `XMLHttpRequest`, with the parts that the page's uploads use, whose requests go to the real app. */
export const uploadRequests = (network: Network) =>
  class UploadRequest extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    #method = 'GET'
    #url = ''
    readonly #headers: Record<string, string> = {}

    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name.toLowerCase()] = value
    }

    send(file: Blob): void {
      void this.#exchange(file).finally(() => this.dispatchEvent(new Event('loadend')))
    }

    async #exchange(sent: Blob): Promise<void> {
      const file = await bytesOf(sent)
      const progress = { loaded: file.length / 2, total: file.length }
      this.upload.dispatchEvent(Object.assign(new Event('progress'), progress))
      const request = { method: this.#method, headers: this.#headers, file }
      const response = await network.upload(this.#url, request).catch(() => undefined)
      if (!response) return
      this.responseText = await response.text()
      this.status = response.status
    }
  }
