// Prints a text, and nothing else of the page.

export function printText(text: string): void {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0'
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) return frame.remove()
  const block = page.createElement('pre')
  block.textContent = text
  page.body.append(block)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
