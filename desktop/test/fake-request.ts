// Replaces fetch and XMLHttpRequest for the server's own addresses; files of the page still come from the page.

export interface RawRequest {
  method: string
  url: URL
  headers: Headers
  body: string | FormData | null
  withCredentials: boolean
}

export interface RawAnswer {
  status: number
  text: string
}

type Answer = (request: RawRequest) => Promise<RawAnswer>

/** Paths of the test runner itself. */
const isOfTheRunner = (url: URL): boolean =>
  url.origin !== window.location.origin || /^\/(__|@|node_modules|src|test)/.test(url.pathname)

async function readBody(request: Request): Promise<string | FormData | null> {
  if (request.method === 'GET' || request.body === null) return null
  return request.headers.get('content-type')?.startsWith('multipart/') ? request.formData() : request.text()
}

function createFakeXhr(answer: Answer) {
  return class {
    method = 'GET'
    url = ''
    headers = new Headers()
    withCredentials = false
    status = 0
    responseText = ''
    isOver = false
    upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null

    open(method: string, url: string): void {
      this.method = method
      this.url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value)
    }
    abort(): void {
      if (this.isOver) return
      this.isOver = true
      this.onabort?.()
    }
    send(body: FormData): void {
      const total = [...body.values()].reduce(
        (sum, value) => sum + (value instanceof File ? value.size : value.length),
        0
      )
      this.upload.onprogress?.({ loaded: Math.floor(total / 2), total })
      const { method, headers, withCredentials } = this
      answer({ method, url: new URL(this.url), headers, body, withCredentials }).then(
        ({ status, text }) => {
          if (this.isOver) return
          this.isOver = true
          this.upload.onprogress?.({ loaded: total, total })
          this.status = status
          this.responseText = text
          this.onload?.()
        },
        () => {
          if (!this.isOver) this.onerror?.()
        }
      )
    }
  }
}

/** Sends the page's calls to `answer`, dated by `now`; returns the way back. */
export function fakeRequest(answer: Answer, now: () => number): () => void {
  const { fetch: realFetch, XMLHttpRequest: realXhr } = window
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (isOfTheRunner(url)) return realFetch(input, init)
    const body = await readBody(request)
    const { method, headers } = request
    const { status, text } = await answer({
      method,
      url,
      headers,
      body,
      withCredentials: request.credentials === 'include'
    })
    const date = new Date(now()).toUTCString()
    return new Response(text, { status, headers: { 'content-type': 'application/json', date } })
  }
  window.XMLHttpRequest = createFakeXhr(answer) as never
  return () => {
    window.fetch = realFetch
    window.XMLHttpRequest = realXhr
  }
}
