// Where the server is: the origin that served the console, or the address somebody chose.
import { shellStart } from './bridge.ts'

/** Set by hand to point a console at another server. */
const storageKey = 'serverAddress'

/** The server's origin without a slash at the end. */
export const serverAddress = (): string => {
  const chosen = shellStart()?.server ?? localStorage.getItem(storageKey)
  return (chosen ?? window.location.origin).replace(/\/+$/, '')
}

/** A path of the server, such as a signed media link, as an address a browser can load. */
export const serverUrl = (path: string): string => (/^[a-z]+:/i.test(path) ? path : `${serverAddress()}${path}`)
