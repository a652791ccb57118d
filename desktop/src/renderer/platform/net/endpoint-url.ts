// The address of a call: path parameters filled in, query appended.
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { serverAddress } from '../session/server-address.ts'

const asText = (value: unknown): string => (Array.isArray(value) ? JSON.stringify(value) : String(value))

/** Full address of an endpoint for this input; empty query values are left out. */
export function endpointUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown } | undefined): string {
  const params = (input?.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null) throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(asText(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input?.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.append(name, asText(value))
  }
  const search = query.toString()
  return `${serverAddress()}${path}${search === '' ? '' : `?${search}`}`
}
