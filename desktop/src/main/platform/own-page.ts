// The address of the console inside the app, and what belongs to it.

export const ownScheme = 'app'
export const ownOrigin = 'app://bundle'

/** True for an address of the console itself; nothing on another host or scheme passes. */
export function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return protocol === `${ownScheme}:` && host === 'bundle' && username === '' && password === ''
}
