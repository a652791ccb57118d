// Sends files with progress: multipart over XMLHttpRequest, abortable, with a token refresh in the middle.
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import type { Endpoint, EndpointInput, EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { ApiError, aborted, unreachable } from './api-error.ts'
import { beginAsking, noteAge } from './as-of.ts'
import { endpointUrl } from './endpoint-url.ts'
import { loginSignal, withFreshToken } from './http.ts'

export interface UploadProgress {
  /** Bytes sent and to send; `total` counts the whole request, a little more than the files. */
  sent: number
  total: number
  /** Seconds until everything is sent, once that can be told. */
  secondsLeft: number | null
}

interface UploadOptions {
  onProgress?: (progress: UploadProgress) => void
  signal?: AbortSignal
}

interface Sending extends UploadOptions {
  signal: AbortSignal
  url: string
  method: string
  token: string | null
  body: FormData
}

function send({ url, method, token, body, onProgress, signal }: Sending): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const startedAt = performance.now()
    const stop = () => request.abort()
    const settle = (fn: () => void) => {
      signal.removeEventListener('abort', stop)
      fn()
    }
    request.open(method, url)
    request.withCredentials = true
    request.setRequestHeader(contractHeader, contractVersion)
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => {
      const seconds = (performance.now() - startedAt) / 1000
      const isTelling = seconds > 0.5 && loaded > 0
      onProgress?.({ sent: loaded, total, secondsLeft: isTelling ? ((total - loaded) * seconds) / loaded : null })
    }
    request.onload = () => settle(() => resolve({ status: request.status, text: request.responseText }))
    request.onerror = () => settle(() => reject(new ApiError(0, { error: unreachable })))
    request.onabort = () => settle(() => reject(new ApiError(0, { error: aborted })))
    signal.addEventListener('abort', stop)
    request.send(body)
  })
}

/** Calls a multipart endpoint with progress. An aborted upload rejects with code `aborted`, as when the login ends. Errors: ApiError. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: Omit<EndpointInput<E>, 'body'> & { body: FormData },
  options: UploadOptions = {}
): Promise<EndpointResult<E>> {
  const url = endpointUrl(endpoint, input)
  const signal = AbortSignal.any(options.signal ? [loginSignal(), options.signal] : [loginSignal()])
  const { askedAt, end } = beginAsking()
  try {
    const text = await withFreshToken(endpoint, (token) => {
      if (signal.aborted) return Promise.reject(new ApiError(0, { error: aborted }))
      return send({ url, method: endpoint.method, token, body: input.body, ...options, signal })
    })
    const answer = (text === '' ? {} : JSON.parse(text)) as EndpointResult<E>
    noteAge(answer as object, { seq: null, askedAt })
    return answer
  } finally {
    end()
  }
}
