// Hands a file to the browser to be saved: from an address, or from a text made here.

export function saveLink(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}

function quoted(text: string): string {
  // An apostrophe keeps programs from taking a text for a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Saves rows as a .csv that programs for offices open with a click. */
export function saveRows(rows: string[][], name: string): void {
  const text = `\uFEFF${rows.map((row) => row.map(quoted).join(';')).join('\r\n')}\r\n`
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveLink(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a text as it is. */
export const saveText = (text: string, name: string): void =>
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
