// Whether two addresses lead to one place: a key that is stored for one host is not sent to another.

/** Both ends have it; neither Node's nor the browser's types belong in here. */
declare const URL: { canParse(text: string): boolean; new (text: string): { origin: string } }

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url.trim()
}

/** True for the same protocol, host and port. An empty address stands for the usual host; undefined for none before. */
export function isSameHost(before: string | undefined, after: string): boolean {
  return before !== undefined && originOf(before) === originOf(after)
}
