// Builds elements: `h(tag, properties, ...children)`, icons, and small things every part of the page needs.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name === 'class') element.className = value
    else if (name === 'dataset') Object.assign(element.dataset, value)
    else if (name === 'value' || name === 'checked' || name === 'srcObject') element[name] = value
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

const paths = {
  plus: 'M12 5v14M5 12h14',
  send: 'M4 12 20 4l-5 16-3.5-6.5z',
  mic: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  clip: 'm20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7L9.4 17a1.7 1.7 0 0 1-2.4-2.4L14.5 7',
  phone: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  video: 'M3 7h12v10H3zM15 11l6-3.5v9L15 13',
  more: 'M12 5.5h.01M12 12h.01M12 18.5h.01',
  close: 'm6 6 12 12M18 6 6 18',
  reply: 'm9 7-5 5 5 5M4 12h9a6 6 0 0 1 6 6',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3M20 14v.01M14 20h.01M17 20h3v-3',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM19 12l2-1-1.5-4-2.3.4-1.4-1.4L16 3.5h-4.5L11 6l-1.8.8L7 5.5 4 8.500l1.500 2L5 12l-2 1.500 1.500 3.500 2.300-.2L8.300 18.500 8.500 21h4l.7-2.300 1.800-.7 2.200 1.200 3-3-1.200-2z',
  group:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14a6.500 6.500 0 0 1 3.500 6',
  handset: 'M8 2.500h8a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM11 18.500h2',
  people: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  chat: 'M4 5h16v11H9l-5 4z',
  bolt: 'm13 3-8 11h6l-1 7 8-11h-6z',
  play: 'M8 5v14l11-7z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  pin: 'M12 21s7-6.500 7-11a7 7 0 0 0-14 0c0 4.500 7 11 7 11zM12 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  card: 'M3 5h18v14H3zM8.500 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.500 16a3 3 0 0 1 6 0M14.500 10h4M14.500 14h4',
  image: 'M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4M9 8.500h.01',
  note: 'M9 18V5l10-2v13M9 18a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM19 16a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0z',
  sticker: 'M4 4h16v10l-6 6H4zM14 20v-6h6',
  poll: 'M5 6h10M5 12h14M5 18h7',
  warn: 'M12 4 2.500 20h19zM12 10v4M12 17h.01',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  down: 'm6 9 6 6 6-6'
}

export function icon(name, size = 20) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true' }))
    svg.setAttribute(key, value)
  svg.classList.add('icon')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', paths[name] ?? '')
  svg.append(path)
  return svg
}

/** A button that is only an icon; the label is its name and its tooltip. */
export const iconButton = (name, label, onclick, properties = {}) =>
  h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...properties },
    icon(name)
  )

const hues = [172, 205, 262, 328, 14, 42, 96, 230]

export function avatar(name, seed, picture) {
  const number = String(seed)
    .split('')
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
  const initials = name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()
  const element = h(
    'span',
    { class: 'avatar', 'aria-hidden': 'true' },
    picture ? h('img', { src: picture, alt: '' }) : initials
  )
  element.style.setProperty('--hue', hues[number % hues.length])
  return element
}

export function toast(text, kind = 'error') {
  const item = h('div', { class: `toast ${kind}` }, text)
  document.getElementById('toasts').append(item)
  setTimeout(() => item.remove(), kind === 'error' ? 7000 : 3000)
}

/** Replace the children of an element without losing the place of its scroll. */
export function fill(element, ...children) {
  const { scrollTop } = element
  element.replaceChildren(...children.flat(Infinity).filter(Boolean))
  element.scrollTop = scrollTop
}

/** Brazilian numbers are shown as people write them, others in groups. */
export function showNumber(number) {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  if (brazil) return `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}`
  return `+${number}`
}

export const timeOf = (ms, locale) => new Date(ms).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })

export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
